// Parameters: required and optional ones, closed enumerations, files, targets, answers with `ok`.
import type {
  AnswerPreCheckoutQueryParams,
  AnswerShippingQueryParams,
  Bot,
  CreateNewStickerSetParams,
  EditMessageTextParams,
  GetMeParams,
  InputMessageContent,
  MessageTarget,
  SendMessageParams,
  SetGameScoreParams,
  StopMessageLiveLocationParams,
} from "botwire";

declare const bot: Bot;
declare const options: { signal: AbortSignal };

bot.sendMessage({ chat_id: 1, text: "Hi" });
bot.sendMessage({ chat_id: "@channel", text: "Hi", parse_mode: "HTML" }, options);
bot.sendMessage({ chat_id: 1, text: "Hi", parse_mode: undefined, reply_to_message_id: undefined });
// @ts-expect-error The text is missing.
bot.sendMessage({ chat_id: 1 });
// @ts-expect-error A required parameter cannot be undefined.
bot.sendMessage({ chat_id: 1, text: undefined });
// @ts-expect-error No parameter is null.
bot.sendMessage({ chat_id: 1, text: "Hi", parse_mode: null });
// @ts-expect-error Parameters are required.
bot.sendMessage();
// @ts-expect-error An unknown parameter.
bot.sendMessage({ chat_id: 1, text: "Hi", txt: "Hi" });
// @ts-expect-error A chat is a number or a string.
bot.sendMessage({ chat_id: true, text: "Hi" });
// @ts-expect-error No such markup.
bot.sendMessage({ chat_id: 1, text: "Hi", parse_mode: "html" });
// @ts-expect-error No such action.
bot.sendChatAction({ chat_id: 1, action: "sleeping" });
bot.sendChatAction({ chat_id: 1, action: "typing" });
// @ts-expect-error An invoice goes to a private chat, by number.
bot.sendInvoice({ chat_id: "@channel", title: "T", description: "D", payload: "P", provider_token: "x", start_parameter: "s", currency: "EUR", prices: [] });
// @ts-expect-error No such kind of update.
bot.getUpdates({ allowed_updates: ["poll"] });
bot.getUpdates({ allowed_updates: ["message", "callback_query"] as const });

// Methods without required parameters, and without any.
bot.getUpdates();
bot.getUpdates({});
bot.getMe();
bot.getMe({});
bot.getMe(undefined, options);
({}) satisfies GetMeParams;
// @ts-expect-error It has no parameters.
bot.getMe({ chat_id: 1 });
// @ts-expect-error It has no parameters.
bot.deleteWebhook({ drop_pending_updates: true });

// Files.
declare const blob: Blob;
bot.sendPhoto({ chat_id: 1, photo: blob });
bot.sendPhoto({ chat_id: 1, photo: "file_id" });
bot.sendDocument({ chat_id: 1, document: new Uint8Array(3) });
bot.sendDocument({ chat_id: 1, document: { data: blob, name: "a.txt", type: "text/plain" } });
bot.setChatPhoto({ chat_id: 1, photo: blob });
// @ts-expect-error A chat photo is uploaded.
bot.setChatPhoto({ chat_id: 1, photo: "file_id" });
// @ts-expect-error A certificate is uploaded.
bot.setWebhook({ url: "https://example.com", certificate: "text" });
// @ts-expect-error A number is not a file.
bot.sendPhoto({ chat_id: 1, photo: 5 });
bot.sendMediaGroup({ chat_id: 1, media: [{ type: "photo", media: blob }, { type: "video", media: "x" }] as const });
// @ts-expect-error A group has no keyboard.
bot.sendMediaGroup({ chat_id: 1, media: [], reply_markup: { force_reply: true } });

// The target of an edit.
bot.editMessageText({ chat_id: 1, message_id: 2, text: "Hi" });
bot.editMessageText({ inline_message_id: "x", text: "Hi" });
bot.editMessageText({ inline_message_id: "x", chat_id: undefined, text: "Hi" });
const target = (Math.random() > 0.5 ? { chat_id: 1, message_id: 2 } : { inline_message_id: "x" }) satisfies MessageTarget;
bot.editMessageText({ ...(target as MessageTarget), text: "Hi" });
bot.stopMessageLiveLocation({ inline_message_id: "x" });
bot.setGameScore({ user_id: 1, score: 2, chat_id: 3, message_id: 4 });
bot.getGameHighScores({ user_id: 1, inline_message_id: "x" });
// @ts-expect-error An edit without a target.
bot.editMessageText({ text: "Hi" });
// @ts-expect-error Half a target.
bot.editMessageText({ chat_id: 1, text: "Hi" });
// @ts-expect-error The other half.
bot.editMessageText({ message_id: 2, text: "Hi" });
// @ts-expect-error Two targets.
bot.editMessageText({ chat_id: 1, message_id: 2, inline_message_id: "x", text: "Hi" });
// @ts-expect-error A target without the text.
bot.editMessageText({ inline_message_id: "x" });
// @ts-expect-error An unknown parameter.
bot.editMessageText({ inline_message_id: "x", text: "Hi", txt: "Hi" });
// @ts-expect-error Only inline keyboards can be edited.
bot.editMessageText({ inline_message_id: "x", text: "Hi", reply_markup: { force_reply: true } });

