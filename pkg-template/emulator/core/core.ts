// The state of an emulator, for the class that tests use and for the server.

import { type ActionName, type ActionParameters, Hosts, type ActionResult, type UserFile, act, octets } from "./act.js";
import { type Answer, answerOf, type RequestParts } from "./answer.js";
import { checkObject, checkString } from "./check.js";
import { Deliveries, type DeliveryHandler } from "./delivery.js";
import type { Service } from "../emulator.js";
import { EventLoop, type Observer } from "./event-loop.js";
import { Methods } from "./methods.js";
import { ensureLoaded } from "./module.js";
import { openService } from "./open-service.js";
import { type EmulatorOptions, checkOptions } from "./options.js";
import type { NamedBot } from "./results.js";
import { Clock } from "./time.js";

/** Actions that change nothing. */
const LOOKS: ReadonlySet<string> = new Set(["answers", "messages", "message", "edits", "query", "invoice", "payment", "keyboard", "action", "members", "chat", "chats", "bots", "users", "queue", "faults"]);

/** A webhook, for those who show it and set it again. */
export interface ShownWebhook {
  bot: number;
  url: string;
  max_connections: number;
  allowed_updates: string[];
  /** An empty string if the webhook has no secret. */
  secret_token: string;
  /** The number of updates that it has not accepted and that are delivered again. */
  failing: number;
  /** The first of them. */
  first_failing: number | null;
  next_retry: number | null;
}

/** The core of an emulator. */
export class Core {
  readonly clock: Clock;
  readonly methods: Methods;
  readonly loop: EventLoop;
  bots: readonly NamedBot[];
  readonly #options: EmulatorOptions;
  readonly #deliveries: Deliveries;
  readonly #closing: (() => void)[] = [];
  #service: Service;
  /** True if only webhooks on this machine may be called over the network. */
  #loopbackOnly = false;

