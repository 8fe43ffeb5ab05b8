// An update from its arrival to the release of its last claim: does what the machine says, and tells it what happened.
import type { Bot } from "../bot.js";
import { start } from "../engine/start.js";
import { StoreError } from "../errors/errors.js";
import { keyOfToken } from "../options/bot-id.js";
import { isPromise, type RequestLike, type SignalLike } from "../platform.js";
import type { Update } from "../types.js";
import type { Alarm } from "./alarms.js";
import { type ClaimStore, storeOf } from "./claims.js";
import type { UpdateHandler } from "./context.js";
import type { Gathers } from "./chat-queue.js";
import * as on from "./delivery-rules.js";
import type { DeliveryAction, DeliveryEvent } from "./delivery-rules.js";
import { Effects } from "./effects.js";
import { type Held, HeldKeys, nameOf, newOwner } from "./held-keys.js";
import { newContext, type Shared } from "./handler-context.js";
import { type DeliveryConfig, initialState, isEnded, isGivenUp, step } from "./machine.js";
import type { Ongoing } from "./ongoing.js";
import { eventOfError, outcomeOf, report, waitUntil } from "./report.js";
import { type Savable, type SaveSessions, saveUpdate, type StagedSession } from "./save.js";
import { isAnswer, isNothing, sendCall } from "./send-call.js";
import type { Host, UpdateSettings } from "./settings.js";
import { StoreOperation } from "./store-operation.js";

/** Microtasks after which a handler that has not ended waits for something outside. */
const FIRST_TURN = 24;

export abstract class Delivery implements Ongoing, Savable {
  /** The host is dropped after it has thrown. */
  host: Host | undefined;
  readonly keys: HeldKeys;
  staged: readonly StagedSession[] = [];
  saveAll: SaveSessions | undefined;
  /** The number of this run of the handler. Afterwards the number of runs that count. */
  attempt = 1;
  isLate = false;
  /** The call that answers the query of the update. */
  answer: { readonly method: string } | undefined;
  /** The call that the handler returned. */
  call: unknown;
  error: unknown;
  /** What `onError` returned. */
  reported: unknown;
  /** `poll` lets later updates of the chat begin while the handler waits for them. */
  gathers: Gathers | undefined;
  /** Told of the end of the update. An object, see `StoreOperation`. */
  listener: { runEnded(isDone: boolean): void } | undefined;
  /** The remembered response of an update that is done. */
  remembered = "";
  #state: number;
  #events = "";
  #isBusy = false;
  #context: Shared<Delivery> | undefined;
  #effects: Effects | undefined;
  #claim: Held | undefined;
  #deadline: Alarm | undefined;
  #claims: ClaimStore | false | undefined;
  #operation: StoreOperation | undefined;
  /** True after the end of the update is saved, or the response said so. */
  #isOver = false;
  /** @param source - `method` in errors: the webhook or `poll`. @param kind - `undefined` if the update has none. */
  constructor(
    readonly source: string,
    readonly settings: UpdateSettings,
    readonly handle: UpdateHandler<any, any>,
    readonly update: Update,
    readonly kind: string | undefined,
    readonly env: unknown,
    readonly request: RequestLike | undefined,
    host: Host | undefined,
    readonly startedAt: number,
    config: Omit<DeliveryConfig, "sends">,
  ) {
    this.host = host;
    this.keys = new HeldKeys(this);
    this.#state = initialState({ ...config, sends: true });
  }

  /** The signal of the handler's context. */
  abstract signal(): SignalLike;
  /** Aborts it later. */
  abstract signalLater(): void;
  /** Checks the returned call, and prepares the response: at once, if nothing has to be waited for. */
  abstract check(): void | Promise<void>;
  /** Sends the returned call, which was checked. */
  abstract send(): Promise<void>;
  /** Prepares the answer to the query of a handler that has failed, so that a commit can remember it. */
  async prepareAnswer(): Promise<void> {}
  abstract respond(action: DeliveryAction): void;
  /** Returns the text of the prepared response, if it can be remembered. */
  abstract textOfResponse(): string | undefined;
  /** The event if nothing waits for the update any more. */
  abstract gone(): DeliveryEvent | undefined;
  abstract ended(): void;
  /** Called if the handler waits for something outside. */
  goesOn(): void {}
  /** Called if the update was handled before. */
  repeated(): void {}
  /** Responds before the handler ends, as at the deadline, unless an update must not be lost. */
  respondEarly(): void {}

