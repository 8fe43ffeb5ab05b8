// Entries of the emulator's log as entries of the wire.
import type { LogEntry, LoggedCall, LoggedDelivery } from "botwire/emulator";
import type { NewEntry, WireBody } from "../wire/entries.ts";
import { HIDDEN } from "../wire/mask.ts";

/** An entry as the wire shows it. `baseUrl` is that of the service. */
export function wireEntryOf(entry: LogEntry, baseUrl: string): NewEntry {
  switch (entry.kind) {
    case "call":
    case "inline":
      return callOf(entry, baseUrl);
    case "delivery":
      return deliveryOf(entry);
    case "download":
      return {
        time: entry.time, direction: "call", name: "download",
        request: { verb: entry.verb, url: `${baseUrl}/file/bot${HIDDEN}/${entry.path}`, headers: {}, body: null },
        response: { status: entry.status, headers: {}, body: "(a file)" },
        ...(entry.fault && { note: `fault: ${entry.fault}` }),
      };
    case "stray":
      return {
        time: entry.time, direction: "call", name: entry.target.slice(0, 60), note: "The service does not have this path.",
        request: { verb: entry.verb, url: baseUrl + entry.target, headers: {}, body: null },
        response: { status: entry.status, headers: {}, body: entry.answer },
      };
  }
}

function callOf({ kind, time, method, verb, parameters, status, answer, fault }: LoggedCall, baseUrl: string): NewEntry {
  const notes = [kind === "inline" && "in the answer to a delivery", fault && `fault: ${fault}`, !answer.ok && answer.description].filter(Boolean);
  return {
    time, direction: "call", name: method,
    request: { verb: verb || "POST", url: `${baseUrl}/bot${HIDDEN}/${method}`, headers: {}, body: parameters },
    response: { status: kind === "inline" ? (answer.error_code ?? 200) : status, headers: {}, body: answer as WireBody },
    ...(notes.length > 0 && { note: notes.join("; ") }),
  };
}

function deliveryOf({ time, update, url, attempt, status, error, fault }: LoggedDelivery): NewEntry {
  const notes = [attempt > 1 && `attempt ${attempt}`, fault && `fault: ${fault}`].filter(Boolean);
  return {
    time, direction: "delivery", name: Object.keys(update ?? {}).find((name) => name !== "update_id") ?? "update",
    request: { verb: "POST", url, headers: {}, body: update as WireBody },
    ...(status !== undefined && { response: { status, headers: {}, body: null } }),
    ...(error !== undefined && { error }),
    ...(notes.length > 0 && { note: notes.join("; ") }),
  };
}
