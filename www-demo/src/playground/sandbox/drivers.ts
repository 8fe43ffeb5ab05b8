// How updates come to the bot: the service delivers them to a webhook, or the bot asks for them by long polling.
import { type Signal, signal } from "@preact/signals";
import { type Bot, poll } from "botwire";
import type { Program, Runner } from "../run/runner.ts";

/** The two ways. */
export type Driver = "webhook" | "polling";

/** Milliseconds that handlers have to end before the next program starts. */
const LONGEST = 2000;

/** The driver of one bot. */
export class Drivers {
  /** The driver in use. */
  readonly current: Signal<Driver> = signal("webhook");
  readonly #runner: Runner;
  readonly #url: string;
  #stop = new AbortController();
  #polling: Promise<void> = Promise.resolve();
  #turn = 0;

  /** @param url - Where the service delivers to. */
  constructor(runner: Runner, url: string) {
    this.#runner = runner;
    this.#url = url;
  }

  /** Starts or restarts the bot with a driver, by default the current one. `bot` registers the webhook. */
  async start(bot: Bot, wanted: Driver = this.current.value): Promise<void> {
    const turn = (this.#turn += 1);
    this.#stop.abort();
    // A handler that never ends must not keep the next one from its start.
    await Promise.race([this.#polling, new Promise((resolve) => setTimeout(resolve, LONGEST))]);
    const program = this.#runner.program.value;
    if (!program || turn !== this.#turn) return;
    const driver = isPossible(program, wanted) ? wanted : wanted === "webhook" ? "polling" : "webhook";
    const isNew = driver !== this.current.value;
    this.current.value = driver;
    if (driver === "polling") this.#poll(program, !isNew);
    else await bot.setWebhook({ url: this.#url });
  }

  #poll({ bot, handler }: Program, keepWebhook: boolean): void {
    const { signal } = (this.#stop = new AbortController());
    const { onError } = this.#runner;
    // Faults of getUpdates are seen on the wire.
    this.#polling = poll(bot, handler!, { signal, onError, onRetry: () => undefined, keepWebhook }).catch(onError);
  }

  /** Ends polling. */
  close(): void {
    this.#turn += 1;
    this.#stop.abort();
  }
}

/** True if a program supports a driver. */
export const isPossible = ({ fetch, handler }: Program, driver: Driver): boolean => (driver === "webhook" ? fetch : handler) !== undefined;
