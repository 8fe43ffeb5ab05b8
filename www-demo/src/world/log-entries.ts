// Entries of the emulator's log as entries of the wire.
import type { LogEntry, LoggedCall, LoggedDelivery } from "botwire/emulator";
import type { NewEntry, WireBody } from "../wire/entries.ts";
import { HIDDEN } from "../wire/mask.ts";

/** Converts a log entry. `baseUrl` is the service's, `answer` the body of the webhook's response. */
export function wireEntryOf(entry: LogEntry, baseUrl: string, answer?: string): NewEntry {
  return { ...contentOf(entry, baseUrl, answer), number: entry.number };
}

function contentOf(entry: LogEntry, baseUrl: string, answer?: string): NewEntry {
  switch (entry.kind) {
    case "call":
    case "inline":
      return callOf(entry, baseUrl);
    case "delivery":
      return deliveryOf(entry, answer);
    case "download":
      return {
        time: entry.time, direction: "call", name: "download", ...(entry.bot !== 0 && { bot: entry.bot }),
        request: { verb: entry.verb, url: `${baseUrl}/file/bot${HIDDEN}/${entry.path}`, headers: {}, body: null },
        response: { status: entry.status, headers: {}, body: "(a file)" },
        ...(entry.fault && { fault: entry.fault, note: `fault: ${entry.fault}` }),
      };
    case "stray":
      return {
        time: entry.time, direction: "call", name: entry.target.slice(0, 60), note: isTls(entry.target) ? "This address has no TLS: write http:// instead of https:// in the base URL." : "The service does not have this path.",
        request: { verb: entry.verb, url: isTls(entry.target) ? entry.target : baseUrl + entry.target, headers: {}, body: null },
        response: { status: entry.status, headers: {}, body: entry.answer },
      };
  }
}

/** True for a request that is not about bots, such as those for icons and source maps that browsers and tools make. */
export const isNoise = (entry: LogEntry): boolean =>
  entry.kind === "stray" && entry.verb === "GET" && !isTls(entry.target) && !/bot|\d:|\/(get|set|send|edit|delete|answer)[A-Z]\w*(\?|$)/i.test(entry.target);

/** True for a client that spoke TLS: the log has its whole URL. */
const isTls = (target: string): boolean => target.startsWith("https:");

/** The kind of an update, and the chat that it is about. */
export function deliveredUpdate(update: object | null): { name: string; chat?: number } {
  const [name = "update", content] = Object.entries(update ?? {}).find(([name]) => name !== "update_id") ?? [];
  const { chat, message } = (content ?? {}) as { chat?: { id: number }; message?: { chat: { id: number } } };
  const id = (chat ?? message?.chat)?.id;
  return { name, ...(id !== undefined && { chat: id }) };
}

/** The body of a response to a delivery, parsed if it is JSON. */
function answered(text: string | undefined): WireBody {
  try {
    return text === undefined ? null : (JSON.parse(text) as WireBody);
  } catch {
    return text ?? null;
  }
}

function callOf({ kind, bot, time, method, verb, parameters, status, answer, fault, note, delivery }: LoggedCall, baseUrl: string): NewEntry {
  const notes = [kind === "inline" && "in the answer to a delivery", fault && `fault: ${fault}`, !answer.ok && answer.description, note].filter(Boolean);
  return {
    time, direction: "call", name: method, bot, ...chatOf(parameters), ...(kind === "inline" && { isReturned: true, ...(delivery !== undefined && { delivery }) }),
    request: { verb: verb || "POST", url: `${baseUrl}/bot${HIDDEN}/${method}`, headers: {}, body: parameters },
    response: { status: kind === "inline" ? (answer.error_code ?? 200) : status, headers: {}, body: answer as WireBody },
    ...(fault && { fault }),
    ...(notes.length > 0 && { note: notes.join("; ") }),
  };
}

function chatOf(parameters: Record<string, unknown> | null): { chat?: number | string } {
  const id = parameters?.["chat_id"];
  if (typeof id === "number") return { chat: id };
  return typeof id === "string" ? { chat: /^-?\d+$/.test(id) ? Number(id) : id } : {};
}

function deliveryOf({ bot, time, update, url, attempt, delivery, status, error, fault }: LoggedDelivery, answer: string | undefined): NewEntry {
  const notes = [attempt > 1 && `attempt ${attempt}`, fault && `fault: ${fault}`].filter(Boolean);
  return {
    time, direction: "delivery", bot, delivery, attempt, ...deliveredUpdate(update),
    request: { verb: "POST", url, headers: {}, body: update as WireBody },
    ...(status !== undefined && { response: { status, headers: {}, body: answered(answer) } }),
    ...(error !== undefined && { error }),
    ...(fault && { fault }),
    ...(notes.length > 0 && { note: notes.join("; ") }),
  };
}
