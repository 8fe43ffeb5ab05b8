// The presence of bots: their webhooks and latest deliveries, or their polls.

import { type ShownWebhook, coreOf } from "../core/core.js";
import type { DeliveryAnswers } from "./delivery-answers.js";
import type { LoggedDelivery } from "../core/log.js";
import type { BotPresence, SeenDelivery } from "../core/results.js";
import type { Emulator } from "../testing/emulator.js";
import { isPoll } from "../testing/lines.js";

/** The number of listed deliveries of a bot. */
const MOST_DELIVERIES = 8;

/** A connection, which ends once. */
export interface Connection {
  once(event: "close", listener: () => void): unknown;
}

/** What the log and the connections tell of one bot. */
class Known {
  lastCall: number | undefined;
  lastPoll: number | undefined;
  deliveries: LoggedDelivery[] = [];
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

  constructor(emulator: Emulator, answers: DeliveryAnswers) {
    this.#emulator = emulator;
    this.#answers = answers;
    const replaced = (): void => {
      this.#known.clear();
      this.#logged = emulator.log().at(-1)?.number ?? 0;
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
    const webhooks = coreOf(this.#emulator).webhooks();
    return this.#emulator.act("bots").map(({ user }) => {
      const { lastCall, lastPoll, deliveries } = this.#of(user.id);
      const webhook = webhooks.find(({ bot }) => bot === user.id);
      const next_retry = webhook?.next_retry ?? undefined;
      return {
        user,
        ...(webhook !== undefined && { webhook: webhook.url }),
        polling: (this.#polls.get(user.id) ?? 0) > 0,
        connected: (this.#connections.get(user.id)?.size ?? 0) > 0,
        ...(lastCall !== undefined && { last_call: lastCall }),
        ...(lastPoll !== undefined && { last_poll: lastPoll }),
        deliveries: deliveries.map((delivery) => seenDelivery(delivery, this.#answers.of(delivery.delivery))),
        ...(next_retry !== undefined && { next_retry }),
        failing: webhook?.failing ?? 0,
        waiting: this.#emulator.act("queue", { bot: user.id }).length,
      };
    });
  }

  /** Sets the webhook again, which delivers waiting updates at once. Returns false if the bot has none. */
  async retry(bot: number): Promise<boolean> {
    const webhook = this.#webhook(bot);
    return webhook !== undefined && this.#setWebhook(bot, webhook, webhook.url);
  }

  /** Discards the update whose delivery fails, or else the first one that waits. Returns false if none waits. */
  skip(bot: number): boolean {
    const [first] = this.#emulator.act("queue", { bot });
    const update = this.#webhook(bot)?.first_failing ?? first?.update_id;
    return update !== undefined && coreOf(this.#emulator).discard(bot, update);
  }

  /** Sets the webhook of a bot to a URL, or deletes it by an empty one. Throws if the service refuses the URL. */
  async point(bot: number, url: string): Promise<true> {
    await this.#setWebhook(bot, this.#webhook(bot) ?? {}, url);
    return true;
  }

  /** Replaces the state, and sets the current webhooks in it. */
  async keepWebhooks(replace: () => void): Promise<void> {
    const before = coreOf(this.#emulator).webhooks();
    replace();
    // The new state may not have the bot.
    for (const webhook of before) await this.#setWebhook(webhook.bot, webhook, webhook.url).catch(() => {});
  }

  #webhook(bot: number): ShownWebhook | undefined {
    return coreOf(this.#emulator).webhooks().find((webhook) => webhook.bot === bot);
  }

  async #setWebhook(bot: number, { max_connections, allowed_updates, secret_token }: Partial<ShownWebhook>, url: string): Promise<boolean> {
    const token = this.#emulator.act("bots").find(({ user }) => user.id === bot)?.token;
    if (token === undefined) throw new Error("Bad Request: bot not found");
    const parameters = { url, max_connections, allowed_updates, ...(secret_token && { secret_token }) };
    const body = new TextEncoder().encode(JSON.stringify(parameters));
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
      const known = this.#of(entry.bot);
      if (entry.kind === "delivery") known.deliveries = [entry, ...known.deliveries].slice(0, MOST_DELIVERIES);
      if (entry.kind === "call") known.lastCall = entry.time;
      if (isPoll(entry)) known.lastPoll = entry.time;
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
