// Saves the end of an update, with the sessions that it has changed.
import { StoreError } from "../errors/errors.js";
import { isPromise } from "../platform.js";
import type { SessionStorage } from "./claims.js";
import { type Held, type HeldKeys, nameOf } from "./held-keys.js";
import type { Ongoing } from "./ongoing.js";

/** A session to be saved with the end of its update, or to be deleted. */
export interface StagedSession {
  readonly storage: SessionStorage;
  readonly key: string;
  /** The owner of its turn. */
  readonly owner: string;
  readonly text: string | undefined;
  readonly ttlSeconds: number | undefined;
}

export type Saved = true | StoreError;

/** The part of a delivery that saving its end uses. */
export interface Savable extends Pick<Ongoing, "source" | "settings" | "feed"> {
  readonly keys: Pick<HeldKeys, "ask">;
  staged: readonly StagedSession[];
  saveAll: SaveSessions | undefined;
}

/** `saveSessions`, which is not in the bundle of a bot without sessions. */
export type SaveSessions = (delivery: Savable, claim: Held | undefined, staged: readonly StagedSession[], response: string | undefined) => Promise<Saved>;

/** Saves that the update is done. Returns the error if the update or a session belongs to another delivery by now. */
export function saveUpdate(delivery: Savable, claim: Held | undefined, staged: readonly StagedSession[], response: string | undefined): Saved | Promise<Saved> {
  if (staged.length > 0) return delivery.saveAll!(delivery, claim, staged, response);
  return claim ? settle(delivery, claim, response) : true;
}

export function settle({ keys, source, settings: { claimSeconds } }: Savable, { store, key, owner }: Held, response: string | undefined): Saved | Promise<Saved> {
  const values = response === undefined ? [key, owner, claimSeconds] : [key, owner, claimSeconds, response];
  const saved = (isSaved: unknown): Saved =>
    isSaved ? true : new StoreError(source, nameOf(store), "settle", "the lease ended before the handler did, and another delivery claimed the update");
  const settled = keys.ask(store, "settle", ...values);
  return isPromise(settled) ? settled.then(saved) : saved(settled);
}
