// The driver of the emulator: brings requests to the state machine, and its deliveries out.

import type { FetchLike, PlatformResponse, RequestLike, SignalLike } from "../platform.js";
import { Service } from "./emulator.js";
import { type WebhookHandler, deliver } from "./delivery.js";
import type { LogEntry } from "./log.js";
import { load } from "./module.js";
import { Clock, type Duration, milliseconds } from "./time.js";
import type { Message, User } from "./types.js";
import { EmulatorUser, type SeenMessage, type UserOptions, type World } from "./user.js";

/** A bot to create; what is absent is made up, the same way each time. */
export interface BotOptions {
  /** Authorization token. Digits before a colon are the identifier of the bot. */
  token?: string;
  /** Without `@`. */
  username?: string;
  first_name?: string;
}

/** How the emulator behaves. */
export interface EmulatorOptions {
  /** The bots. Default: one. */
  bots?: BotOptions[];
  /**
   * The time in milliseconds since 1970. Default: the platform's. With a clock of one's own nothing
   * happens by itself: {@link Emulator.advance} moves time, and long polls and repeated deliveries with it.
   */
  now?: () => number;
  /** Equal seeds give equal identifiers and tokens. Default: 1. */
  seed?: number;
  /**
   * Which webhooks may be plain HTTP on any port, which the service does not allow: those on this
   * machine (the default), all (`true`), or none (`false`).
   */
  allowHttpWebhooks?: boolean | "loopback";
  /** Delivers to webhooks. Default: the platform's. */
  fetch?: FetchLike;
  /** Takes the deliveries of all webhooks in place of `fetch`. Can be set later. */
  webhook?: WebhookHandler;
  /** How many entries the log keeps. Default: 1000. */
  logSize?: number;
}

/** An answer to a request. */
export interface Answer {
  status: number;
  /** The envelope as JSON text. */
  body: string;
}

/** A long poll that waits. */
interface Waiting {
  settle(answer: Answer): void;
  fail(reason: unknown): void;
}

/** The service in a box, made by `createEmulator()`. */
export class Emulator {
  /** Base URL for a Bot that is given {@link fetch}; any other does as well. */
  readonly baseUrl = "https://emulator.test";
  /** The bots and their tokens. */
  readonly bots: readonly { readonly user: User; readonly token: string }[];
  /** Takes the deliveries of all webhooks in place of `fetch`, so that no socket is needed. */
  webhook: WebhookHandler | undefined;

