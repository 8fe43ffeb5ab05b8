// Sessions: loaded before the handler and saved after it, one update at a time.
import { ValidationError } from "../errors/errors.js";
import { keyOfToken } from "../options/bot-id.js";
import { BYTES, type Check, checkedOptions, FUNCTION, integerFrom, isFunction, oneOf, option } from "../options/parse.js";
import { memoryStore } from "../stores/memory.js";
import type { Update } from "../types.js";
import { type ClaimStore, SECONDS, type SessionStorage, type SessionStore, STORE } from "../updates/claims.js";
import type { BotEnv, BotTypes } from "../updates/bot-types.js";
import type { UpdateContext, UpdateHandler } from "../updates/context.js";
import type { SessionContext } from "../updates/session-context.js";
import { kindsOf, withKinds } from "../updates/kinds.js";
import { chatIdOf, userIdOf } from "../updates/origin.js";
import { report } from "../updates/report.js";
import { stageSession } from "../updates/save-sessions.js";
import { heldTurn, readSession } from "../updates/waits.js";
import { type Run, TALK, type TalkState } from "./journal.js";
import { parseSession, sessionText, type Stored } from "./session-text.js";
import { deliveryOf, inTurn, KEY } from "./turns.js";

/** The key of a session. An update without a key has no session. */
export type SessionKey = string | number | undefined;

/**
 * Options of {@link sessions}.
 *
 * @example
 * ```ts
 * const counter = sessions({ store: memoryStore(), by: "chat", initial: () => ({ count: 0 }), ttlSeconds: 86_400 }, (update, { session }) => {
 *   session.count++;
 * });
 * ```
 */
export interface SessionsOptions<Session, Env = unknown> {
  /**
   * The storage of sessions: a store of this package, or your own object with `read`, `write` and `delete`. With your own
   * object, updates are ordered within this process only.
   */
  store: SessionStore | SessionStorage | ((env: Env) => SessionStore | SessionStorage);
  /** Returns the session of a key that has none yet. Default: an empty object. */
  initial?: ((update: Update) => Session) | undefined;
  /**
   * The owner of a session: `"chat"`, `"user"` (the same in all chats), `"both"` (a user in a chat), or a function that returns
   * a key. With `"chat"`, an update without a chat belongs to the private chat of its user. Default `"chat"`.
   */
  by?: "chat" | "user" | "both" | ((update: Update, context: UpdateContext<Env>) => SessionKey) | undefined;
  /** How long a session is kept after its last change, in seconds. Default: forever. */
  ttlSeconds?: number | undefined;
  /** The version of your sessions. If a stored session has a different version, `migrate` is called. Default 0. */
  version?: number | undefined;
  /** Converts a session of an older version to this version. */
  migrate?: ((session: any, version: number) => Session) | undefined;
  /** The largest size of a session as JSON, in bytes. Default 64,000, which every store accepts. */
  maxBytes?: number | undefined;
}

/** The members that the context has inside of `sessions`. */
type Inside = "session" | keyof UpdateContext;

/**
 * The members that a context needs outside of `sessions`. A handler whose context is annotated as a whole, such as
 * `UpdateContext<Env> & SessionContext<Session>`, needs none.
 */
type Outside<Extra> =
  Extra extends { readonly session: unknown } | { readonly update: Update } ?
    Exclude<keyof Extra, Inside> extends never ? unknown : Omit<Extra, Inside>
  : Extra;

/** The session of {@link BotTypes}, otherwise the given type. What decides is not generic, so that `Inferred` is inferred. */
type SessionOr<Inferred> = BotTypes extends { session: infer Session } ? Session : Inferred;

const OWNER = "sessions";
const STORAGE: Check = [
  "a store with read, write and delete, or a function that returns one",
  (store) => isFunction(store) || ["read", "write", "delete"].every((name) => isFunction(store?.[name])),
];
const BY: Check = ['"chat", "user", "both" or a function', (by) => isFunction(by) || oneOf("chat", "user", "both")[1](by)];
const CHECKS = { store: STORAGE, initial: FUNCTION, by: BY, ttlSeconds: SECONDS, version: integerFrom(0), migrate: FUNCTION, maxBytes: BYTES };

const KEYS = {
  chat: (update: Update) => prefixed("chat", chatIdOf(update)),
  user: (update: Update) => prefixed("user", userIdOf(update)),
  both: (update: Update) => prefixed(`chat:${chatIdOf(update)}:user`, userIdOf(update)),
};

function prefixed(kind: string, id: number | undefined): string | undefined {
  return id === undefined ? undefined : `${kind}:${id}`;
}

