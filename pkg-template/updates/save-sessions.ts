// Saves sessions with the end of their update. In a file of its own, because only `sessions` needs it.
import { StoreError } from "../errors/errors.js";
import { ON_STAGED } from "./delivery-rules.js";
import { type Held, nameOf } from "./held-keys.js";
import { type Savable, type Saved, settle, type StagedSession } from "./save.js";

/** Stages a session in place of an earlier one. */
export function stageSession(delivery: Savable, session: StagedSession): void {
  delivery.staged = delivery.staged.filter(({ storage, key }) => storage !== session.storage || key !== session.key).concat(session);
  delivery.saveAll = saveSessions;
  delivery.feed(ON_STAGED);
}

/** Saves sessions and the end of the update in one operation where they share a store, otherwise sessions first. */
async function saveSessions(delivery: Savable, claim: Held | undefined, staged: readonly StagedSession[], response: string | undefined): Promise<Saved> {
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
