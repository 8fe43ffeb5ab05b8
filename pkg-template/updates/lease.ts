// Keys of a store that an update holds: waiting for them, renewing and releasing them.
import { describe } from "../errors/describe.js";
import { StoreError, ValidationError } from "../errors/errors.js";
import { plainError } from "../errors/plain-error.js";
import { isPromise } from "../platform.js";
import { FIRST_LOOK_MS, LONGEST_LOOK_MS, RENEWED_MS } from "../policy.js";
import { LONGEST_TIMER_MS, withDeadline } from "../transport/deadline.js";
import type { ClaimStore, Lease, Place, SessionStorage } from "./claims.js";
import { isExpired, isWaiting, type OngoingUpdate } from "./ongoing.js";
import { report, waitUntil } from "./report.js";

/**
 * How long a store may take to answer. Many clients wait without a limit, as on a connection that the network has forgotten.
 * SQLite may wait for 20 s while another process writes.
 */
const STORE_MS = 30_000;

/** The answer to a claim. */
type Claiming = Lease | "busy" | "done" | Promise<Lease | "busy" | "done">;

/** Runs a wait that may be given up: at the deadline, or when the client disconnects, `expiry` rejects. */
async function waiting<Value>(ongoing: OngoingUpdate, wait: (expiry: Promise<never>) => Promise<Value>): Promise<Value> {
  const stateBefore = ongoing.state;
  // An update that is late or over has been answered, so a wait in its handler has no deadline.
  if (stateBefore === "handling") ongoing.state = "waiting";
  const expiry = new Promise<never>((_, reject) => {
    ongoing.expire = () => {
      ongoing.state = "expired";
      reject(new Error("the update was given up while it waited"));
    };
  });
  expiry.catch(() => {}); // The caller that waits handles it.
  const value = await wait(expiry);
  if (isWaiting(ongoing)) ongoing.state = stateBefore;
  return value;
}

/** Returns the error for a store that does not answer. */
const silent = ({ source }: OngoingUpdate, store: object, operation: string, when: string): StoreError => new StoreError(source, nameOf(store), operation, `no answer ${when}`);

/** Reports a store that has not answered by the deadline. */
const reportSilent = (ongoing: OngoingUpdate, store: object, operation: string): void => void report(ongoing, silent(ongoing, store, operation, "by the deadline"));

/** Waits for the answer of a store. @throws StoreError after {@link STORE_MS}. */
const inTime = <Answer>(ongoing: OngoingUpdate, store: object, operation: string, answer: Answer | Promise<Answer>): Promise<Answer> =>
  withDeadline(Promise.resolve(answer), STORE_MS, () => Promise.reject(silent(ongoing, store, operation, `within ${STORE_MS / 1000} s`)), ongoing.settings.core.clock);

/** Reads a session. @throws StoreError if the store fails, and an Error if the update is given up first. */
export async function readSession(ongoing: OngoingUpdate, storage: SessionStorage, key: string): Promise<string | null | undefined> {
  const reading = askStore<string | null | undefined>(ongoing, storage, "read", key);
  if (!isPromise(reading)) return reading;
  return waiting(ongoing, (expiry) => Promise.race([reading, expiry])).catch((error) => {
    if (isExpired(ongoing)) reportSilent(ongoing, storage, "read");
    throw error;
  });
}

/**
 * Claims a key, and asks again while it is busy.
 *
 * @returns The lease, or `"done"` if the key was settled.
 * @throws Error if the update is given up meanwhile. Nothing is held then.
 */
export async function waitForKey(ongoing: OngoingUpdate, store: ClaimStore, key: string, leaseMs: number, place?: Place): Promise<Lease | "done"> {
  const { clock } = ongoing.settings.core;
  const pause = (ms: number): Promise<void> => new Promise((resolve) => clock.setTimeout(resolve, ms));
  const ask = (): Claiming => claimOnce(ongoing, store, key, leaseMs, place?.number);
  const firstClaim = ask();
  // A store in memory answers at once.
  if (!isPromise(firstClaim) && firstClaim !== "busy") return firstClaim;
  return waiting(ongoing, async (expiry) => {
    for (let claiming: Claiming = firstClaim, pauseMs = FIRST_LOOK_MS; ; claiming = ask(), pauseMs = Math.min(LONGEST_LOOK_MS, pauseMs * 1.5)) {
      // A store that hangs does not block keys that the update already holds.
      const claimed = await Promise.race([inTime(ongoing, store, "claim", claiming), expiry]).catch((error) => {
        waitUntil(ongoing, withDeadline(releaseLate(claiming), STORE_MS, () => {}, clock));
        if (isExpired(ongoing) && pauseMs === FIRST_LOOK_MS) reportSilent(ongoing, store, "claim");
        throw error;
      });
      if (claimed !== "busy") return claimed;
      if (isWaiting(ongoing) && ongoing.isGone()) ongoing.expire!();
      await Promise.race([place ? place.pause(pause) : pause(pauseMs), expiry]);
    }
  });
}