/** The session of a context. */
interface Opened {
  session: any;
  isOpen: boolean;
}

const OPENED = Symbol("botwire.session");

function openedOf(context: { readonly [OPENED]: Opened }): Opened {
  const opened = context[OPENED];
  if (!opened.isOpen) throw new ValidationError(OWNER, "session", "use before the handler ends", "use after it was saved");
  return opened;
}

/** One for all contexts: with functions of their own, each would have a shape of its own, which keeps its update until a full collection. */
const SESSION: PropertyDescriptor & ThisType<{ readonly [OPENED]: Opened }> = {
  enumerable: true,
  configurable: true,
  get() {
    return openedOf(this).session;
  },
  set(session) {
    openedOf(this).session = session;
  },
};

const isNone = (text: string | null | undefined): text is null | undefined => text === null || text === undefined;

/** Returns whether a message says that its group has become this supergroup. */
const isMigration = ({ message }: Update): boolean => message?.migrate_from_chat_id !== undefined;

/** Returns the identifier that the group of an update had before it became a supergroup, if that is known. */
async function formerChat(update: Update, by: unknown, read: (chat: number) => Promise<string | null | undefined>): Promise<number | undefined> {
  const chat = chatIdOf(update);
  // Only the first update says it. With "both", each user has a session to move.
  if (isMigration(update) || by !== "both" || chat === undefined || chat >= 0) return update.message?.migrate_from_chat_id;
  const text = await read(chat);
  return isNone(text) ? undefined : Number(text);
}

/** Returns the key of the session before its group became a supergroup. */
function formerKey<Env>(update: Update, from: number, by: SessionsOptions<unknown, Env>["by"], context: UpdateContext<Env>): SessionKey {
  if (by === "both") return prefixed(`chat:${from}:user`, userIdOf(update));
  const { message } = update;
  const former = { ...update, message: { ...message!, chat: { ...message!.chat, id: from } } } as Update;
  return typeof by === "function" ? by(former, context) : KEYS[by ?? "chat"](former);
}

/** Turns in this process, for stores without turns. */
let turnsInMemory: ClaimStore | undefined;

/**
 * Creates a handler with a session, which is loaded before and saved after the handler runs. Updates with the same key are
 * handled one at a time, in the order of their `update_id`s, so no change is overwritten.
 *
 * ```ts
 * const handler = sessions({ store, initial: () => ({ count: 0 }) }, (update, context) => {
 *   context.session.count++;
 * });
 * ```
 *
 * A session can contain everything that JSON can represent. It is saved with the end of the update: after the returned call was
 * checked, and before the response. If the handler throws, or the call is invalid, nothing is saved. If the `store` of the webhook or
 * of `poll` is the same object, or the same function, and it has `commit`, session and update are saved in one operation. Otherwise,
 * the session is saved first: if the process dies in between, the update is delivered again, and the handler runs with the saved
 * session. If another process has taken the turn, for example because this process was paused for longer than a turn lasts (22.8 s by
 * default), nothing is overwritten: `onError` gets a StoreError, and the update is delivered again. Two sessions of one update need
 * different keys or stores.
 *
 * If a group becomes a supergroup, its session moves with it, also if `by` returns a key that contains the identifier of the chat. A
 * key that contains a name does not change with the name: use identifiers.
 *
 * @throws ValidationError if an option is invalid or unknown.
 */
