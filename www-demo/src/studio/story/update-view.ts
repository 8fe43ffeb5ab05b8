// Updates and calls in a few words.
import type { Message, ReplyMarkup, Update, User } from "botwire";
import { nameOf, summary } from "../../chat/service-note.ts";
import type { WireEntry } from "../../wire/entries.ts";

/** An update in a line. */
export interface UpdateView {
  /** The kind, such as `message`. */
  readonly kind: string;
  readonly who: string;
  /** The title of the group, if it is about one. */
  readonly where: string;
  readonly excerpt: string;
}

type Content = Partial<Message> & { from?: User; data?: string; query?: string; message?: Message & { reply_markup?: ReplyMarkup }; result_id?: string };

/** The content of an update. */
function contentOf(update: Update): readonly [kind: string, content: Content] {
  const found = Object.entries(update).find(([name, value]) => name !== "update_id" && typeof value === "object" && value !== null);
  return found ? [found[0], found[1] as Content] : ["update", {}];
}

export function updateView(update: Update): UpdateView {
  const [kind, content] = contentOf(update);
  const chat = content.chat ?? content.message?.chat;
  const who = content.from ? nameOf(content.from) : chat?.type === "channel" ? (chat.title ?? "") : "";
  return { kind, who, where: chat && chat.type !== "private" && chat.title !== who ? (chat.title ?? "") : "", excerpt: excerptOf(kind, content) };
}

function excerptOf(kind: string, content: Content): string {
  if (kind === "callback_query") {
    const buttons = content.message?.reply_markup?.inline_keyboard?.flat() ?? [];
    const text = buttons.find((button) => "callback_data" in button && button.callback_data === content.data)?.text;
    return `pressed “${text ?? content.data ?? ""}”`;
  }
  if (content.query !== undefined) return `typed “${content.query}”`;
  if (content.message_id === undefined) return content.result_id === undefined ? "" : `chose ${content.result_id}`;
  const { text, caption } = content;
  if (text !== undefined) return `“${text}”`;
  const words = summary(content as Message);
  return caption === undefined ? words : words.replace(caption, `“${caption}”`);
}

/** The chat that an update is about. */
export function placeOf(update: Update): number | undefined {
  const [, content] = contentOf(update);
  return (content.chat ?? content.message?.chat)?.id ?? content.from?.id;
}

/** The message that an update brings. */
export function messageOf(update: Update): Message | undefined {
  return update.message ?? update.edited_message ?? update.channel_post ?? update.edited_channel_post;
}

/** A call in a few words. `home` is the chat of the update that has caused it. */
export function callExcerpt({ request, name, response }: WireEntry, home?: number): string {
  const parameters = (typeof request.body === "object" && request.body !== null ? request.body : {}) as Record<string, unknown>;
  const { text, caption, title, action, url, chat_id, commands, file_id, reply_markup } = parameters;
  const to = chat_id !== undefined && home !== undefined && String(chat_id) !== String(home) ? `to ${String(chat_id)} ` : "";
  const words = text ?? caption ?? title;
  const rows = rowsOf(reply_markup);
  const after = rows > 0 ? ` ${rows} ${rows === 1 ? "row" : "rows"} of buttons` : "";
  if (typeof words === "string" && words !== "") return `${to}“${words}”${after}`;
  if (/^getMe$/i.test(name)) return usernameOf(response?.body);
  const other = [action, url, file_id].find((value) => typeof value === "string") as string | undefined;
  return `${to}${other ?? (Array.isArray(commands) ? `${commands.length} commands` : "")}${after}`.trim();
}

function usernameOf(body: unknown): string {
  const { result } = (body ?? {}) as { result?: { username?: string } };
  return result?.username === undefined ? "" : `@${result.username}`;
}

function rowsOf(markup: unknown): number {
  let parsed = markup;
  try {
    if (typeof markup === "string") parsed = JSON.parse(markup);
  } catch {
    return 0;
  }
  const { inline_keyboard, keyboard } = (parsed ?? {}) as { inline_keyboard?: unknown; keyboard?: unknown };
  const rows = inline_keyboard ?? keyboard;
  return Array.isArray(rows) ? rows.length : 0;
}
