// The answers of a bot, as users see them: without identifiers, dates and everything that the library of the bot chooses.

import type { LogEntry, LoggedCall } from "../core/log.js";
import type { ScenarioAnswer, ScenarioButton } from "./types.js";

/** Methods that users do not see. */
const UNSEEN = /^(get|set(Webhook|My|Chat(Menu|Sticker)|PassportData)|deleteWebhook|deleteMy|sendChatAction$|uploadSticker|createNewSticker|addSticker|logOut|close$)/i;

/** The kinds of media. Those that also have the field of another kind come first. */
const MEDIA = ["animation", "venue", "photo", "video", "audio", "voice", "video_note", "document", "sticker", "location", "contact", "game", "invoice"] as const;

type Message = Partial<Record<(typeof MEDIA)[number], { title?: string }>> & { text?: string; caption?: string; chat?: { id: number } };
type Button = Record<string, unknown> & { text: string };

/** Returns whether an entry is a call of a bot that users see if it succeeds. */
export function isVisible(entry: LogEntry, bot: number): entry is LoggedCall {
  return (entry.kind === "call" || entry.kind === "inline") && entry.bot === bot && !UNSEEN.test(entry.method);
}

/** Returns the value of a parameter that a form sends as JSON text. */
function parsed(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return undefined;
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** Returns a successful call as users see it. `nameOf` returns the name of a user or chat. */
export function answerOf(call: LoggedCall, nameOf: (id: number) => string): ScenarioAnswer {
  const { method, parameters: sent, answer: { result } } = call;
  const parameters = sent ?? {};
  const messages = (Array.isArray(result) ? result : [result]).filter((item): item is Message => typeof item === "object" && item !== null);
  const [message = {}] = messages;
  const chat = message.chat?.id ?? idIn(parameters["chat_id"]);
  const user = idIn(parameters["user_id"]);
  const kinds = messages.flatMap((item) => MEDIA.filter((kind) => item[kind] !== undefined).slice(0, 1));
  const kind = kinds[0];
  const [markup, isPressed] = [(parsed(parameters["reply_markup"]) ?? {}) as Record<string, unknown>, /^answerCallbackQuery$/i.test(method)];
  const answer: Record<string, unknown> = {
    method,
    chat: chat === undefined ? undefined : nameOf(chat),
    member: user === undefined ? undefined : nameOf(user),
    text: textOf(message.text) ?? (isPressed ? textOf(parameters["text"]) : undefined),
    caption: messages.map(({ caption }) => textOf(caption)).find(Boolean),
    title: (kind && message[kind]?.title) ?? (/^setChatTitle$/i.test(method) ? textOf(parameters["title"]) : undefined),
    media: messages.length > 1 ? kinds : kind,
    inline_keyboard: rowsOf(markup["inline_keyboard"]),
    keyboard: rowsOf(markup["keyboard"]),
    remove_keyboard: isTrue(markup["remove_keyboard"]),
    force_reply: isTrue(markup["force_reply"]),
    show_alert: isPressed ? isTrue(parameters["show_alert"]) : undefined,
    url: isPressed ? textOf(parameters["url"]) : undefined,
    ok: /^answer(Shipping|PreCheckout)Query$/i.test(method) ? isTrue(parameters["ok"]) === true : undefined,
    error_message: textOf(parameters["error_message"]),
    results: /^answerInlineQuery$/i.test(method) ? titlesOf(parsed(parameters["results"])) : undefined,
  };
  return Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== undefined)) as unknown as ScenarioAnswer;
}

const isTrue = (value: unknown): true | undefined => (value === true || value === "true" || value === "True" || value === "1" ? true : undefined);
const idIn = (value: unknown): number | undefined => (/^-?\d+$/.test(String(value)) ? Number(value) : undefined);

/** Returns the texts of buttons, with the URL or query that one opens. */
function rowsOf(rows: unknown): ScenarioButton[][] | undefined {
  if (!Array.isArray(rows) || rows.length === 0) return undefined;
  return (rows as (Button | string)[][]).map((row) => (Array.isArray(row) ? row : []).map((button): ScenarioButton => {
    if (typeof button === "string") return button;
    const opened = ["url", "switch_inline_query", "switch_inline_query_current_chat"].filter((name) => typeof button[name] === "string");
    return opened.length === 0 ? button.text : ({ text: button.text, ...Object.fromEntries(opened.map((name) => [name, button[name]])) } as ScenarioButton);
  }));
}

/** Returns the titles of inline results, or else their identifiers. */
export function titlesOf(results: unknown): string[] {
  return Array.isArray(results) ? (results as { id?: unknown; title?: unknown }[]).map(({ id, title }) => String(title ?? id)) : [];
}
