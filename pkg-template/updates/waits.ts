// Waits inside of the handler: for a turn, and for a session. In a file of their own, because only `inOrder` and `sessions` wait.
import { ValidationError } from "../errors/errors.js";
import { isStoreError } from "../errors/guards.js";
import { isPromise } from "../platform.js";
import { FIRST_LOOK_MS, LOOK_GROWTH, STORE_MS } from "../policy.js";
import type { Alarm } from "./alarms.js";
import type { ClaimStore, SessionStorage } from "./claims.js";
import { ON_WAIT_BEGAN, ON_WAIT_OVER } from "./delivery-rules.js";
import { type Claim, type Held, type HeldKeys, LONGEST_PAUSE_MS, newOwner, type Place } from "./held-keys.js";
import { waitUntil } from "./report.js";

/** Waits for a turn. Returns `undefined` if the store says that its key is done. */
export async function waitForTurn(keys: HeldKeys, owner: string, store: ClaimStore, key: string, leaseMs: number, place: Place): Promise<Held | undefined> {
  const keyOwner = newOwner();
  let turn: Exclude<Claim, "busy"> | undefined;
  try {
    turn = await insist(keys, owner, () => keys.claim(store, key, leaseMs, keyOwner, place), (wait) => place.pause(wait));
  } finally {
    if (typeof turn !== "object" || !("key" in turn)) place.leave();
  }
  return "key" in Object(turn) ? (turn as Held) : undefined;
}

/** Ends the use of turns. Those of handlers that outlast their update are released. */
export function leave(keys: HeldKeys, turns: readonly Held[]): void {
  for (const turn of turns) turn.uses--;
  const late = releaseLate(keys);
  if (late) waitUntil(keys.delivery, late);
}

const releaseLate = (keys: HeldKeys): void | Promise<void> => (keys.isReleased ? keys.release(undefined, 0) : undefined);

/** Returns the key that the update already holds in this store, as in a nested `inOrder`. */
export async function heldTurn(keys: HeldKeys, store: ClaimStore, key: string): Promise<Held | undefined> {
  for (const held of keys.held) if (held.key === key && (await keys.ask(store, "renew", key, held.owner, held.leaseMs))) return held;
  return undefined;
}

/** Reads a session. */
export const readSession = (keys: HeldKeys, owner: string, storage: SessionStorage, key: string): Promise<string | null | undefined> =>
  insist(keys, owner, () => keys.ask<string | null | undefined>(storage, "read", key));

/**
 * Asks a store inside of the handler, again while it answers "busy" or fails. @throws StoreError if it keeps failing, and an Error if
 * the update is given up first.
 */
export async function insist<Answer>(
  keys: HeldKeys,
  owner: string,
  ask: () => Answer | Promise<Answer>,
  pause = (wait: (ms: number) => Promise<void>, ms: number) => wait(ms),
): Promise<Exclude<Answer, "busy">> {
  const asked = async (): Promise<Answer> => ask();
  let asking: Answer | Promise<Answer>;
  try {
    asking = ask();
    // A store in memory answers at once.
    if (!isPromise(asking) && asking !== "busy") return asking as Exclude<Answer, "busy">;
  } catch (error) {
    asking = Promise.reject(error);
  }
  const { delivery } = keys;
  if (keys.giveUp) {
    Promise.resolve(asking).catch(() => {});
    throw new ValidationError(owner, "handler", "one inOrder or sessions of an update that waits at a time", "two");
  }
  const until = keys.now() + STORE_MS;
  let alarm: Alarm | undefined;
  const wait = (ms: number): Promise<void> => new Promise((resolve) => void (alarm = keys.alarms.set(ms, resolve)));
  const givenUp = new Promise<never>((_, reject) => (keys.giveUp = reject));
  givenUp.catch(() => {}); // The loop handles it.
  delivery.feed(ON_WAIT_BEGAN);
  try {
    for (let pauseMs = FIRST_LOOK_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS(keys.fault), pauseMs * LOOK_GROWTH), asking = asked()) {
      try {
        const answer = await Promise.race([asking, givenUp]);
        keys.fault = undefined;
        if (answer !== "busy") return answer as Exclude<Answer, "busy">;
      } catch (error) {
        // A key that comes after its update was given up is released.
        if (delivery.isGivenUp) waitUntil(delivery, Promise.resolve(asking).then(() => releaseLate(keys), () => {}));
        if (delivery.isGivenUp || !isStoreError(error) || keys.now() + pauseMs > until) throw error;
        keys.fault = error;
      }
      delivery.feed(delivery.gone());
      await Promise.race([keys.fault ? wait(pauseMs) : pause(wait, pauseMs), givenUp]).finally(() => keys.alarms.cancel(alarm));
    }
  } finally {
    keys.giveUp = undefined;
    delivery.feed(ON_WAIT_OVER);
  }
}