export function sessions<Session, Env = BotEnv, Extra = unknown>(
  options: SessionsOptions<SessionOr<Session>, Env>,
  handler: UpdateHandler<Env, Extra & SessionContext<SessionOr<Session>>>,
): UpdateHandler<Env, Outside<Extra>> {
  const handle = option<UpdateHandler<Env, Extra & SessionContext<Session>>>(OWNER, "handler", handler ?? null, FUNCTION)!;
  const checked = checkedOptions<SessionsOptions<Session, Env>>(OWNER, options, CHECKS) as SessionsOptions<Session, Env>;
  const { store, initial = () => ({}), by = "chat", ttlSeconds, version = 0, migrate, maxBytes = 64_000 } = checked;
  option(OWNER, "store", store ?? null, STORAGE);
  const keyOf = typeof by === "function" ? by : KEYS[by];

  const first = (update: Update): unknown => {
    const session = initial(update);
    if (session === undefined) throw new ValidationError(OWNER, "session", "what JSON can keep", "nothing");
    return session;
  };
  const load = (text: string | null | undefined, update: Update): Stored => {
    if (text === null || text === undefined) return { session: first(update), talk: undefined };
    const { session, talk, version: storedVersion } = parseSession(OWNER, text);
    if (session === undefined) return { session: first(update), talk };
    if (storedVersion === version) return { session, talk };
    if (!migrate) throw new ValidationError(OWNER, "migrate", `a function, for a session of version ${storedVersion}`, "undefined");
    return { session: migrate(session, storedVersion), talk };
  };

  const withSession: UpdateHandler<Env, Extra> = async (update, context) => {
    const delivery = deliveryOf(OWNER, context);
    const { keys } = delivery;
    const found = delivery.storeOf(store);
    const storage = option<SessionStorage>(OWNER, "store", isFunction(found) ? null : found ?? null, STORAGE)!;
    const id = option(OWNER, "by", keyOf(update, context), KEY);

    /** Runs the handler with the session in a text, and returns the text to store, or `undefined` if the session was deleted. */
    const run = async (text: string | null | undefined, context: UpdateContext<Env>): Promise<[result: Awaited<ReturnType<typeof handle>>, next: string | undefined, initialText: string]> => {
      const { session, talk }: any = load(text, update);
      const initialText = sessionText(OWNER, { session, talk }, version, maxBytes)!;
      const opened: Opened = { session, isOpen: true };
      const textWith = (talk: Run | undefined): string | undefined => sessionText(OWNER, { session: opened.session, talk }, version, maxBytes);
      const state: TalkState = { run: talk, seen: new Set(), check: textWith };
      const extra: object = Object.defineProperty({ [TALK]: state, [OPENED]: opened }, "session", SESSION);
      const result = await handle(update, context.with(extra as SessionContext<Session>) as UpdateContext<Env> & Extra & SessionContext<Session>);
      opened.isOpen = false;
      return [result, textWith(state.run), initialText];
    };

    if (id === undefined) {
      const [result, next, initialText] = await run(undefined, context);
      // The update has been handled, so the handler need not run again.
      if (next !== initialText) await report(delivery, new ValidationError(OWNER, "by", "a key, for a session that is to be saved", "undefined"));
      return result;
    }
    const key = `${keyOfToken(delivery.settings.core.token)}:session:${id}`;
    const hasTurns = STORE[1](storage);
    const turns = hasTurns ? (storage as SessionStore) : (turnsInMemory ??= memoryStore());
    // The one that ends last would overwrite the other.
    if (hasTurns && (await heldTurn(keys, turns, key))) throw new ValidationError(OWNER, "by", "a key that no other session of the update has in this store", "the same key");
    const prefix = key.slice(0, -String(id).length);
    const textAt = async (key: string): Promise<string | null | undefined> => {
      const earlier = delivery.staged.find((staged) => staged.storage === storage && staged.key === key);
      return earlier ? earlier.text : readSession(keys, OWNER, storage, key);
    };
    return inTurn(OWNER, delivery, turns, [key], async ([turn]) => {
      const text = await textAt(key);
      const open = async (text: string | null | undefined, isMoved: boolean): Promise<Awaited<ReturnType<typeof handle>>> => {
        const [result, next, initialText] = await run(text, context);
        const isUnchanged = next === (text ?? initialText) || (next === undefined && isNone(text));
        if (isMoved || !isUnchanged) stageSession(delivery, { storage, key, owner: turn!.owner, text: next, ttlSeconds });
        return result;
      };
      const from = isNone(text) || isMigration(update) ? await formerChat(update, by, (chat) => textAt(`${prefix}moved:${chat}`)) : undefined;
      const formerId = from === undefined ? undefined : option(OWNER, "by", formerKey(update, from, by, context), KEY);
      if (formerId === undefined || formerId === id) return open(text, false);
      const former = `${prefix}${formerId}`;
      const moved = by === "both" && isMigration(update) ? [`${prefix}moved:${chatIdOf(update)}`] : [];
      return inTurn(OWNER, delivery, turns, [former, ...moved], async ([formerTurn, movedTurn]) => {
        const formerText = isNone(text) ? await textAt(former) : undefined;
        const result = await open(isNone(formerText) ? text : formerText, !isNone(formerText));
        if (!isNone(formerText)) stageSession(delivery, { storage, key: former, owner: formerTurn!.owner, text: undefined, ttlSeconds });
        // The sessions of other users in this chat move with their first update.
        if (movedTurn) stageSession(delivery, { storage, key: moved[0]!, owner: movedTurn.owner, text: String(from), ttlSeconds });
        return result;
      });
    });
  };
  return withKinds(withSession, kindsOf(handle)) as UpdateHandler<Env, Outside<Extra>>;
}
