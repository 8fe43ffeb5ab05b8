// The keys of stores that an update holds: asking stores, waiting for keys, renewing, saving and releasing them.
import { describe } from "../errors/describe.js";
import { StoreError, ValidationError } from "../errors/errors.js";
import { plainError } from "../errors/plain-error.js";
import { isPromise } from "../platform.js";
import { randomName } from "../request/attachment-names.js";
import { LONGEST_LOOK_MS, RENEWED_MS, STORE_MS } from "../policy.js";
import { type Alarm, Alarms } from "./alarms.js";
import type { ClaimStore } from "./claims.js";
import { ON_LEASE_LOST } from "./delivery-rules.js";
import type { Hosted, Ongoing } from "./ongoing.js";
import { report } from "./report.js";

/** The longest pause before a store that fails is asked again. */
const LONGEST_FAULT_MS = 1000;
/** The longest pause before a key is asked for again: it is busy, or the store fails. */
export const LONGEST_PAUSE_MS = (fault: unknown): number => (fault ? LONGEST_FAULT_MS : LONGEST_LOOK_MS);

/** A held key. */
export interface Held {
  readonly store: ClaimStore;
  readonly key: string;
  readonly owner: string;
  readonly leaseMs: number;
  readonly attempts: number;
  readonly place: Place | undefined;
  /** False if the lease has ended. */
  isRenewed: boolean;
  /** The handlers of `inOrder` and `sessions` that run in this turn, perhaps longer than the update. */
  uses: number;
}

/** The place of an update among those that wait for a key. */
export interface Place {
  readonly number: number;
  /** Waits until it asks again: for a while, or until it comes next in this process. */
  pause(wait: (ms: number) => Promise<void>): Promise<void>;
  /** Wakes the next one. */
  leave(): void;
}

export type Claim = Held | "busy" | "done" | { readonly response: string };

/** The name of a store in errors. */
export const nameOf = (store: { readonly name?: unknown } | object): string => String(("name" in store && store.name) || "store");

let owners = "";
let count = 0;

/** Returns a new owner. The random part is made at the first use, because workerd has no randomness before the first request. */
export const newOwner = (): string => `${(owners ||= randomName())}-${++count}`;

export class HeldKeys {
  readonly alarms: Alarms;
  /** Why the store that was asked last failed, until it answers. */
  fault: unknown;
  held: Held[] = [];
  /** The operation whose answer is awaited. */
  #asking: readonly [store: object, operation: string] | undefined;
  #renewing: Alarm | undefined;
  #renewal: Promise<unknown> | undefined;
  /** A key was asked for. */
  #isAsked = false;
  #isWaiting = false;
  isReleased = false;
  /** Rejects the wait inside of the handler, if there is one. */
  giveUp: ((error: Error) => void) | undefined;

  constructor(readonly delivery: Hosted & Pick<Ongoing, "source" | "isGivenUp" | "feed" | "gone">) {
    this.alarms = new Alarms(delivery.settings.core.clock);
  }

  now(): number {
    return this.delivery.settings.core.clock.now();
  }

  /** Calls a function of a store. @throws StoreError if it throws, rejects or does not answer in time. */
  ask<Answer>(store: any, operation: string, ...values: unknown[]): Answer | Promise<Answer> {
    let answer: Answer | Promise<Answer>;
    try {
      answer = store[operation](...values);
    } catch (error) {
      throw this.#failed(store, operation, error);
    }
    return isPromise(answer) ? this.#answered(store, operation, answer) : answer;
  }

