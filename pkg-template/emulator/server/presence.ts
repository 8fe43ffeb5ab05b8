// The presence of bots: their webhooks and latest deliveries, or their polls.

import { DELIVERY_ATTEMPTS } from "../../policy.js";
import { answerOf } from "../core/answer.js";
import { coreOf } from "../core/core.js";
import type { DeliveryAnswers } from "./delivery-answers.js";
import { Service } from "../emulator.js";
import type { LogEntry, LoggedDelivery } from "../core/log.js";
import type { BotPresence, SeenDelivery } from "../core/results.js";
import type { Emulator } from "../testing/emulator.js";
import { isPoll } from "../testing/lines.js";

/** The number of listed deliveries of a bot. */
const MOST_DELIVERIES = 8;

type Webhook = { url: string; max_connections?: number; allowed_updates?: string[] };

/** A failed delivery is retried after 1, 2, 4 … seconds. */
const retryOf = ({ time, attempt }: LoggedDelivery): number => time + 1000 * 2 ** (attempt - 1);

/** A connection, which ends once. */
export interface Connection {
  once(event: "close", listener: () => void): unknown;
}

/** The known state of one bot. */
class Known {
  webhook: Webhook | undefined;
  /** Parameters of the last `setWebhook`, if the log has it. */
  set: Record<string, unknown> | undefined;
  lastCall: number | undefined;
  lastPoll: number | undefined;
  deliveries: LoggedDelivery[] = [];
  readonly failed = new Map<number, LoggedDelivery>();
}

/** Follows the bots of a served emulator. */
export class Presence {
  readonly #emulator: Emulator;
  readonly #answers: DeliveryAnswers;
  /** The open connections on which each bot made its last call. */
  readonly #connections = new Map<number, Set<Connection>>();
  /** The number of waiting polls of each bot. */
  readonly #polls = new Map<number, number>();
  #known = new Map<number, Known>();
  #logged = 0;
  #areWebhooksOld = true;

  constructor(emulator: Emulator, answers: DeliveryAnswers) {
    this.#emulator = emulator;
    this.#answers = answers;
    const replaced = (): void => {
      this.#known.clear();
      this.#logged = emulator.log().at(-1)?.number ?? 0;
      this.#areWebhooksOld = true;
    };
    coreOf(emulator).observe({ replaced });
  }

  /** Records the start of a poll. The returned function records its end. */
  polls(bot: number): () => void {
    this.#polls.set(bot, (this.#polls.get(bot) ?? 0) + 1);
    return () => {
      this.#polls.set(bot, (this.#polls.get(bot) ?? 1) - 1);
      // A poll that its client has aborted is not in the log.
      this.#of(bot).lastPoll = coreOf(this.#emulator).clock.now();
    };
  }

  /** Records that a bot has made a call on a connection. `changed` is called when its first connection begins and its last one ends. */
  connects(bot: number, connection: Connection, changed: () => void): void {
    let connections = this.#connections.get(bot);
    if (connections === undefined) this.#connections.set(bot, (connections = new Set()));
    if (connections.has(connection)) return;
    const known = connections.add(connection);
    if (known.size === 1) changed();
    connection.once("close", () => {
      known.delete(connection);
      if (known.size === 0) changed();
    });
  }

