// Deliveries to the bot in this page, written down with what it answered and what became of the call in there.
import type { DeliveryHandler, LogEntry, LoggedCall } from "botwire/emulator";
import type { WireBody } from "../../wire/entries.ts";
import type { Stage } from "./stage.ts";

/** An answer with a call whose outcome only the service knows. */
interface Open {
  readonly id: number;
  readonly method: string;
  /** What there is to know beside. */
  readonly note: string;
}

/** Attempts after which an update is let go, so that those behind it get their turn. The service tries longer. */
const ATTEMPTS = 3;

/** Takes the deliveries of the service to the bot. */
export function delivered(answer: (request: Request) => Promise<Response>, { emulator, record }: Stage): DeliveryHandler {
  const open: Open[] = [];
  let looked = 0;
  let highest = 0;
  const attempts = new Map<number, number>();
  const failed = new Set<number>();

  /** Notes what became of the calls in answers, which the bot is not told. */
  const settle = (): void => {
    for (const entry of emulator.log(looked)) {
      looked = entry.number;
      if (!isInline(entry)) continue;
      const at = open.findIndex(({ method }) => method.toLowerCase() === entry.method.toLowerCase());
      const [found] = at < 0 ? [] : open.splice(at, 1);
      if (found) record.change(found.id, { note: [found.note, outcome(entry)].filter(Boolean).join("; ") });
    }
  };
  emulator.watch(() => queueMicrotask(() => open.length > 0 && settle()));

  return async (given) => {
    const request = given as unknown as Request;
    const body = await request.text();
    const update = JSON.parse(body) as Record<string, unknown> & { update_id: number };
    const kind = Object.keys(update).find((name) => name !== "update_id") ?? "update";
    const { update_id } = update;
    const attempt = (attempts.get(update_id) ?? 0) + 1;
    attempts.set(update_id, attempt);
    const note = failed.has(update_id) ? `attempt ${attempt}` : attempt > 1 ? "delivered again" : update_id < highest ? "delivered late, out of order" : "";
    highest = Math.max(highest, update_id);
    const { url, headers, method, signal } = request;
    const id = record.add({
      time: Date.now(), direction: "delivery", name: kind,
      request: { verb: method, url, headers: Object.fromEntries(headers), body: update },
      ...(note && { note }),
    });
    const since = performance.now();
    const response = await answer(new Request(url, { method, headers, body, signal }));
    const reply = await replyOf(response.clone());
    const call = methodIn(reply);
    record.change(id, {
      ms: Math.round(performance.now() - since),
      response: { status: response.status, headers: Object.fromEntries(response.headers), body: reply },
      ...(!note && call !== undefined && { note: `answered with ${call}` }),
    });
    if (call !== undefined && response.ok) open.push({ id, method: call, note });
    if (response.ok) return response;
    failed.add(update_id);
    if (attempt < ATTEMPTS) return response;
    record.change(id, { note: `attempt ${attempt}, the last one here: the service would try longer` });
    return new Response(null);
  };
}

const isInline = (entry: LogEntry): entry is LoggedCall => entry.kind === "inline";

function outcome({ method, answer: { ok, error_code, description } }: LoggedCall): string {
  return ok ? `answered with ${method}` : `answered with ${method}, which failed: ${error_code} ${description}. The bot is not told.`;
}

/** What the bot answered, whatever the encoding. */
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