  /** @param contextOf - Makes the context of a call of an added method by the bot of that identifier. */
  constructor(options: EmulatorOptions, contextOf: (bot: number) => object) {
    checkOptions(options);
    ensureLoaded();
    this.#options = options;
    this.clock = new Clock(options.now);
    this.#service = openService(options, this.clock);
    this.bots = act(this.#service, this.clock.now(), "bots", {});
    this.#deliveries = new Deliveries(options);
    this.methods = new Methods(contextOf);
    this.loop = new EventLoop(this.#service, this.clock, this.#deliveries, this.methods);
  }

  /** The service. Throws if the emulator is closed. */
  get service(): Service {
    this.loop.checkOpen();
    return this.#service;
  }

  /** True if the emulator was created for clients for newer versions. */
  get isCompat(): boolean {
    return this.#options.compat === true;
  }

  get webhook(): DeliveryHandler | undefined {
    return this.#deliveries.webhook;
  }

  set webhook(handler: DeliveryHandler | undefined) {
    this.#deliveries.webhook = handler;
    this.#limitWebhooks();
  }

  /** Sets a function that finds files behind URLs. */
  hostWith(find: (url: string) => UserFile | undefined): void {
    this.#service.hostWith((this.loop.hosts = new Hosts(find)));
  }

  async request(request: RequestParts): Promise<Answer> {
    this.loop.checkOpen();
    const { method, target, contentType, body, signal } = checkObject("request", request);
    checkString("method", method);
    checkString("target", target);
    checkString("contentType", contentType);
    const bytes = octets("body", body);
    if (signal?.aborted) throw signal.reason;
    const answer = this.#service.request(this.clock.now(), method, target, contentType, bytes) as unknown[];
    if (answer[0] === 0) return this.loop.wait(Number(answer[1]), signal);
    this.loop.step();
    this.#checkHosts();
    return answerOf(answer);
  }

  act<Name extends ActionName>(name: Name, parameters: ActionParameters<Name>, file?: UserFile): ActionResult<Name> {
    const result = act(this.service, this.clock.now(), name, parameters, file);
    // Waits run queries after each event, and queries change nothing.
    if (!LOOKS.has(name)) {
      for (const { acted } of this.loop.observers) acted?.(name, parameters, result);
      this.loop.step();
    }
    this.#checkHosts();
    return result;
  }

  /** Removes the tokens of all bots from the keys and strings of a JSON text. */
  jsonWithoutTokens(json: string): string {
    return this.service.redactJson(checkString("json", json));
  }

  /**
   * Returns the state with a number such as `"@0"` in place of each large content, then the contents. With `isKnown`, a content
   * that the former call has returned is its number there.
   */
  saveApart(isKnown: boolean): [state: Uint8Array<ArrayBuffer>, ...contents: (number | Uint8Array<ArrayBuffer>)[]] {
    return this.service.saveApart(isKnown) as ReturnType<Core["saveApart"]>;
  }

  /**
   * Replaces the state by that of a snapshot. Its waiting and later updates have greater `update_id`s than any before. Long
   * polls end without updates. With `keepsLog`, the log goes on. Throws, and changes nothing, if the bytes are not a snapshot.
   */
  restore(snapshot: Uint8Array, { keepsLog = false } = {}): void {
    const former = this.service;
    const service = openService({ ...this.#options, snapshot: octets("snapshot", snapshot) }, this.clock);
    service.continueUpdateIds(former);
    if (keepsLog) service.continueLog(former);
    this.#service = service;
    this.bots = act(service, this.clock.now(), "bots", {});
    if (this.loop.hosts !== undefined) service.hostWith(this.loop.hosts);
    this.#limitWebhooks();
    this.loop.replace(service);
    former.free();
  }

  /** Calls the observer whenever something is done or begins. Returns a function that ends it. */
  observe(observer: Observer): () => void {
    this.loop.checkOpen();
    this.loop.observers.add(observer);
    return () => void this.loop.observers.delete(observer);
  }

  /** Stops the clock, or lets it go on. */
  stopClock(isStopped: boolean): void {
    this.loop.checkOpen();
    if (isStopped) this.clock.stop();
    else this.clock.start();
    // Sets the timer again, or clears it.
    this.loop.step();
  }

  /** Returns a note if updates wait without a webhook, otherwise an empty text. */
  waiting(): string {
    return this.service.waiting();
  }

  /** Returns the webhooks of all bots. A call of getWebhookInfo would be in the log. */
  webhooks(): ShownWebhook[] {
    return JSON.parse(this.service.webhooks()) as ShownWebhook[];
  }

  /** Discards an update that waits for a bot. Returns false if it does not wait. */
  discard(bot: number, update: number): boolean {
    const isDone = this.service.discard(this.clock.now(), bot, update);
    this.loop.step();
    return isDone;
  }

  /** Leaves a gap before the next `update_id` of each bot, for a snapshot older than the last update that a bot has received. */
  skipUpdateIds(count: number): void {
    this.service.skipUpdateIds(count);
  }

  /** Runs when the emulator is closed. */
  onClose(closed: () => void): void {
    this.loop.checkOpen();
    this.#closing.push(closed);
  }

  close(): void {
    if (this.loop.isClosed) return;
    this.loop.close();
    for (const closed of this.#closing) closed();
    this.#service.free();
  }

  /**
   * From now on, refuses webhooks on other machines, unless the option `webhook` or a custom `fetch` handles them.
   */
  allowLoopbackWebhooksOnly(): void {
    this.#loopbackOnly = true;
    this.#limitWebhooks();
  }

  #limitWebhooks(): void {
    const only = this.#loopbackOnly && this.#deliveries.leaveTheProcess;
    this.#deliveries.loopbackOnly = only;
    if (!this.loop.isClosed) this.#service.allowLoopbackWebhooksOnly(only);
  }

  /** Throws if the option `files` returned something other than a file. */
  #checkHosts(): void {
    const error = this.loop.hosts?.takeError();
    if (error !== undefined) throw error;
  }
}

const cores = new WeakMap<object, Core>();

/** Makes the core of an emulator. */
export function coreFor(emulator: object, options: EmulatorOptions, contextOf: (bot: number) => object): Core {
  const core = new Core(options, contextOf);
  cores.set(emulator, core);
  return core;
}

/** Returns the core of an emulator. */
export function coreOf(emulator: object): Core {
  return cores.get(emulator)!;
}