  #failed(store: object, operation: string, error: unknown): StoreError {
    const cause = plainError(error);
    return error instanceof StoreError ? error : new StoreError(this.delivery.source, nameOf(store), operation, `${cause?.message}`, cause);
  }

  #answered<Answer>(store: object, operation: string, answer: Promise<Answer>): Promise<Answer> {
    const asking = [store, operation] as const;
    // Renewals are beside the operation that the update waits for.
    if (operation !== "renew") this.#asking = asking;
    return new Promise<Answer>((resolve, reject) => {
      const alarm = this.alarms.set(STORE_MS, () => reject(this.#silent(store, operation, `within ${STORE_MS / 1000} s`)));
      const end = (): void => {
        this.alarms.cancel(alarm);
        if (this.#asking === asking) this.#asking = undefined;
      };
      Promise.resolve(answer).then(
        (answer) => (end(), resolve(answer)),
        (error) => (end(), reject(error)),
      );
    }).catch((error) => {
      throw this.#failed(store, operation, error);
    });
  }

  #silent(store: object, operation: string, when: string): StoreError {
    return new StoreError(this.delivery.source, nameOf(store), operation, `no answer ${when}`);
  }

  /** Reports a store that fails or does not answer, because the update is given up. */
  tellSilent(): void {
    const error = this.fault ?? (this.#asking && this.#silent(...this.#asking, "by the deadline"));
    if (error) void report(this.delivery, error, true);
  }

  /** Claims a key once. */
  claim(store: ClaimStore, key: string, leaseMs: number, owner: string, place?: Place): Claim | Promise<Claim> {
    this.#isAsked = true;
    if (this.#isWaiting) this.#renewLater();
    const claimed = this.ask(store, "claim", key, leaseMs, place?.number, owner);
    return isPromise(claimed) ? claimed.then((answer) => this.#taken(store, key, leaseMs, place, answer)) : this.#taken(store, key, leaseMs, place, claimed);
  }

  #taken(store: ClaimStore, key: string, leaseMs: number, place: Place | undefined, claimed: unknown): Claim {
    if (claimed === "busy" || claimed === "done") return claimed;
    const { owner, attempts = 1, response } = Object(claimed);
    if (typeof response === "string") return { response };
    if (typeof owner !== "string") throw new ValidationError(this.delivery.source, "store.claim", '{ owner }, "busy" or "done"', describe(claimed));
    const held = { store, key, owner, leaseMs, attempts, place, isRenewed: true, uses: 0 };
    this.held.push(held);
    return held;
  }

  /** Called when the update waits for something outside: only then do keys have to be renewed. */
  startTimers(): void {
    this.#isWaiting = true;
    this.alarms.start();
    if (this.#isAsked) this.#renewLater();
  }

  /** Makes the wait inside of the handler fail. */
  cancelWait(): void {
    this.tellSilent();
    this.giveUp?.(new Error("the update was given up while it waited"));
  }

  /** Forgets a key that is done. */
  forget(held: Held | undefined): void {
    const at = this.held.indexOf(held!);
    if (at >= 0) this.held.splice(at, 1);
  }

  /** Releases all keys. @param attempts - The runs of the update that the claim counts. @throws StoreError if a store fails. */
  release(claim: Held | undefined, attempts: number): void | Promise<void> {
    this.isReleased = true;
    if (this.held.length === 0) return undefined;
    const unused = this.held.filter(({ uses }) => uses === 0);
    return unused.length === 0 ? undefined : this.#releaseAll(unused, claim, attempts);
  }

  async #releaseAll(unused: readonly Held[], claim: Held | undefined, attempts: number): Promise<void> {
    await this.#renewal; // It might arrive after the release, and claim the key again.
    const release = async (held: Held): Promise<void> => {
      const { store, key, owner, place } = held;
      await (held === claim && attempts > 0 ? this.ask(store, "release", key, owner, attempts) : this.ask(store, "release", key, owner));
      this.forget(held);
      place?.leave();
    };
    const results = await Promise.allSettled(unused.map(release));
    for (const result of results) if (result.status === "rejected") throw result.reason;
  }

  /** Called at the end of the update. */
  close(): void {
    for (const { place, uses } of this.held) if (uses === 0) place?.leave();
    this.alarms.cancel(this.#renewing);
  }

  /** Renews all keys every third of a lease, for {@link RENEWED_MS}. */
  #renewLater(untilMs = this.now() + RENEWED_MS): void {
    this.#renewing ??= this.alarms.set(this.delivery.settings.leaseMs / 3, () => void (this.#renewal = this.#renew(untilMs)), true);
  }

  async #renew(untilMs: number): Promise<void> {
    const renew = async (held: Held): Promise<void> => {
      try {
        if (await this.ask(held.store, "renew", held.key, held.owner, held.leaseMs)) return;
        held.isRenewed = false;
        this.delivery.feed(ON_LEASE_LOST);
      } catch (error) {
        await report(this.delivery, error); // The next one may succeed before the lease ends.
      }
    };
    await Promise.all(this.held.filter(({ isRenewed }) => isRenewed).map(renew));
    this.#renewing = undefined;
    if (!this.isReleased && this.now() < untilMs) this.#renewLater(untilMs);
  }
}
