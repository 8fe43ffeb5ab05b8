// The store that deduplicates deliveries and keeps updates in order: a record of leases with owners.
import { type Check, integerFrom, isAmount, isFunction, option } from "../options/parse.js";

/**
 * The answer to a claim: you hold the key as `owner`, another owner holds it, or its update was handled.
 *
 * `attempts` is the number of claims of the key since it was new, this one included. Default 1. `response` is the response that
 * `settle` or `commit` remembered for the update.
 */
export type Claimed = { readonly owner: string; readonly attempts?: number | undefined } | "busy" | "done" | { readonly response: string };

/**
 * A store that records which owner holds which key, and until when. Keys belong to updates (`<bot>:update:<update_id>`) or to
 * turns of `inOrder` (`<bot>:turn:<key>`). They begin with the identifier of the bot, so bots can share a store.
 *
 * A store never waits: botwire asks again while a key is busy. A store uses its own clock, such as `now()` of a database,
 * rather than that of the program. If a function throws or rejects, botwire calls it again with the same owner, because the
 * store may have done its work before the connection failed. Each function therefore returns the same result again. If the
 * store keeps failing, the service delivers the update again.
 */
export interface ClaimStore {
  /** The name of the store in errors. Default: `store`. */
  readonly name?: string | undefined;
  /**
   * Claims a key.
   *
   * A key whose lease has ended goes to the next owner that claims it, with one more attempt: the process of the former owner
   * has probably died.
   *
   * @param leaseMs - How long the key is held unless it is renewed, in whole milliseconds.
   * @param place - For turns only. If several ask for a busy key, the one with the lowest place should get it first. A store
   * may ignore it. The updates of a key are then handled one at a time, but not always in order.
   * @param owner - A new UUID, which becomes the owner. If the owner holds the key already, it gets the key again, and the
   * attempt is not counted again. A store may ignore it and return an owner of its own. A lost answer then blocks the key for
   * the time of the lease.
   * @returns The owner and the attempts, `"busy"` while another owner's lease runs, or `"done"` or the remembered response if
   * the key was settled.
   */
  claim(key: string, leaseMs: number, place?: number, owner?: string): Claimed | Promise<Claimed>;
  /** Extends the lease of a handler that is still running. Returns false, and changes nothing, if the key has another owner or none. */
  renew(key: string, owner: string, leaseMs: number): boolean | Promise<boolean>;
  /**
   * Marks the update as handled for a time. Returns true again if this owner repeats it. Returns false, and changes nothing, if
   * the key has another owner. It may return true if the lease has ended and no other owner has claimed the key since.
   *
   * @param response - The response to the update, up to 16 kB, which later claims return. A store may ignore it. The service
   * then gets an empty response when it delivers the update again.
   */
  settle(key: string, owner: string, ttlSeconds: number, response?: string): boolean | Promise<boolean>;
  /**
   * Releases a key, so that the next claim gets it. Returns true again if this owner repeats it. Returns false, and changes
   * nothing, if the key has another owner or was settled.
   *
   * @param attempts - The attempts to remember for a day: the next claim returns one more. 0 or absent: forgets the key. A
   * store may ignore it. An update that always fails is then handled for as long as the service delivers it.
   */
  release(key: string, owner: string, attempts?: number): boolean | Promise<boolean>;
  /**
   * Changes sessions and marks their update as handled, all or nothing. Without it, botwire writes each session, and then calls
   * `settle`: a process that dies in between leaves sessions of an update that comes again.
   *
   * @returns False, having changed nothing, if the update or a session has another owner. True again, having changed nothing,
   * if this owner has already settled the update.
   */
  commit?(commit: Commit): boolean | Promise<boolean>;
}

/** Changes that a store makes together. */
export interface Commit {
  /** The update that is marked as handled, as by `settle`. */
  readonly done?: { readonly key: string; readonly owner: string; readonly ttlSeconds: number; readonly response?: string | undefined } | undefined;
  /** Sessions to write, or to delete if the text is `undefined`, as by `write` and `delete`. */
  readonly sessions: readonly SessionChange[];
}

/** A change of a session in a commit. */
export interface SessionChange {
  readonly key: string;
  /** The owner that holds the claim of the same key. */
  readonly owner: string;
  readonly text: string | undefined;
  /** How long the text is kept, in seconds. `undefined` means forever. */
  readonly ttlSeconds: number | undefined;
}

/** Stores sessions as text. If a function throws or rejects, botwire calls it again, or the service delivers the update again. */
export interface SessionStorage {
  /** Returns the text of a key, or `null` or `undefined` if it has none. */
  read(key: string): string | null | undefined | Promise<string | null | undefined>;
  /**
   * Writes the text of a key.
   *
   * @param ttlSeconds - How long the text is kept, in seconds. `undefined` means forever.
   * @param owner - The owner that holds the claim of the same key. If the key has another owner or no owner, the store writes
   * nothing and returns false. A store without owners ignores it.
   */
  write(key: string, text: string, ttlSeconds: number | undefined, owner: string): boolean | void | Promise<boolean | void>;
  /** Deletes the text of a key, under the same condition. */
  delete(key: string, owner: string): boolean | void | Promise<boolean | void>;
}

/** A store of claims, turns and sessions. */
export interface SessionStore extends ClaimStore, SessionStorage {}

/** The check of an option that is a store, a function that returns one, or false. */
export const STORE: Check = [
  "a store with claim, renew, settle and release, a function or false",
  (store) => store === false || isFunction(store) || ["claim", "renew", "settle", "release"].every((name) => isFunction(store?.[name])),
];

/** The check of the time for which a handled update is remembered. */
export const SECONDS: Check = ["seconds, 0 or more, in whole milliseconds", (value) => isAmount(value) && Number.isSafeInteger(Math.round(value * 1e6) / 1000)];
/** The check of a lease. */
export const LEASE: Check = integerFrom(100);

/** Returns the store that an option or its function has. @throws ValidationError if it is something else. */
export const storeOf = (owner: string, found: unknown): ClaimStore | false =>
  option<ClaimStore | false>(owner, "store", isFunction(found) ? null : found ?? null, STORE)!;
