// Work between the calls of an emulator: waiting long polls, deliveries to webhooks, time.

import type { SignalLike } from "../../platform.js";
import type { ActionName, Hosts } from "./act.js";
import { type Answer, envelope } from "./answer.js";
import type { Deliveries, Delivery, DeliveryOutcome } from "./delivery.js";
import { deliveriesOf } from "./delivery.js";
import type { Service } from "../emulator.js";
import { LongPolls } from "./long-polls.js";
import { type Methods, callsOf } from "./methods.js";
import { Alarm, type Clock, type Duration } from "./time.js";
import { Timers } from "./timers.js";

/** Turns of the event loop after which work that a timer started has reached its next request, timer or end. */
const TURNS_OF_TIMER = 10;
/** Turns after which a delivery in flight counts as waiting for a timer. */
const TURNS_OF_DELIVERY = 50;

/** Observes actions and deliveries. Its functions must not throw. */
export interface Observer {
  /** After an action that may have changed something. */
  acted?(name: ActionName, parameters: object, result: unknown): void;
  /** Before a delivery is made. */
  delivering?(delivery: Delivery): void;
  /** After a delivery has ended, before the log has its entry. */
  delivered?(delivery: Delivery, outcome: DeliveryOutcome): void;
  /** Before time is moved forward. */
  advancing?(duration: Duration): void;
  /** After the whole state was replaced. */
  replaced?(): void;
}

/** Carries out the due work of a service, now and at its time. */
export class EventLoop {
  /** Functions that are called after each event until they return true. */
  readonly watchers = new Set<() => boolean>();
  readonly observers = new Set<Observer>();
  /** Finds files behind URLs, if the option `files` is a function. */
  hosts: Hosts | undefined;
  /** Timers of programs that use the emulator's clock. */
  readonly timers: Timers;
  #service: Service;
  readonly #clock: Clock;
  readonly #deliveries: Deliveries;
  readonly #methods: Methods;
  readonly #polls = new LongPolls();
  /** Bodies of requests that are still being read. */
  readonly #arriving = new Set<Promise<unknown>>();
  readonly #alarm = new Alarm();
  #isClosed = false;

  constructor(service: Service, clock: Clock, deliveries: Deliveries, methods: Methods) {
    this.#service = service;
    this.#clock = clock;
    this.timers = new Timers(clock);
    this.#deliveries = deliveries;
    this.#methods = methods;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Throws once the emulator is closed. */
  checkOpen(): void {
    if (this.#isClosed) throw closed();
  }

  /** Reads the body of a request. {@link settle} waits for it. */
  async read(reading: Promise<ArrayBuffer>, take: (body: Uint8Array) => Promise<Answer>): Promise<Answer> {
    this.#arriving.add(reading);
    let answering: Promise<Answer>;
    try {
      answering = take(new Uint8Array(await reading));
    } finally {
      this.#arriving.delete(reading);
    }
    return answering;
  }

  /** Waits for the answer of a long poll. The signal ends it. */
  wait(poll: number, signal: SignalLike | undefined): Promise<Answer> {
    const waiting = this.#polls.wait(poll, signal, () => this.#isClosed || this.#service.cancel(poll));
    this.step();
    return waiting;
  }

  /** Carries out the work that is due now. */
  step(): void {
    if (this.#isClosed) return;
    this.#polls.settle(this.#service.ready(this.#clock.now()) as unknown[]);
    const deliveries = deliveriesOf(this.#service.deliveries(this.#clock.now()) as unknown[]);
    for (const delivery of deliveries) this.#deliver(delivery);
    for (const call of callsOf(this.#service.calls() as unknown[])) {
      this.#methods.start(call, ({ status, envelope }) => {
        if (this.#isClosed) return;
        this.#service.answer(this.#clock.now(), call.id, status, envelope);
        this.step();
      });
    }
    for (const look of this.watchers) {
      if (look()) this.watchers.delete(look);
    }
    // A long poll keeps a Node process alive; a delivery that will be retried does not.
    if (!this.#clock.ticks) this.#alarm.clear();
    else this.#alarm.set(this.#clock.until(this.#service.nextWake()), () => this.step(), this.#polls.some);
  }

  #deliver(delivery: Delivery): void {
    const { id } = delivery;
    const service = this.#service;
    for (const { delivering } of this.observers) delivering?.(delivery);
    this.#deliveries.start(delivery, (outcome) => {
      if (this.#isClosed || service !== this.#service) return;
      for (const { delivered } of this.observers) delivered?.(delivery, outcome);
      if ("reason" in outcome) service.failed(this.#clock.now(), id, outcome.reason);
      else service.delivered(this.#clock.now(), id, outcome.status, outcome.contentType, outcome.body);
      // No client waits for the result of a call in the answer of a webhook; the log has it.
      this.hosts?.takeError();
      this.step();
    });
  }

  /** Pending work: arriving requests, deliveries, handlers of methods. */
  #going(): readonly Promise<unknown>[] {
    return [...this.#arriving, ...this.#deliveries.underWay, ...this.#methods.underWay];
  }

  /** Waits until every request has arrived and no delivery is in flight. */
  async settle(): Promise<void> {
    this.step();
    for (;;) {
      const going = this.#going();
      if (going.length === 0) return;
      await Promise.allSettled(going);
    }
  }

  /** Settles, except for deliveries that may wait for a timer. */
  async #settleOrWait(): Promise<void> {
    this.step();
    for (;;) {
      const going = this.#going();
      if (going.length === 0) return;
      const settled = Promise.allSettled(going);
      if (this.timers.next === undefined) await Promise.race([settled, this.timers.added()]);
      else if ((await Promise.race([settled, turns(TURNS_OF_DELIVERY)])) === undefined) return;
    }
  }

  /** True while a long poll waits. */
  get hasPolls(): boolean {
    return this.#polls.some;
  }

  /** The time of the next event that is due, if any. */
  get next(): number | undefined {
    const wake = Math.min(this.#service.nextWake() ?? Infinity, this.timers.next ?? Infinity);
    return wake === Infinity ? undefined : Math.max(wake, this.#clock.now());
  }

  /** Moves time forward, stopping whenever something is due. */
  async advance(duration: Duration): Promise<void> {
    this.checkOpen();
    const target = this.#clock.after(duration);
    for (const { advancing } of this.observers) advancing?.(duration);
    for (;;) {
      await this.#settleOrWait();
      if (this.#isClosed) return;
      const wake = Math.min(this.#service.nextWake() ?? Infinity, this.timers.next ?? Infinity);
      if (wake > target && this.#clock.now() >= target) return;
      this.#clock.moveTo(Math.min(wake, target));
      if (this.timers.fire()) await turns(TURNS_OF_TIMER);
    }
  }

  /** Replaces the service. Long polls end without updates, and deliveries in flight are aborted. */
  replace(service: Service): void {
    this.#service = service;
    this.#polls.end(envelope(200, { ok: true, result: [] }));
    this.#deliveries.abort(new Error("the state was replaced"));
    for (const { replaced } of this.observers) replaced?.();
    this.step();
  }

  /** Ends long polls and deliveries. */
  close(): void {
    this.#isClosed = true;
    this.#alarm.clear();
    this.timers.clear();
    this.#polls.fail(closed());
    this.#deliveries.abort(closed());
    this.watchers.clear();
    this.observers.clear();
  }
}

/** Waits for some turns of the platform's event loop. */
async function turns(count: number): Promise<undefined> {
  for (let turn = 0; turn < count; turn++) await new Promise<void>((resolve) => setTimeout(resolve));
}

function closed(): Error {
  return new Error("the emulator is closed");
}