  /** Makes a running update come again, as one that is given up while it waits. @throws The error after a response that says "done". */
  comeAgain(error: Error): void {
    if (this.#isOver) throw error;
    for (const event of [on.ON_WAIT_BEGAN, on.ON_STOP, on.ON_WAIT_OVER] as const) this.feed(event);
  }

  get context(): Shared<Delivery> {
    return (this.#context ??= newContext(this));
  }

  /** Created when a handler reads it. */
  get bot(): Bot {
    return (this.#effects ??= new Effects(this)).bot;
  }

  get isGivenUp(): boolean {
    return isGivenUp(this.#state);
  }

  /** Handles the update. @param limitMs - When the deadline comes; 0 for never. */
  start(limitMs = 0): void {
    this.feed(on.ON_START);
    if (limitMs > 0 && !isEnded(this.#state)) this.#deadline = this.keys.alarms.set(limitMs, () => this.feed(on.ON_DEADLINE));
    void this.#startTimers();
  }

  async #startTimers(): Promise<void> {
    for (let turn = 0; turn < FIRST_TURN && !isEnded(this.#state); turn++) await undefined;
    // A handler may go on in the background.
    if (isEnded(this.#state)) return this.keys.alarms.start();
    this.keys.startTimers();
    this.goesOn();
  }

  /** Tells the machine what happened, and does what it says. A store in memory answers inside of an action: its event waits. */
  feed(event: DeliveryEvent | undefined): void {
    if (event === undefined) return;
    this.#events += event;
    if (this.#isBusy) return;
    this.#isBusy = true;
    // By index, as in the machine.
    for (let next = 0; next < this.#events.length; next++) {
      const [state, actions] = step(this.#state, this.#events[next] as DeliveryEvent);
      this.#state = state;
      for (let at = 0; at < actions.length; at++) this.#perform(actions[at] as DeliveryAction);
    }
    this.#events = "";
    this.#isBusy = false;
    if (!isEnded(this.#state)) return;
    this.keys.alarms.cancel(this.#deadline);
    this.keys.close();
    this.ended();
    this.listener?.runEnded(this.#isOver);
  }

  #perform(action: DeliveryAction): void {
    switch (action) {
      case on.DO_CLAIM:
        return this.#claimUpdate();
      case on.DO_ASK_AGAIN:
        return this.#operation!.askAgain();
      case on.DO_CANCEL:
        this.keys.tellSilent();
        return this.#operation!.cancel();
      case on.DO_RUN:
        return this.#run();
      case on.DO_CANCEL_WAIT:
        return this.keys.cancelWait();
      case on.DO_SIGNAL_LATER:
        this.isLate = true;
        return this.signalLater();
      case on.DO_CHECK:
        return this.#fed(() => this.check(), on.ON_CHECKED, eventOfError);
      case on.DO_REPORT_RETRY:
      case on.DO_REPORT_LAST:
        return void this.#report(action === on.DO_REPORT_RETRY);
      case on.DO_TELL:
        return void report(this, this.error, !this.#isOver);
      case on.DO_SAVE_DONE:
        return this.#save([], undefined);
      case on.DO_SAVE_ALL:
        return this.#save(this.staged, undefined);
      case on.DO_SAVE_DONE_REMEMBER:
        return this.#save([], this.textOfResponse());
      case on.DO_SAVE_ALL_REMEMBER:
        return this.#save(this.staged, this.textOfResponse());
      case on.DO_SEND:
        return this.#fed(() => this.send(), on.ON_SENT, () => on.ON_SEND_FAILED);
      case on.DO_SEND_ANSWER:
        return waitUntil(this, sendCall(this, this.answer));
      case on.DO_RELEASE:
      case on.DO_RELEASE_REFUND:
        return this.#release(action === on.DO_RELEASE_REFUND ? 1 : 0);
      default:
        this.#isOver ||= action !== on.DO_RESPOND_AGAIN;
        this.respond(action);
    }
  }

  #fed(work: () => void | Promise<void>, done: DeliveryEvent, eventOf: (error: unknown) => DeliveryEvent): void {
    const ended = (): void => {
      this.feed(this.gone());
      this.feed(done);
    };
    const failed = (error: unknown): void => {
      this.error = error;
      this.feed(eventOf(error));
    };
    try {
      const promise = work();
      if (promise) return void promise.then(ended, failed);
    } catch (error) {
      return failed(error);
    }
    ended();
  }

  #asked<Value>(ask: () => Value | Promise<Value>, eventOf: (answer: Value) => DeliveryEvent): void {
    (this.#operation = new StoreOperation(this, ask, eventOf)).ask();
  }

  /** Returns the store of an option. A function that is also that of the updates returns one store for both. */
  storeOf<Store>(store: Store | ((env: any) => Store)): unknown {
    return store === (this.settings.store as unknown) && this.#claims ? this.#claims : typeof store === "function" ? (store as Function)(this.env) : store;
  }

  #claimUpdate(): void {
    const { store, core, leaseMs } = this.settings;
    try {
      this.#claims = storeOf(this.source, this.storeOf(store));
    } catch (error) {
      this.error = error;
      return this.feed(on.ON_STORE_OVER);
    }
    const claims = this.#claims;
    if (!claims) return this.feed(this.#owned(this.attempt));
    const key = `${keyOfToken(core.token)}:update:${this.update.update_id}`;
    const owner = newOwner();
    this.#asked(
      () => this.keys.claim(claims, key, leaseMs, owner),
      (claimed) => {
        if (typeof claimed === "object" && "key" in claimed) {
          this.#claim = claimed;
          return this.#owned(Math.max(this.attempt, claimed.attempts));
        }
        if (claimed === "busy") return on.ON_BUSY;
        if (this.#operation!.isCancelled) return on.ON_CANCELLED;
        this.repeated();
        if (claimed === "done") return on.ON_DONE;
        this.remembered = claimed.response;
        return on.ON_DONE_REMEMBERED;
      },
    );
  }

  #owned(attempts: number): DeliveryEvent {
    const most = this.settings.attempts;
    this.attempt = Math.min(attempts, most);
    if (attempts < most) return on.ON_OWNED;
    if (attempts === most) return on.ON_OWNED_LAST;
    this.error = new StoreError(this.source, nameOf(this.#claims || {}), "claim", `${most} runs of the handler have begun and not ended`);
    return on.ON_OWNED_OVER;
  }

  #run(): void {
    try {
      // The answer to a query is checked when the handler gives it.
      const starting = this.kind?.endsWith("_query") ? start() : undefined;
      const returned: unknown = starting ? starting.then(() => this.handle(this.update, this.context as any)) : this.handle(this.update, this.context as any);
      if (isPromise(returned)) Promise.resolve(returned).then((value) => this.#returned(value), (error) => this.#failed(error));
      else this.#returned(returned);
    } catch (error) {
      this.#failed(error);
    }
  }

  #returned(returned: unknown): void {
    try {
      this.call = isNothing(returned) ? this.answer : returned;
      this.#effects?.close(this.call);
      this.feed(this.gone());
      this.feed(this.call === undefined ? on.ON_RETURNED_NOTHING : isAnswer(this, this.call) ? on.ON_RETURNED_ANSWER : on.ON_RETURNED_CALL);
    } catch (error) {
      // A proxy that throws.
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    this.error = error;
    this.#effects?.close(undefined);
    this.feed(eventOfError(error));
  }

  async #report(willRetry: boolean): Promise<void> {
    this.reported = await report(this, this.error, willRetry);
    if (this.answer) await this.prepareAnswer();
    this.feed(outcomeOf(this.reported));
  }

  #save(sessions: readonly StagedSession[], response: string | undefined): void {
    const claim = this.#claim;
    this.#asked(
      () => saveUpdate(this, claim, sessions, response),
      (saved) => {
        if (saved !== true) {
          this.error = saved;
          return on.ON_SAVE_REFUSED;
        }
        this.#isOver = true;
        this.keys.forget(claim);
        return claim && response !== undefined ? on.ON_SAVED_REMEMBERED : on.ON_SAVED;
      },
    );
  }

  #release(refund: number): void {
    this.attempt -= refund;
    this.#asked(() => this.keys.release(this.#claim, this.attempt), () => on.ON_RELEASED);
  }
}
