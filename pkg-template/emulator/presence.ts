// Whether a bot is there: its webhook and what came of the last delivery, or its polls.

import { answerOf } from "./answer.js";
import { Service } from "./emulator.js";
import type { LogEntry, LoggedDelivery } from "./log.js";
import type { Emulator } from "./service.js";
import type { User } from "./types.js";

/** A bot, and how it gets its updates. Times are milliseconds since 1970 by the emulator's clock. */
export interface BotPresence {
  user: User;
  /** URL of the webhook; absent if none is set. */
  webhook?: string;
  /** Whether a `getUpdates` waits now. */
  polling: boolean;
  /** When the bot called a method last. */
  last_call?: number;
  /** When it called `getUpdates` last. */
  last_poll?: number;
  /** The last delivery to its webhook. */
  last_delivery?: { time: number; update_id: number; attempt: number; status?: number; error?: string };
  /** When the first of the deliveries that failed is tried again. */
  next_retry?: number;
  /** Updates whose delivery failed and is tried again. */
  failing: number;
}

type Webhook = { url: string; max_connections?: number; allowed_updates?: string[] };

/** A delivery that failed is tried again after a second, two, four …, 12 times in all; see src/emulator/state/webhook.rs. */
const ATTEMPTS = 12;
const retryOf = ({ time, attempt }: LoggedDelivery): number => time + 1000 * 2 ** (attempt - 1);

/** What is known of one bot. */
class Known {
  webhook: Webhook | undefined;
  /** Parameters of the last `setWebhook`, if the log has it. */
  set: Record<string, unknown> | undefined;
  lastCall: number | undefined;
  lastPoll: number | undefined;
  lastDelivery: LoggedDelivery | undefined;
  readonly failed = new Map<number, LoggedDelivery>();
}

/** Follows the bots of an emulator that is served. */
export class Presence {
  readonly #emulator: Emulator;
  /** Polls that wait, by bot. */
  readonly #polls = new Map<number, number>();
  #known = new Map<number, Known>();
  #logged = 0;
  #areWebhooksOld = true;

  constructor(emulator: Emulator) {
    this.#emulator = emulator;
    const replaced = (): void => {
      this.#known.clear();
      this.#areWebhooksOld = true;
    };
    emulator.observe({ acted: () => {}, delivering: () => {}, replaced });
  }

  /** A poll of a bot begins; what is returned ends it. */
  polls(bot: number): () => void {
    this.#polls.set(bot, (this.#polls.get(bot) ?? 0) + 1);
    return () => void this.#polls.set(bot, (this.#polls.get(bot) ?? 1) - 1);
  }

  /** All bots. */
  bots(): BotPresence[] {
    this.#read();
    return this.#emulator.act("bots").map(({ user }) => {
      const { webhook, lastCall, lastPoll, lastDelivery, failed } = this.#of(user.id);
      const { time, update_id, attempt, status, error } = lastDelivery ?? ({} as Partial<LoggedDelivery>);
      const waiting = [...failed.values()].filter((delivery) => delivery.attempt < ATTEMPTS);
      return {
        user,
        ...(webhook !== undefined && { webhook: webhook.url }),
        polling: (this.#polls.get(user.id) ?? 0) > 0,
        ...(lastCall !== undefined && { last_call: lastCall }),
        ...(lastPoll !== undefined && { last_poll: lastPoll }),
        ...(lastDelivery !== undefined && { last_delivery: { time, update_id, attempt, status, error } as NonNullable<BotPresence["last_delivery"]> }),
        ...(waiting.length > 0 && { next_retry: Math.min(...waiting.map(retryOf)) }),
        failing: waiting.length,
      };
    });
  }

  /** Sets the webhook anew, which delivers all that waits at once. Returns false if the bot has none. */
  async retry(bot: number): Promise<boolean> {
    this.#read();
    const { webhook, set, failed } = this.#of(bot);
    if (webhook === undefined) return false;
    failed.clear();
    return this.#setWebhook(bot, set ?? { ...webhook });
  }

  /** Replaces the state, and sets the webhooks of now in it. */
  async keepWebhooks(replace: () => void): Promise<void> {
    this.#read();
    const before = [...this.#known].flatMap(([bot, { webhook, set }]) => (webhook === undefined ? [] : [[bot, set ?? { ...webhook }] as const]));
    replace();
    for (const [bot, parameters] of before) await this.#setWebhook(bot, parameters);
  }

  async #setWebhook(bot: number, parameters: Record<string, unknown>): Promise<boolean> {
    const token = this.#emulator.act("bots").find(({ user }) => user.id === bot)?.token;
    if (token === undefined) return false;
    const { certificate: _, ...others } = parameters;
    const body = new TextEncoder().encode(JSON.stringify(others));
    const answer = await this.#emulator.request({ method: "POST", target: `/bot${token}/setWebhook`, contentType: "application/json", body });
    return answer.status === 200;
  }

  #of(bot: number): Known {
    let known = this.#known.get(bot);
    if (known === undefined) this.#known.set(bot, (known = new Known()));
    return known;
  }

  #read(): void {
    for (const entry of this.#emulator.log(this.#logged)) {
      this.#logged = entry.number;
      this.#entry(entry);
    }
    if (this.#areWebhooksOld) this.#readWebhooks();
  }

  #entry(entry: LogEntry): void {
    const known = this.#of(entry.bot);
    if (entry.kind === "delivery") {
      const isDone = entry.status !== undefined && entry.status >= 200 && entry.status < 300;
      known.lastDelivery = entry;
      if (isDone) known.failed.delete(entry.update_id);
      else known.failed.set(entry.update_id, entry);
    } else if (entry.kind === "call") {
      known.lastCall = entry.time;
      if (/^getUpdates$/i.test(entry.method)) known.lastPoll = entry.time;
      if (!/^(set|delete)Webhook$/i.test(entry.method) || !entry.answer.ok) return;
      known.failed.clear();
      known.set = entry.parameters !== null && /^set/i.test(entry.method) && !hasHidden(entry.parameters) ? entry.parameters : undefined;
      this.#areWebhooksOld = true;
    }
  }

  /** Asks a copy: a call to the service itself would be in its log. */
  #readWebhooks(): void {
    this.#areWebhooksOld = false;
    const copy = Service.load("loopback", 0, 0, false, this.#emulator.save());
    try {
      for (const { user, token } of this.#emulator.act("bots")) {
        const answer = answerOf(copy.request(this.#emulator.clock.now(), "GET", `/bot${token}/getWebhookInfo`, "", new Uint8Array()) as unknown[]);
        const { result } = JSON.parse(String(answer.body)) as { result?: Webhook };
        const { url = "", max_connections, allowed_updates } = result ?? {};
        this.#of(user.id).webhook = url === "" ? undefined : { url, ...(max_connections && { max_connections }), ...(allowed_updates && { allowed_updates }) };
      }
    } finally {
      copy.free();
    }
  }
}

/** Whether the log has hidden something in parameters: a URL with the token of the bot. */
const hasHidden = (parameters: object): boolean => /<token>|… \(\d+ bytes\)/.test(JSON.stringify(parameters));
