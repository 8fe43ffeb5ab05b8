// Saves the end of an update, with the sessions that it has changed.
import { StoreError } from "../errors/errors.js";
import { isPromise } from "../platform.js";
import type { SessionStorage } from "./claims.js";
import type { Delivery } from "./delivery.js";
import { type Held, nameOf } from "./held-keys.js";

/** A session to be saved with the end of its update, or to be deleted. */
export interface StagedSession {
  readonly storage: SessionStorage;
  readonly key: string;
  /** The owner of its turn. */
  readonly owner: string;
  readonly text: string | undefined;
  readonly ttlSeconds: number | undefined;
}

type Saved = true | StoreError;

/** Saves that the update is done. Returns the error if the update or a session belongs to another delivery by now. */
export function saveUpdate(delivery: Delivery, claim: Held | undefined, staged: readonly StagedSession[], response: string | undefined): Saved | Promise<Saved> {
  if (staged.length > 0) return saveAll(delivery, claim, staged, response);
  return claim ? settle(delivery, claim, response) : true;
}

/** Saves sessions and the end of the update in one operation where they share a store, otherwise sessions first. */
async function saveAll(delivery: Delivery, claim: Held | undefined, staged: readonly StagedSession[], response: string | undefined): Promise<Saved> {
  const { keys, source, settings: { claimSeconds } } = delivery;
  const isShared = ({ storage }: StagedSession): boolean => claim !== undefined && (storage as unknown) === claim.store && claim.store.commit !== undefined;
  const lost = "the turn ended before the handler did, and another update may have changed the session";
  for (const { storage, key, owner, text, ttlSeconds } of staged.filter((session) => !isShared(session))) {
    const operation = text === undefined ? "delete" : "write";
    const isWritten = await (text === undefined ? keys.ask(storage, operation, key, owner) : keys.ask(storage, operation, key, text, ttlSeconds, owner));
    if (isWritten === false) return new StoreError(source, nameOf(storage), operation, lost);
  }
  const sessions = staged.filter(isShared).map(({ storage: _, ...session }) => session);
  if (!claim) return true;
  const { store, key, owner } = claim;
  if (sessions.length === 0) return settle(delivery, claim, response);
  const isSaved = await keys.ask(store, "commit", { done: { key, owner, ttlSeconds: claimSeconds, response }, sessions });
  return isSaved ? true : new StoreError(source, nameOf(store), "commit", `${lost}, or another delivery claimed the update`);
}

function settle({ keys, source, settings: { claimSeconds } }: Delivery, { store, key, owner }: Held, response: string | undefined): Saved | Promise<Saved> {
  const values = response === undefined ? [key, owner, claimSeconds] : [key, owner, claimSeconds, response];
  const saved = (isSaved: unknown): Saved =>
    isSaved ? true : new StoreError(source, nameOf(store), "settle", "the lease ended before the handler did, and another delivery claimed the update");
  const settled = keys.ask(store, "settle", ...values);
  return isPromise(settled) ? settled.then(saved) : saved(settled);
}
