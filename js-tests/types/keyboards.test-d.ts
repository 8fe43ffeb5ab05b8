// Keyboards: the one-of rule of inline buttons, the exclusive flags of reply buttons, read-only rows.
import { button, replyKeyboard } from "botwire";
import type {
  ForceReply,
  InlineKeyboardButton,
  InlineKeyboardMarkup,
  KeyboardButton,
  ReplyKeyboardMarkup,
  ReplyKeyboardRemove,
  ReplyMarkup,
} from "botwire";

({ text: "Open", url: "https://example.com" }) satisfies InlineKeyboardButton;
({ text: "Press", callback_data: "1" }) satisfies InlineKeyboardButton;
({ text: "Share", switch_inline_query: "" }) satisfies InlineKeyboardButton;
({ text: "Search", switch_inline_query_current_chat: "" }) satisfies InlineKeyboardButton;
({ text: "Play", callback_game: {} }) satisfies InlineKeyboardButton;
({ text: "Pay", pay: true }) satisfies InlineKeyboardButton;
({ text: "Press", callback_data: "1", url: undefined, pay: false }) satisfies InlineKeyboardButton;

// @ts-expect-error A button needs an action.
({ text: "Press" }) satisfies InlineKeyboardButton;
// @ts-expect-error A button needs a text.
({ callback_data: "1" }) satisfies InlineKeyboardButton;
// @ts-expect-error Two actions.
({ text: "Press", callback_data: "1", url: "https://example.com" }) satisfies InlineKeyboardButton;
// @ts-expect-error Two actions.
({ text: "Press", callback_data: "1", pay: true }) satisfies InlineKeyboardButton;
// @ts-expect-error A Pay button without `pay: true`.
({ text: "Pay", pay: false }) satisfies InlineKeyboardButton;
// @ts-expect-error A game button holds no information.
({ text: "Play", callback_game: { name: "x" } }) satisfies InlineKeyboardButton;
// @ts-expect-error An unknown field.
({ text: "Press", callback_data: "1", color: "red" }) satisfies InlineKeyboardButton;
// @ts-expect-error Data are a string.
({ text: "Press", callback_data: 1 }) satisfies InlineKeyboardButton;

({ text: "Hi" }) satisfies KeyboardButton;
({ text: "Phone", request_contact: true }) satisfies KeyboardButton;
({ text: "Place", request_location: true, request_contact: false }) satisfies KeyboardButton;
({ text: "Place", request_location: true, request_contact: undefined }) satisfies KeyboardButton;
// @ts-expect-error The flags exclude each other.
({ text: "Both", request_location: true, request_contact: true }) satisfies KeyboardButton;
// @ts-expect-error An unknown field.
({ text: "Hi", request_poll: true }) satisfies KeyboardButton;

// @ts-expect-error A button of an inline keyboard sends no text.
({ text: "Yes", callback_data: "y" }) satisfies KeyboardButton;
// @ts-expect-error The same, made elsewhere.
button.callback("Yes", "y") satisfies KeyboardButton;
// @ts-expect-error The same in rows.
replyKeyboard([[button.callback("Yes", "y")], ["No"]]);
declare const inline: InlineKeyboardMarkup;
// @ts-expect-error Rows of the other keyboard.
({ keyboard: inline.inline_keyboard }) satisfies ReplyMarkup;
replyKeyboard([[button.requestContact("Phone"), "No"]]) satisfies ReplyMarkup;

const fixed = { inline_keyboard: [[{ text: "Press", callback_data: "1" }], []] } as const;
fixed satisfies InlineKeyboardMarkup;
const press: InlineKeyboardButton = { text: "Press", callback_data: "1" };
const rows: readonly (readonly InlineKeyboardButton[])[] = [[press]];
({ inline_keyboard: rows }) satisfies ReplyMarkup;
({ keyboard: [[{ text: "Hi" }]], resize_keyboard: true }) satisfies ReplyMarkup;
({ remove_keyboard: true }) satisfies ReplyMarkup;
({ force_reply: true, selective: true }) satisfies ReplyMarkup;
// @ts-expect-error Rows are arrays of arrays.
({ inline_keyboard: [press] }) satisfies ReplyMarkup;
// @ts-expect-error True, when present.
({ remove_keyboard: false }) satisfies ReplyKeyboardRemove;
// @ts-expect-error True, when present.
({ force_reply: false }) satisfies ForceReply;
// @ts-expect-error The keyboard is missing.
({ resize_keyboard: true }) satisfies ReplyKeyboardMarkup;
// @ts-expect-error No kind of markup.
({}) satisfies ReplyMarkup;