// One of several objects, and no mix of them.
bot.sendMessage({ chat_id: 1, text: "Hi", reply_markup: Math.random() < 0.5 ? { force_reply: true, selective: true } : { inline_keyboard: [] } });
// @ts-expect-error Two kinds of markup.
bot.sendMessage({ chat_id: 1, text: "Hi", reply_markup: { force_reply: true, remove_keyboard: true } });
// @ts-expect-error A field of another one.
bot.sendMessage({ chat_id: 1, text: "Hi", reply_markup: { inline_keyboard: [], selective: true } });
const content = (input_message_content: InputMessageContent) => ({ type: "article", id: "1", title: "a", input_message_content }) as const;
bot.answerInlineQuery({ inline_query_id: "1", results: [content({ latitude: 1, longitude: 1 }), content({ latitude: 1, longitude: 1, title: "a", address: "b" })] });
// @ts-expect-error A text and a place.
content({ message_text: "a", latitude: 1, longitude: 1 });
// @ts-expect-error A venue without its address.
content({ latitude: 1, longitude: 1, title: "a" });
// @ts-expect-error No target.
({}) satisfies StopMessageLiveLocationParams;
// @ts-expect-error Games are in chats by number.
({ user_id: 1, score: 2, chat_id: "@channel", message_id: 4 }) satisfies SetGameScoreParams;
// @ts-expect-error No target.
bot.getGameHighScores({ user_id: 1 });
// @ts-expect-error No parameters, no target.
bot.editMessageReplyMarkup();

// Answers with `ok`.
declare const ok: boolean;
bot.answerShippingQuery({ shipping_query_id: "x", ok: true, shipping_options: [{ id: "1", title: "Post", prices: [{ label: "Post", amount: 100 }] }] });
bot.answerShippingQuery({ shipping_query_id: "x", ok: false, error_message: "No" });
bot.answerShippingQuery({ shipping_query_id: "x", ok, shipping_options: [], error_message: "No" });
({ pre_checkout_query_id: "x", ok: true }) satisfies AnswerPreCheckoutQueryParams;
({ pre_checkout_query_id: "x", ok: false, error_message: "No" }) satisfies AnswerPreCheckoutQueryParams;
// @ts-expect-error Options are required when ok.
({ shipping_query_id: "x", ok: true }) satisfies AnswerShippingQueryParams;
// @ts-expect-error A message is required when not ok.
({ shipping_query_id: "x", ok: false }) satisfies AnswerShippingQueryParams;
// @ts-expect-error A message is required when not ok.
({ pre_checkout_query_id: "x", ok: false }) satisfies AnswerPreCheckoutQueryParams;
// @ts-expect-error One of them is missing.
({ shipping_query_id: "x", ok, shipping_options: [] }) satisfies AnswerShippingQueryParams;
// @ts-expect-error An unknown parameter.
({ pre_checkout_query_id: "x", ok: true, okay: true }) satisfies AnswerPreCheckoutQueryParams;

// In parameters, types that are also received accept only listed values.
({ user_id: 1, name: "a_by_b", title: "T", png_sticker: "x", emojis: "x", mask_position: { point: "eyes", x_shift: 0, y_shift: 0, scale: 1 } }) satisfies CreateNewStickerSetParams;
// @ts-expect-error No such part of the face.
bot.addStickerToSet({ user_id: 1, name: "a_by_b", png_sticker: "x", emojis: "x", mask_position: { point: "ears", x_shift: 0, y_shift: 0, scale: 1 } });

// An interface that is built up step by step.
const params: SendMessageParams = { chat_id: 1, text: "Hi" };
params.parse_mode = "Markdown";
params.parse_mode = undefined;
const edit: EditMessageTextParams = { inline_message_id: "x", text: "Hi" };
edit.reply_markup = { inline_keyboard: [] };