/** Releases a key that was claimed after the update was given up. */
async function releaseLate(claiming: Claiming): Promise<void> {
  const claimed = await Promise.resolve(claiming).catch(() => undefined);
  if (typeof claimed === "object") await claimed.release();
}

function claimOnce(ongoing: OngoingUpdate, store: ClaimStore, key: string, leaseMs: number, place?: number): Claiming {
  const leaseFrom = (claimed: unknown): Lease | "busy" | "done" => {
    if (claimed === "busy" || claimed === "done") return claimed;
    const { owner } = Object(claimed) as { owner?: unknown };
    if (typeof owner === "string") return hold(ongoing, store, key, owner, leaseMs);
    throw new ValidationError(ongoing.source, "store.claim", '{ owner }, "busy" or "done"', describe(claimed));
  };
  const claimed = rethrown(ongoing, store, "claim", () => store.claim(key, leaseMs, place));
  return isPromise(claimed) ? claimed.then(leaseFrom) : leaseFrom(claimed);
}

/** Renews a lease every third of its time. A handler that never ends loses it after {@link RENEWED_MS}. */
function hold(ongoing: OngoingUpdate, store: ClaimStore, key: string, owner: string, leaseMs: number): Lease {
  const { clock } = ongoing.settings.core;
  const endsAt = clock.now() + RENEWED_MS;
  let timer: unknown;
  let isHeld = true;
  let renewing: Promise<void> | undefined;
  const renewLater = (): void => {
    timer = clock.setTimeout(() => (renewing = renew()), Math.min(leaseMs / 3, LONGEST_TIMER_MS));
    (timer as { unref?(): void } | undefined)?.unref?.(); // Node may end although a handler never does.
  };
  const isHeldIn = async (other: ClaimStore): Promise<boolean> => askStore(ongoing, other, "renew", key, owner, leaseMs);
  const renew = async (): Promise<void> => {
    try {
      if (!(await isHeldIn(store))) isHeld = false;
    } catch (error) {
      await report(ongoing, error); // The next one may succeed before the lease ends.
    }
    if (isHeld && clock.now() < endsAt) renewLater();
  };
  const end = async (): Promise<void> => {
    isHeld = false;
    clock.clearTimeout(timer);
    await renewing; // It might arrive after the release, and claim the key again.
  };
  renewLater();
  return {
    key,
    owner,
    isHeldIn,
    async settle(ttlSeconds) {
      await end();
      if (await askStore(ongoing, store, "settle", key, owner, ttlSeconds)) return;
      throw new StoreError(ongoing.source, nameOf(store), "settle", "the lease ended before the handler did, and another delivery claimed the update");
    },
    async release() {
      await end();
      await askStore(ongoing, store, "release", key, owner);
    },
  };
}

/** Calls a function of a store. @throws StoreError if it throws, rejects or does not answer in time. */
export function askStore<Answer>(ongoing: OngoingUpdate, store: any, operation: string, ...values: unknown[]): Answer | Promise<Answer> {
  const answer = rethrown<Answer>(ongoing, store, operation, () => store[operation](...values));
  return isPromise(answer) ? inTime(ongoing, store, operation, answer) : answer;
}

/** Asks a store. @throws StoreError if it throws or rejects. */
function rethrown<Answer>({ source }: OngoingUpdate, store: object, operation: string, ask: () => Answer | Promise<Answer>): Answer | Promise<Answer> {
  const rethrow = (error: unknown): never => {
    if (error instanceof StoreError) throw error;
    const cause = plainError(error);
    throw new StoreError(source, nameOf(store), operation, `${cause?.message}`, cause);
  };
  try {
    const answer = ask();
    return isPromise(answer) ? Promise.resolve(answer).catch(rethrow) : answer;
  } catch (error) {
    return rethrow(error);
  }
}

/** The name of a store in errors. */
export function nameOf(store: { readonly name?: unknown }): string {
  return String(store.name || "store");
}
