// Keys of a store that an update holds: the driver waits for them, renews them and gives them back.
import { describe } from "../errors/describe.js";
import { StoreError, ValidationError } from "../errors/errors.js";
import { plainError } from "../errors/plain-error.js";
import { FIRST_LOOK_MS, LONGEST_LOOK_MS, RENEWED_MS } from "../policy.js";
import type { ClaimStore, Lease, SessionStorage } from "./claims.js";
import { isExpired, isLate, type OngoingUpdate } from "./ongoing.js";
import { Places } from "./places.js";
import { report, waitUntil } from "./report.js";

/** Thrown where a wait ends because the update is given up: at the deadline, or since the client has gone. */
export class Expired extends Error {}

/** Those of this process that have a turn or wait for it, so that the next one asks at once when the turn is given back here. */
const nearby = new Places();
/** The longest pause of the next one of this process, whose turn may be held elsewhere. */
const LONGEST_LOOK_OF_NEXT_MS = 2 * FIRST_LOOK_MS;

/** A store that has not answered for so long at the deadline is reported: it may be down, and its client waits for it. */
const SILENT_MS = 1000;

/** Does what may be given up: at the deadline, or since the client has gone, `expiry` rejects. @throws Expired then. */
async function waiting<Value>(ongoing: OngoingUpdate, wait: (expiry: Promise<never>) => Promise<Value>): Promise<Value> {
  const stateBefore = ongoing.state;
  // A handler that is late has been answered for, so it waits without a deadline.
  if (!isLate(ongoing)) ongoing.state = "waiting";
  const expiry = new Promise<never>((_, reject) => {
    ongoing.expire = () => {
      ongoing.state = "expired";
      reject(new Expired());
    };
  });
  expiry.catch(() => {}); // Whoever waits has it.
  const value = await wait(expiry);
  if (!isLate(ongoing)) ongoing.state = stateBefore;
  return value;
}

/** The answer of a store. @throws Expired if the update is given up first. */
async function answerOf<Answer>(ongoing: OngoingUpdate, store: object, operation: string, asking: Promise<Answer>, expiry: Promise<never>): Promise<Answer> {
  const { clock } = ongoing.settings.core;
  const askedAt = clock.now();
  try {
    return await Promise.race([asking, expiry]);
  } catch (error) {
    const silentMs = clock.now() - askedAt;
    if (isExpired(ongoing) && silentMs >= SILENT_MS) await report(ongoing, new StoreError(ongoing.source, nameOf(store), operation, `no answer for ${Math.round(silentMs)} ms`));
    throw error;
  }
}

/** Reads a session. @throws StoreError if the store fails, and Expired if the update is given up first. */
export function readSession(ongoing: OngoingUpdate, storage: SessionStorage, key: string): Promise<string | null | undefined> {
  return waiting(ongoing, (expiry) => answerOf(ongoing, storage, "read", askStore(ongoing, storage, "read", async () => storage.read(key)), expiry));
}

/**
 * Claims a key, and asks again while it is busy.
 *
 * @returns The lease, which may be one that the update itself holds already, or `"done"` if the key was settled.
 * @throws Expired if the update is given up meanwhile. Nothing is held then.
 */
export async function waitForKey(ongoing: OngoingUpdate, store: ClaimStore, key: string, leaseMs: number, place?: number): Promise<Lease | "done"> {
  const isNext = (): boolean => place !== undefined && nearby.isFirst(key, place, performance.now());
  try {
    return await waiting(ongoing, async (expiry) => {
      for (let pauseMs = FIRST_LOOK_MS; ; pauseMs = Math.min(isNext() ? LONGEST_LOOK_OF_NEXT_MS : LONGEST_LOOK_MS, pauseMs * 1.5)) {
        const claiming = claimOnce(ongoing, store, key, leaseMs, place);
        // A store that hangs does not keep what the update holds already.
        const claimed = await answerOf(ongoing, store, "claim", claiming, expiry).catch((error) => {
          if (isExpired(ongoing)) waitUntil(ongoing, releaseLate(claiming));
          throw error;
        });
        const found = claimed === "busy" && pauseMs === FIRST_LOOK_MS ? await ownTurn(ongoing, store, key) : claimed;
        if (found && found !== "busy") return found;
        if (!isLate(ongoing) && ongoing.isGone()) ongoing.expire!();
        const wasNext = isNext();
        for (let restMs = pauseMs; restMs > 0 && (wasNext || !isNext()); restMs -= FIRST_LOOK_MS) {
          await Promise.race([pause(ongoing, Math.min(restMs, FIRST_LOOK_MS)), expiry]);
        }
      }
    });
  } catch (error) {
    leave(key, place);
    throw error;
  }
}

