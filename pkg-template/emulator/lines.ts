// The log as lines of text, for the command: one for each request and delivery, without tokens.

import type { LogEntry } from "./log.js";
import type { Update } from "./types.js";

/** Characters of parameters that a line shows. */
const SHOWN = 160;

/** The entry in one line, such as `12:30:05 POST sendMessage {"chat_id":7,"text":"hi"} 200`. */
export function line(entry: LogEntry): string {
  const time = new Date(entry.time).toISOString().slice(11, 19);
  return [time, ...words(entry)].filter((word) => word !== "").join(" ").replace(/\p{Cc}/gu, "�");
}

function words(entry: LogEntry): string[] {
  switch (entry.kind) {
    case "delivery": {
      const attempt = entry.attempt === 1 ? "" : `attempt ${entry.attempt}`;
      return ["webhook", content(entry.update), attempt, String(entry.status ?? entry.error)];
    }
    case "download":
      return [entry.verb, entry.path, String(entry.status)];
    case "stray":
      return [entry.verb, entry.target, String(entry.status), entry.answer.description];
    default: {
      const { verb, method, parameters, status, answer } = entry;
      const how = entry.kind === "inline" ? "webhook's answer" : verb;
      return [how, method, parameters === null ? "" : short(parameters), String(status), answer.description ?? ""];
    }
  }
}

/** The kind of an update, and the text in it. */
function content({ update_id, ...kinds }: Update): string {
  const [[kind, value] = ["update", {}]] = Object.entries(kinds);
  const { text, caption, data, query } = value as Record<string, unknown>;
  return `${kind} ${update_id} ${short(text ?? caption ?? data ?? query ?? "")}`;
}

function short(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
