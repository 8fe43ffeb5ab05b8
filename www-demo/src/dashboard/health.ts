// The health of a bot: its webhook, what waits, and the last error, asked again while the page is visible.
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Update, WebhookInfo } from "botwire";
import { Calling } from "./calling.ts";
import type { Session } from "./session.ts";

/** How many waiting updates are shown. */
const MAX_WAITING = 5;

/** The health in a sentence. */
export interface Verdict {
  /** The class of its dot. */
  readonly style: "" | "ok" | "warn" | "bad";
  /** A few words, for the header. */
  readonly short: string;
  readonly text: string;
}

/** The health of one bot. */
export class BotHealth {
  readonly asking = new Calling<WebhookInfo>();
  /** The first updates that wait at the service, if nothing else receives them. They are not confirmed. */
  readonly waiting = signal<readonly Update[]>([]);
  readonly verdict: ReadonlySignal<Verdict | undefined>;
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
    this.verdict = computed(() => {
      const info = this.asking.result.value;
      return info && verdictOn(info, session.live.state.value === "on");
    });
  }

  /** Asks for the state of the webhook, unless it is known. */
  know(): void {
    if (this.asking.state.peek() === "idle") void this.asking.run(({ signal }) => this.#session.call("getWebhookInfo", {}, { signal }));
  }

  /** Asks, and shows that it does. */
  load = (): void => void this.asking.run(({ signal }) => this.#session.call("getWebhookInfo", {}, { signal })).then((info) => this.#peek(info));

  /** Asks without a sign of it. The next {@link load} shows a failure. */
  async look(): Promise<void> {
    const info = await this.#session.call("getWebhookInfo", {}).catch(() => undefined);
    if (info) this.asking.result.value = info;
    await this.#peek(info);
  }

  /** Reads what waits if there is no webhook, and if it waits, so that no program that polls is disturbed. */
  async #peek(info: WebhookInfo | undefined): Promise<void> {
    const { live } = this.#session;
    const isLeft = info !== undefined && info.url === "" && info.pending_update_count > 0 && live.state.peek() === "off";
    const found = isLeft ? await this.#session.call("getUpdates", { limit: MAX_WAITING, timeout: 0 }).catch(() => []) : [];
    this.waiting.value = Array.isArray(found) ? found : [];
  }
}

const all = new WeakMap<Session, BotHealth>();

/** The health of a session's bot. */
export function healthOf(session: Session): BotHealth {
  const health = all.get(session) ?? new BotHealth(session);
  all.set(session, health);
  return health;
}

const waits = (pending: number): string => (pending === 1 ? "1 update waits" : `${pending} updates wait`);

/** Judges the answer of getWebhookInfo. `isReceiving` says that this page polls. */
export function verdictOn({ url, pending_update_count: count, last_error_date: failedAt, last_error_message: failure }: WebhookInfo, isReceiving: boolean): Verdict {
  const pending = Number(count ?? 0);
  if (isReceiving) return { style: "ok", short: "Receives here", text: "This page receives the updates." };
  if (url === "") {
    if (pending > 0) return { style: "warn", short: waits(pending), text: `${waits(pending)}, and no webhook is set: the bot does not run, or does not poll.` };
    return { style: "", short: "No webhook", text: "No webhook is set and nothing waits: a bot that polls is fine." };
  }
  const hasFailed = failure !== undefined || failedAt !== undefined;
  if (hasFailed && pending > 0) return { style: "bad", short: `Webhook fails, ${waits(pending)}`, text: `The webhook fails: ${waits(pending)}. The last error says why.` };
  if (hasFailed) return { style: "ok", short: "Webhook, nothing waits", text: "Nothing waits at the service. A delivery to the webhook has failed before." };
  if (pending > 0) return { style: "ok", short: `Webhook, ${waits(pending)}`, text: `${waits(pending)} for the webhook. No delivery has failed.` };
  return { style: "ok", short: "Webhook, nothing waits", text: "Nothing waits at the service, and no delivery to the webhook has failed." };
}
