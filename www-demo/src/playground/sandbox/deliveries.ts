// Delivers updates to the bot in this page, and records its answers and the outcome of calls in them.
import type { DeliveryHandler, Emulator, LoggedCall, LoggedDelivery } from "botwire/emulator";
import type { WireBody, WireRecord } from "../../wire/entries.ts";

/** A delivery whose details, and the outcome of the call in its answer, are known from the service's log only. */
interface OngoingDelivery {
  readonly id: number;
  /** Additional information. */
  note: string;
  /** True if the bot accepted the update and made no call. */
  isIgnored: boolean;
  /** True if the bot's answer is the one to the previous delivery of this update, with a call in it. */
  isSameAnswer: boolean;
  /** The body of the bot's answer, as JSON. */
  answer: string | undefined;
}

/**
 * Attempts after which an update is dropped, so that the updates behind it get their turn. The service tries longer. A
 * handler of botwire gives up an update in its fourth attempt, so only other code reaches this limit without an edit.
 */
const ATTEMPTS = 4;

/** Takes the deliveries of the service to the bot. */
export function delivered(answer: (request: Request) => Promise<Response>, emulator: Emulator, record: WireRecord): DeliveryHandler {
  /** The latest delivery of each update, by `update_id`. */
  const latest = new Map<number, OngoingDelivery>();
  let looked = 0;
  const attempts = new Map<number, number>();

  /** Adds notes about deliveries, and about calls in answers, whose outcome is not reported to the bot. */
  const settle = (): void => {
    for (const entry of emulator.log(looked)) {
      looked = entry.number;
      if (entry.kind === "call" && entry.fault !== undefined) markStruck(record, entry);
      if (entry.kind !== "delivery" && entry.kind !== "inline") continue;
      const found = latest.get(entry.update_id ?? NaN);
      if (found === undefined) continue;
      found.note = [found.note, entry.kind === "delivery" ? noteOf(entry, found) : outcome(entry)].filter(Boolean).join("; ");
      if (found.note !== "") record.change(found.id, { note: found.note });
      if (entry.kind === "inline" && !entry.answer.ok) record.change(found.id, { callError: entry.answer.error_code, ...(entry.fault && { callFault: entry.fault }) });
    }
  };
  emulator.watch(() => queueMicrotask(() => latest.size > 0 && settle()));

  return async (delivery) => {
    const request = delivery as unknown as Request;
    const body = await request.text();
    const update = JSON.parse(body) as Record<string, unknown> & { update_id: number };
    const kind = Object.keys(update).find((name) => name !== "update_id") ?? "update";
    const { update_id } = update;
    const attempt = (attempts.get(update_id) ?? 0) + 1;
    attempts.set(update_id, attempt);
    const { url, headers, method, signal } = request;
    const id = record.add({
      time: Date.now(), direction: "delivery", name: kind,
      request: { verb: method, url, headers: Object.fromEntries(headers), body: update },
    });
    // Pending log entries belong to the previous delivery of this update.
    settle();
    const previous = latest.get(update_id)?.answer;
    const ongoing: OngoingDelivery = { id, note: "", isIgnored: false, isSameAnswer: false, answer: undefined };
    latest.set(update_id, ongoing);
    const since = performance.now();
    const response = await answer(new Request(url, { method, headers, body, signal }));
    const reply = await replyOf(response.clone());
    const call = methodIn(reply);
    // Nothing was called or answered since; otherwise the last entry would be a call.
    ongoing.answer = JSON.stringify(reply);
    ongoing.isSameAnswer = response.ok && call !== undefined && ongoing.answer === previous;
    ongoing.isIgnored = response.ok && call === undefined && record.entries.peek().at(-1)?.id === id;
    record.change(id, {
      ms: Math.round(performance.now() - since),
      response: { status: response.status, headers: Object.fromEntries(response.headers), body: reply },
      ...(call !== undefined && { note: `answered with ${call}` }),
    });
    if (response.ok || attempt < ATTEMPTS) return response;
    latest.set(update_id, { ...ongoing, note: "the last attempt here: the service would try longer" });
    return new Response(null);
  };
}

/** Marks the latest call of that method as struck by the fault. */
function markStruck(record: WireRecord, { method, fault }: LoggedCall): void {
  const struck = record.entries.peek().findLast(({ direction, name, fault }) => direction === "call" && name === method && fault === undefined);
  if (struck && fault !== undefined) record.change(struck.id, { fault });
}

/** Describes a delivery that is not a regular first attempt. */
function noteOf({ fault, attempt }: LoggedDelivery, { isIgnored, isSameAnswer }: OngoingDelivery): string {
  if (fault === "duplicate") {
    return isSameAnswer ? "delivered again: the bot gave the same answer" : isIgnored ? "delivered again: the bot ignored the duplicate" : "delivered again";
  }
  if (fault === "reorder") return "delivered late, out of order";
  return attempt > 1 ? `attempt ${attempt}` : "";
}

function outcome({ method, answer: { ok, error_code, description } }: LoggedCall): string {
  return ok ? `answered with ${method}` : `answered with ${method}, which failed: ${error_code} ${description}. The bot is not notified.`;
}

/** The body of the bot's answer, in any encoding. */
async function replyOf(response: Response): Promise<WireBody> {
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("multipart/") || type.startsWith("application/x-www-form-urlencoded")) {
    const form = [...(await response.formData())];
    return Object.fromEntries(form.map(([name, value]) => [name, typeof value === "string" ? value : `(file ${value.name}, ${value.size} bytes)`]));
  }
  const text = await response.text();
  try {
    return text === "" ? null : (JSON.parse(text) as WireBody);
  } catch {
    return text;
  }
}

/** The method of the call in an answer. */
function methodIn(reply: WireBody): string | undefined {
  const { method } = Object(reply) as { method?: unknown };
  return typeof method === "string" ? method : undefined;
}