  /** All bots. */
  bots(): BotPresence[] {
    this.#read();
    return this.#emulator.act("bots").map(({ user }) => {
      const { webhook, lastCall, lastPoll, deliveries, failed } = this.#of(user.id);
      const waiting = [...failed.values()].filter((delivery) => delivery.attempt < DELIVERY_ATTEMPTS);
      return {
        user,
        ...(webhook !== undefined && { webhook: webhook.url }),
        polling: (this.#polls.get(user.id) ?? 0) > 0,
        connected: (this.#connections.get(user.id)?.size ?? 0) > 0,
        ...(lastCall !== undefined && { last_call: lastCall }),
        ...(lastPoll !== undefined && { last_poll: lastPoll }),
        deliveries: deliveries.map((delivery) => seenDelivery(delivery, this.#answers.of(delivery.delivery))),
        ...(waiting.length > 0 && { next_retry: Math.min(...waiting.map(retryOf)) }),
        failing: waiting.length,
        waiting: this.#emulator.act("queue", { bot: user.id }).length,
      };
    });
  }

  /** Sets the webhook again, which delivers waiting updates at once. Returns false if the bot has none. */
  async retry(bot: number): Promise<boolean> {
    this.#read();
    const { webhook, set, failed } = this.#of(bot);
    if (webhook === undefined) return false;
    failed.clear();
    return this.#setWebhook(bot, set ?? { ...webhook });
  }

  /** Discards the update whose delivery fails, or else the first one that waits. Returns false if none waits. */
  skip(bot: number): boolean {
    this.#read();
    const { failed } = this.#of(bot);
    const [first] = this.#emulator.act("queue", { bot });
    const update = [...failed.keys()].sort((one, other) => one - other)[0] ?? first?.update_id;
    if (update === undefined) return false;
    failed.delete(update);
    return coreOf(this.#emulator).discard(bot, update);
  }

  /** Sets the webhook of a bot to a URL, or deletes it by an empty one. Throws if the service refuses the URL. */
  async point(bot: number, url: string): Promise<true> {
    const { set, webhook } = (this.#read(), this.#of(bot));
    await this.#setWebhook(bot, { ...(set ?? webhook), url });
    return true;
  }

  /** Replaces the state, and sets the current webhooks in it. */
  async keepWebhooks(replace: () => void): Promise<void> {
    this.#read();
    const before = [...this.#known].flatMap(([bot, { webhook, set }]) => (webhook === undefined ? [] : [[bot, set ?? { ...webhook }] as const]));
    replace();
    // The new state may not have the bot.
    for (const [bot, parameters] of before) await this.#setWebhook(bot, parameters).catch(() => {});
  }

  async #setWebhook(bot: number, parameters: Record<string, unknown>): Promise<boolean> {
    const token = this.#emulator.act("bots").find(({ user }) => user.id === bot)?.token;
    if (token === undefined) throw new Error("Bad Request: bot not found");
    const { certificate: _, ...others } = parameters;
    const body = new TextEncoder().encode(JSON.stringify(others));
    const answer = await this.#emulator.request({ method: "POST", target: `/bot${token}/setWebhook`, contentType: "application/json", body });
    if (answer.status === 200) return true;
    throw new Error((JSON.parse(String(answer.body)) as { description: string }).description);
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
      known.deliveries = [entry, ...known.deliveries].slice(0, MOST_DELIVERIES);
      if (isDone) known.failed.delete(entry.update_id);
      else known.failed.set(entry.update_id, entry);
    } else if (entry.kind === "call") {
      known.lastCall = entry.time;
      if (isPoll(entry)) known.lastPoll = entry.time;
      if (!/^(set|delete)Webhook$/i.test(entry.method) || !entry.answer.ok) return;
      known.failed.clear();
      known.set = entry.parameters !== null && /^set/i.test(entry.method) && !hasHidden(entry.parameters) ? entry.parameters : undefined;
      this.#areWebhooksOld = true;
    }
  }

  /** Reads a copy, because a call to the service itself would appear in its log. */
  #readWebhooks(): void {
    this.#areWebhooksOld = false;
    const copy = new Service(undefined, 0, "loopback", 0, 0, "", 0, this.#emulator.save());
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

function seenDelivery({ time, update_id, update, attempt, status, error }: LoggedDelivery, answer: string | undefined): SeenDelivery {
  const kind = Object.keys(update ?? {}).find((name) => name !== "update_id");
  return {
    time, update_id, attempt,
    ...(kind !== undefined && { update: kind }),
    ...(status !== undefined && { status }),
    ...(error !== undefined && { error }),
    ...(answer !== undefined && { answer }),
  };
}

/** Returns whether the log has hidden parts of parameters, such as the token in a URL. */
const hasHidden = (parameters: object): boolean => /<token>|… \(\d+ bytes\)/.test(JSON.stringify(parameters));
