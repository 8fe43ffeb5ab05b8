// Typed functions that create keyboards.
import { describe } from "./errors/describe.js";
import { ValidationError } from "./errors/errors.js";
import { parseOptions } from "./options/parse.js";
import type {
  ForceReply,
  InlineKeyboardButton,
  InlineKeyboardMarkup,
  KeyboardButton,
  ReplyKeyboardMarkup,
  ReplyKeyboardRemove,
} from "./types.js";

function text(apiName: string, name: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw new ValidationError(apiName, name, "a String", describe(value));
}

/** The most bytes of the data of a button. */
const MOST_BYTES = 64;

function callbackData(data: unknown): string {
  const bytes = new TextEncoder().encode(text("button.callback", "data", data)).length;
  if (bytes > 0 && bytes <= MOST_BYTES) return data as string;
  throw new ValidationError("button.callback", "data", `1 to ${MOST_BYTES} bytes`, `${bytes} bytes`);
}

/** Creates buttons of inline keyboards, and buttons of reply keyboards that request a contact or location. */
export const button = {
  /** Sends `data` back to the bot as a callback query. @throws ValidationError if `data` has not 1 to 64 bytes of UTF-8. */
  callback: (label: string, data: string): InlineKeyboardButton => ({
    text: text("button.callback", "text", label),
    callback_data: callbackData(data),
  }),
  /** Opens a URL. */
  url: (label: string, url: string): InlineKeyboardButton => ({
    text: text("button.url", "text", label),
    url: text("button.url", "url", url),
  }),
  /** Lets the user choose a chat and writes the bot's username and the query there. */
  switchInline: (label: string, query = ""): InlineKeyboardButton => ({
    text: text("button.switchInline", "text", label),
    switch_inline_query: text("button.switchInline", "query", query),
  }),
  /** Writes the bot's username and the query into the current chat. */
  switchInlineCurrentChat: (label: string, query = ""): InlineKeyboardButton => ({
    text: text("button.switchInlineCurrentChat", "text", label),
    switch_inline_query_current_chat: text("button.switchInlineCurrentChat", "query", query),
  }),
  /** Starts the game. Must be the first button of the first row. */
  game: (label: string): InlineKeyboardButton => ({ text: text("button.game", "text", label), callback_game: {} }),
  /** Pays the invoice. Must be the first button of the first row. */
  pay: (label: string): InlineKeyboardButton => ({ text: text("button.pay", "text", label), pay: true }),
  /** Sends the user's phone number. Only for reply keyboards in private chats. */
  requestContact: (label: string): KeyboardButton => ({
    text: text("button.requestContact", "text", label),
    request_contact: true,
  }),
  /** Sends the user's location. Only for reply keyboards in private chats. */
  requestLocation: (label: string): KeyboardButton => ({
    text: text("button.requestLocation", "text", label),
    request_location: true,
  }),
} as const;

/** Creates an inline keyboard from rows: `inlineKeyboard([[button.callback("Yes", "y"), button.callback("No", "n")]])`. */
export const inlineKeyboard = (rows: readonly (readonly InlineKeyboardButton[])[]): InlineKeyboardMarkup => ({
  inline_keyboard: rowsOf("inlineKeyboard", rows, (cell) => (typeof cell === "object" && cell !== null ? cell : undefined)),
});

/** Creates a reply keyboard from rows. A string is a button that sends it: `replyKeyboard([["Yes", "No"]])`. */
export const replyKeyboard = (
  rows: readonly (readonly (string | KeyboardButton)[])[],
  options?: Omit<ReplyKeyboardMarkup, "keyboard">,
): ReplyKeyboardMarkup => ({
  ...fields("replyKeyboard", options),
  keyboard: rowsOf("replyKeyboard", rows, (cell) =>
    typeof cell === "string" ? { text: cell } : typeof cell === "object" && cell !== null ? cell : undefined,
  ),
});

/** Removes the reply keyboard. */
export const removeKeyboard = (options?: Omit<ReplyKeyboardRemove, "remove_keyboard">): ReplyKeyboardRemove => ({
  ...fields("removeKeyboard", options),
  remove_keyboard: true,
});

/** Opens a reply to the message, as if the user had chosen to reply. */
export const forceReply = (options?: Omit<ForceReply, "force_reply">): ForceReply => ({
  ...fields("forceReply", options),
  force_reply: true,
});

const fields = (apiName: string, options: object = {}): object => parseOptions(apiName, options, (values) => ({ ...values }));

/** Returns the rows as arrays of buttons. The buttons themselves are checked with the call. */
function rowsOf<Given, Button>(apiName: string, rows: readonly (readonly Given[])[], asButton: (cell: Given) => Button | undefined): Button[][] {
  const refuse = (path: string, expected: string, value: unknown): never => {
    throw new ValidationError(apiName, path, expected, describe(value));
  };
  try {
    if (!Array.isArray(rows)) return refuse("rows", "an Array of rows", rows);
    return rows.map((row: readonly Given[], index) => {
      if (!Array.isArray(row)) return refuse(`rows[${index}]`, "an Array of buttons", row);
      return row.map((cell, column) => asButton(cell) ?? refuse(`rows[${index}][${column}]`, "a button", cell));
    });
  } catch (error) {
    if (error instanceof ValidationError) throw error;
    return refuse("rows", "an Array of rows", rows);
  }
}