function leave(key: string, place: number | undefined): void {
  if (place !== undefined) nearby.remove(key, place);
}

/** The turn of a busy key that the update itself holds, as where `inOrder` is nested. */
async function ownTurn(ongoing: OngoingUpdate, store: ClaimStore, key: string): Promise<Lease | undefined> {
  for (const turn of ongoing.turns) if (turn.key === key && (await turn.isHeldIn(store))) return turn;
  return undefined;
}

/** Gives back a key that was claimed after the update was given up. */
async function releaseLate(claiming: Promise<Lease | "busy" | "done">): Promise<void> {
  const claimed = await claiming.catch(() => undefined);
  if (typeof claimed === "object") await claimed.release();
}

const pause = ({ settings: { core: { clock } } }: OngoingUpdate, ms: number): Promise<void> => new Promise((resolve) => clock.setTimeout(resolve, ms));

async function claimOnce(ongoing: OngoingUpdate, store: ClaimStore, key: string, leaseMs: number, place?: number): Promise<Lease | "busy" | "done"> {
  const claimed: unknown = await askStore(ongoing, store, "claim", async () => store.claim(key, leaseMs, place));
  if (claimed === "busy" || claimed === "done") return claimed;
  const { owner } = Object(claimed) as { owner?: unknown };
  if (typeof owner === "string") return hold(ongoing, store, key, owner, leaseMs, () => leave(key, place));
  throw new ValidationError(ongoing.source, "store.claim", '{ owner }, "busy" or "done"', describe(claimed));
}

/** Renews a lease every third of its time. A handler that never ends loses it after {@link RENEWED_MS}. */
function hold(ongoing: OngoingUpdate, store: ClaimStore, key: string, owner: string, leaseMs: number, onRelease: () => void): Lease {
  const { clock } = ongoing.settings.core;
  const endsAt = clock.now() + RENEWED_MS;
  let timer: unknown;
  let isHeld = true;
  let renewing: Promise<void> | undefined;
  const renewLater = (): void => {
    timer = clock.setTimeout(() => (renewing = renew()), leaseMs / 3);
    (timer as { unref?(): void } | undefined)?.unref?.(); // Node may end although a handler never does.
  };
  const renew = async (): Promise<void> => {
    try {
      if (!(await askStore(ongoing, store, "renew", async () => store.renew(key, owner, leaseMs)))) isHeld = false;
    } catch (error) {
      await report(ongoing, error); // The next one may succeed before the lease ends.
    }
    if (isHeld && clock.now() < endsAt) renewLater();
  };
  const end = async (): Promise<void> => {
    isHeld = false;
    clock.clearTimeout(timer);
    await renewing; // Otherwise it might arrive after the release, and hold the key anew.
  };
  renewLater();
  return {
    key,
    owner,
    isHeldIn: (other) => askStore(ongoing, other, "renew", async () => other.renew(key, owner, leaseMs)),
    async settle(ttlSeconds) {
      await end();
      if (await askStore(ongoing, store, "settle", async () => store.settle(key, owner, ttlSeconds))) return;
      throw new StoreError(ongoing.source, nameOf(store), "settle", "the lease ended before the handler did, and another delivery claimed the update");
    },
    async release() {
      await end();
      await askStore(ongoing, store, "release", async () => store.release(key, owner));
      onRelease();
    },
  };
}

/** Asks a store. @throws StoreError if it throws or rejects. */
export async function askStore<Answer>({ source }: OngoingUpdate, store: object, operation: string, question: () => Promise<Answer>): Promise<Answer> {
  try {
    return await question();
  } catch (error) {
    const cause = plainError(error);
    throw new StoreError(source, nameOf(store), operation, `${cause?.message}`, cause);
  }
}

/** What errors call a store. */
export function nameOf(store: { readonly name?: unknown }): string {
  return String(store.name ?? "store");
}
