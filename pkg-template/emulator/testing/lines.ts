// The log as lines of text, for the command: one for each request and delivery, without tokens.

import type { LogEntry, LoggedCall, LoggedStray } from "../core/log.js";
import type { Update } from "../core/types.js";

/** The shown part of parameters, in characters. */
const SHOWN = 160;

/**
 * Formats an entry as lines, such as `12:30:05 POST sendMessage {"chat_id":7,"text":"hi"} 200 3 ms`. A poll has a line for each
 * update that it brought, such as `12:30:05 ← message “hello” from Alice`.
 */
export function lines(entry: LogEntry, ms?: number): string[] {
  const updates = isPoll(entry) && Array.isArray(entry.answer.result) ? (entry.answer.result as Update[]) : [];
  if (updates.length > 0) return updates.map((update) => joined([clock(entry.time), "←", content(update), injected(entry)]));
  return [joined([clock(entry.time), ...textOf(entry, ms === undefined ? "" : `${ms} ms`), injected(entry)])];
}

/** Returns whether an entry is a call that asked for updates. */
export const isPoll = (entry: LogEntry): entry is LoggedCall => entry.kind === "call" && /^getUpdates$/i.test(entry.method);

/** Returns whether an entry is a call that was refused, or a delivery that failed. */
export function isFailed(entry: LogEntry): boolean {
  return entry.status === undefined || entry.status < 200 || entry.status >= 300;
}

/** Formats the outcome of an entry, such as `sendMessage 400: Bad Request: chat not found`. */
export function brief(entry: LogEntry): string {
  switch (entry.kind) {
    case "delivery": {
      const outcome = entry.status === undefined ? `failed: ${entry.error}` : `answered ${entry.status}`;
      return joined([`delivery of ${content(entry.update)}`, outcome, injected(entry)]);
    }
    case "download":
      return joined([`download of ${short(entry.path)}`, String(entry.status), injected(entry)]);
    default: {
      const { status, answer } = entry;
      const what = entry.kind === "stray" ? `${entry.verb} ${short(entry.target)}` : entry.method;
      return joined([what, answer.description === undefined ? String(status) : `${status}: ${answer.description}`, injected(entry)]);
    }
  }
}

/** Formats the injected fault of an entry. The status of the entry was sent, but may not have arrived. */
function injected(entry: LogEntry): string {
  return "fault" in entry ? `(fault ${entry.fault})` : "";
}

function joined(parts: string[]): string {
  return parts.filter((word) => word !== "").join(" ").replace(UNSEEN, (letter) => `\\u{${letter.codePointAt(0)!.toString(16)}}`);
}

/** Characters that a terminal obeys, hides or orders text by: control, format, separator and tag characters, lone surrogates. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Methods whose result is a message with the text of the call. */
const TEXT_METHODS: ReadonlySet<string> = new Set(["sendMessage", "editMessageText"]);

/** Formats the note of a call, or one on a message that the specification allows and other services are reported to refuse. */
function noted({ method, answer: { result }, note }: LoggedCall): string {
  if (note !== undefined) return `(${note})`;
  if (!TEXT_METHODS.has(method) || typeof result !== "object" || result === null) return "";
  const { text = "" } = result as { text?: string };
  return text.trim() === "" ? "(blank text, which services are reported to refuse)" : "";
}

/** Says how a request reaches the bot that has missed it by its scheme or path. */
function misdirected({ target, status }: LoggedStray): string {
  if (target.startsWith("https:")) return "(this address has no TLS: write http:// instead of https:// in the base URL)";
  return status === 404 ? "(calls go to /bot<token>/<method>; the base URL ends before /bot)" : "";
}

/** Formats the time of the day, or returns an empty text for a time that Date cannot represent. */
function clock(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(11, 19);
}

function textOf(entry: LogEntry, duration: string): string[] {
  switch (entry.kind) {
    case "delivery": {
      const attempt = entry.attempt === 1 ? "" : `attempt ${entry.attempt}`;
      return ["←", content(entry.update), "webhook", attempt, String(entry.status ?? entry.error), duration];
    }
    case "download":
      return [entry.verb, entry.path, String(entry.status)];
    case "stray":
      return [entry.verb, entry.target, String(entry.status), entry.answer.description, misdirected(entry)];
    default: {
      const { verb, method, parameters, status, answer } = entry;
      const how = entry.kind === "inline" ? "webhook's answer" : verb;
      return [how, method, parameters === null ? "" : short(parameters), String(status), duration, answer.description ?? "", noted(entry)];
    }
  }
}

/** Formats the kind of an update, the text in it, and whose it is: `message “hello” from Alice`. */
function content(update: Update | null): string {
  // An update that expired while it was being delivered.
  if (update === null) return "an update";
  const { update_id: _, ...kinds } = update;
  const [[kind, value] = ["update", {}]] = Object.entries(kinds);
  const { text, caption, data, query, from } = value as Record<string, unknown> & { from?: { first_name?: string } };
  const words = [text, caption, data, query].find((found) => typeof found === "string" && found !== "") as string | undefined;
  const who = from?.first_name === undefined ? "" : ` from ${from.first_name}`;
  return `${kind}${words === undefined ? "" : ` “${cut(words)}”`}${who}`;
}

function short(value: unknown): string {
  return cut(JSON.stringify(value));
}

function cut(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