  readonly #service: Service;
  readonly #clock: Clock;
  readonly #send: FetchLike;
  readonly #users: EmulatorUser[] = [];
  readonly #waiting = new Map<number, Waiting>();
  /** Bodies of requests that are still being read. */
  readonly #arriving = new Set<Promise<unknown>>();
  readonly #delivering = new Set<Promise<unknown>>();
  readonly #watchers = new Set<() => boolean>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(options: EmulatorOptions) {
    load();
    const { allowHttpWebhooks = "loopback" } = options;
    const webhooks = allowHttpWebhooks === "loopback" ? "loopback" : allowHttpWebhooks ? "always" : "never";
    this.#service = new Service(options.seed ?? 1, webhooks, options.logSize ?? 1000);
    this.#clock = new Clock(options.now);
    // A free call: as a method of an object, the platform's fetch throws "Illegal invocation".
    const send: FetchLike = options.fetch ?? globalThis.fetch;
    this.#send = (url, init) => send(url, init);
    this.webhook = options.webhook;
    this.bots = (options.bots ?? [{}]).map((bot) => said(() => JSON.parse(this.#service.addBot(JSON.stringify(bot)))));
  }

  /** The first bot. */
  get bot(): User {
    return this.#first().user;
  }

  /** The token of the first bot. */
  get token(): string {
    return this.#first().token;
  }

  /** The users created so far. */
  get users(): readonly EmulatorUser[] {
    return this.#users;
  }

  /** Answers a request like the service: the `fetch` option of a Bot. It is bound, pass it as it is. */
  readonly fetch = async (
    input: string | { readonly href: string } | RequestLike,
    init?: object,
  ): Promise<PlatformResponse> => {
    const request = new Request(input as Request, init);
    const { pathname, search } = new URL(request.url);
    const type = request.headers.get("content-type") ?? "";
    const reading = request.arrayBuffer();
    this.#arriving.add(reading);
    let answering: Promise<Answer>;
    try {
      const body = new Uint8Array(await reading);
      answering = this.request(request.method, pathname + search, type, body, request.signal);
    } finally {
      this.#arriving.delete(reading);
    }
    const answer = await answering;
    return new Response(answer.body, { status: answer.status, headers: { "content-type": "application/json" } });
  };

  /**
   * Answers a request given by its parts, for servers. `target` is the path with its query. The
   * signal ends a long poll.
   */
  async request(
    verb: string,
    target: string,
    contentType: string,
    body: Uint8Array,
    signal?: SignalLike,
  ): Promise<Answer> {
    this.#open();
    if (signal?.aborted) throw signal.reason;
    const answer = this.#service.request(this.#now(), verb, target, contentType, body);
    const [status, rest] = answer as [number, string | number];
    if (status === 0) return this.#wait(Number(rest), signal);
    this.#step();
    return { status, body: String(rest) };
  }

  /** A new user. */
  user(options: UserOptions = {}): EmulatorUser {
    this.#open();
    const user: User = said(() => JSON.parse(this.#service.addUser(JSON.stringify(options))));
    const created = new EmulatorUser(this.#world(), user);
    this.#users.push(created);
    return created;
  }

  /** Calls and deliveries since that entry, oldest first, without tokens. */
  log(after = 0): LogEntry[] {
    this.#open();
    return JSON.parse(this.#service.log(after)) as LogEntry[];
  }

  /**
   * Waits until every request made by {@link fetch} has arrived and no delivery to a webhook is under
   * way. Later attempts of failed deliveries are not awaited.
   */
  async settle(): Promise<void> {
    this.#step();
    while (this.#arriving.size + this.#delivering.size > 0) {
      await Promise.allSettled([...this.#arriving, ...this.#delivering]);
    }
  }

  /**
   * Moves time ahead, stopping wherever something is due on the way (a long poll ends, a delivery is
   * tried again), and waits for the deliveries.
   */
  async advance(duration: Duration): Promise<void> {
    const target = this.#now() + milliseconds(duration);
    for (;;) {
      await this.settle();
      const wake = this.#closed ? undefined : this.#service.nextWake();
      if (wake === undefined || wake > target) break;
      this.#clock.moveTo(wake);
    }
    this.#clock.moveTo(target);
    await this.settle();
  }

  /** Ends long polls and deliveries and frees the memory; later calls throw. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#timer);
    for (const waiting of this.#waiting.values()) waiting.fail(closed());
    this.#waiting.clear();
    this.#watchers.clear();
    this.#service.free();
  }

  #now(): number {
    return this.#clock.now();
  }

  #open(): void {
    if (this.#closed) throw closed();
  }

  #first(): { readonly user: User; readonly token: string } {
    const [first] = this.bots;
    if (first === undefined) throw new Error("the emulator has no bots");
    return first;
  }

  #wait(poll: number, signal: SignalLike | undefined): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        this.#waiting.delete(poll);
        signal?.removeEventListener("abort", abort);
      };
      const abort = (): void => {
        end();
        if (!this.#closed) this.#service.cancel(poll);
        reject(signal?.reason);
      };
      this.#waiting.set(poll, {
        settle: (answer) => (end(), resolve(answer)),
        fail: (reason) => (end(), reject(reason)),
      });
      signal?.addEventListener("abort", abort);
      this.#step();
    });
  }

  /** Carries out whatever is due now. */
  #step(): void {
    if (this.#closed) return;
    const ready = this.#service.ready(this.#now()) as (number | string)[];
    for (let at = 0; at < ready.length; at += 3) {
      this.#waiting.get(Number(ready[at]))?.settle({ status: Number(ready[at + 1]), body: String(ready[at + 2]) });
    }
    const deliveries = this.#service.deliveries(this.#now()) as (number | string)[];
    for (let at = 0; at < deliveries.length; at += 3) {
      this.#deliver(Number(deliveries[at]), String(deliveries[at + 1]), String(deliveries[at + 2]));
    }
    for (const look of this.#watchers) {
      if (look()) this.#watchers.delete(look);
    }
    this.#schedule();
  }

  #deliver(id: number, url: string, body: string): void {
    const delivery = deliver({ id, url, body }, this.webhook, this.#send).then((outcome) => {
      this.#delivering.delete(delivery);
      if (this.#closed) return;
      if ("reason" in outcome) this.#service.failed(this.#now(), id, outcome.reason);
      else this.#service.delivered(this.#now(), id, outcome.status, outcome.contentType, outcome.body);
      this.#step();
    });
    this.#delivering.add(delivery);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const wake = this.#clock.ticks ? this.#service.nextWake() : undefined;
    if (wake === undefined) return;
    // Longer ones overflow and fire at once.
    const wait = Math.min(Math.max(wake - this.#now(), 0), 0x7fffffff);
    this.#timer = setTimeout(() => this.#step(), wait);
    // A delivery to be tried again is no reason to keep a Node process alive; a long poll is.
    if (this.#waiting.size === 0) (this.#timer as { unref?: () => void }).unref?.();
  }

  #world(): World {
    return {
      bot: this.bot,
      write: (writing) => {
        this.#open();
        const message: Message = said(() => JSON.parse(this.#service.write(this.#now(), JSON.stringify(writing))));
        this.#step();
        return message;
      },
      messages: (bot, user, after) => {
        this.#open();
        return JSON.parse(this.#service.messages(bot, user, after)) as SeenMessage[];
      },
      watch: (look) => {
        if (!look()) this.#watchers.add(look);
        return () => this.#watchers.delete(look);
      },
    };
  }
}

function closed(): Error {
  return new Error("the emulator is closed");
}

/** What the wasm says by throwing a string becomes an Error. */
function said<T>(act: () => T): T {
  try {
    return act();
  } catch (reason) {
    throw typeof reason === "string" ? new Error(reason) : reason;
  }
}
