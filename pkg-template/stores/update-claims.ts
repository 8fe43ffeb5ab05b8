// The Durable Object that stores the owner of each key.
import { DONE, REMEMBERED_MS } from "./answer.js";
import { Places } from "../updates/places.js";

/** The part of a Durable Object's storage, of either kind, that this package uses. */
export interface StorageLike {
  get<T = unknown>(key: string): Promise<T | undefined>;
  get<T = unknown>(keys: string[]): Promise<Map<string, T>>;
  put(entries: Record<string, unknown>): Promise<void>;
  delete(keys: string[]): Promise<number>;
  list<T = unknown>(options: { prefix: string; end?: string; limit: number }): Promise<Map<string, T>>;
  getAlarm(): Promise<number | null>;
  setAlarm(time: number): Promise<void>;
}

interface Entry {
  /** Absent once the key was released with its attempts. */
  readonly owner?: string | undefined;
  /** By the clock of the object, in milliseconds. */
  readonly until: number;
  /** The claims of an update, which are remembered for a day longer. Absent for turns. */
  readonly attempts?: number | undefined;
  /** The update was handled. */
  readonly done?: true;
  readonly response?: string | undefined;
}

/** A session. */
interface Session {
  readonly text: string;
  /** Absent if the session does not expire. */
  readonly until?: number | undefined;
}

/** A commit as a text. */
interface Changes {
  readonly done?: { readonly key: string; readonly owner: string; readonly ms: number; readonly response?: string };
  readonly sessions: readonly { readonly key: string; readonly owner: string; readonly text?: string; readonly ms?: number }[];
}

/** The records that change at once, by name. `undefined` deletes one. */
type Records = Record<string, Entry | Session | undefined>;

/** The most keys in one call to the storage. */
const BATCH = 64;
/** How often expired entries are deleted, all at once. */
const ALARM_MS = 60_000;

const entryKey = (key: string): string => `key:${key}`;
const sessionKey = (key: string): string => `session:${key}`;
/** Returns the time at which a record is deleted. */
const dueOf = (record: Entry | Session): number | undefined =>
  record.until === undefined ? undefined : record.until + ("attempts" in record && record.attempts ? REMEMBERED_MS : 0);
const isHeldBy = (entry: Entry | undefined, owner: string): boolean => entry?.owner === owner && !entry.done;
/** Sorted by time, so that the alarm reads expired entries only. */
const dueKey = (until: number, name: string): string => `due:${String(until).padStart(16, "0")}:${name}`;

/**
 * The Durable Object of `durableObjectStore`. Bind it in `wrangler.toml`. It stores about 300 bytes per update, and its
 * response, for `claimSeconds`. An alarm deletes them. No request waits in the object.
 */
export class UpdateClaims {
  /** Required by `wrangler types` for the class of a binding. */
  declare readonly __DURABLE_OBJECT_BRAND: never;
  readonly #storage: StorageLike;
  readonly #places = new Places();
  #hasAlarm = false;
  /** The last question, answered or not. One at a time, so that none reads a value that another one is about to write. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(state: { readonly storage: StorageLike }) {
    this.#storage = state.storage;
  }

  async fetch(request: { readonly url: string; text(): Promise<string> }): Promise<any> {
    const { pathname, searchParams } = new URL(request.url);
    const question = pathname.slice(1);
    const key = searchParams.get("key") ?? "";
    const owner = searchParams.get("owner") ?? "";
    const ms = Number(searchParams.get("ms"));
    const place = searchParams.get("place");
    const text = await request.text();
    const answering = this.#last.then(async () => {
      if (question === "claim") return this.#claim(key, owner, ms, place === null ? undefined : Number(place));
      if (question === "read") return this.#read(key);
      if (question === "renew") return String(await this.#renew(key, owner, ms));
      if (question === "release") return String(await this.#release(key, owner, Number(searchParams.get("attempts"))));
      const changes: Record<string, () => Changes> = {
        commit: () => JSON.parse(text),
        settle: () => ({ done: { key, owner, ms, ...(text !== "" && { response: text }) }, sessions: [] }),
        write: () => ({ sessions: [{ key, owner, ...(text !== "" && { text }), ...(searchParams.has("ms") && { ms }) }] }),
      };
      return String(await this.#commit(changes[question]!()));
    });
    this.#last = answering.catch(() => {});
    return new Response(await answering);
  }

  /** Returns the number of attempts, `busy`, or `done` with the response. */
  async #claim(key: string, owner: string, leaseMs: number, place: number | undefined): Promise<string> {
    const entry = await this.#entry(key);
    const now = Date.now();
    const isLive = entry !== undefined && entry.until > now;
    if (isLive && entry.done) return entry.response === undefined ? DONE : `${DONE}\n${entry.response}`;
    const isOwn = isHeldBy(entry, owner);
    const isFirst = isOwn || place === undefined || this.#places.isFirst(key, place, now);
    if (!isFirst || (isLive && entry.owner !== undefined && !isOwn)) return "busy";
    if (place !== undefined) this.#places.remove(key, place);
    const attempts = (entry?.attempts ?? 0) + (isOwn ? 0 : 1);
    await this.#write({ [entryKey(key)]: { owner, until: now + leaseMs, ...(place === undefined && { attempts }) } });
    return String(attempts || 1);
  }

  async #renew(key: string, owner: string, ms: number): Promise<boolean> {
    const entry = await this.#entry(key);
    if (!isHeldBy(entry, owner)) return false;
    await this.#write({ [entryKey(key)]: { ...entry, until: Date.now() + ms } });
    return true;
  }

  async #release(key: string, owner: string, attempts: number): Promise<boolean> {
    const entry = await this.#entry(key);
    if (!isHeldBy(entry, owner)) return entry?.owner === undefined;
    await this.#write({ [entryKey(key)]: attempts > 0 ? { until: Date.now(), attempts } : undefined });
    return true;
  }

  /** Changes sessions and settles their update, all or nothing. Returns whether it did, now or before. */
  async #commit({ done, sessions }: Changes): Promise<boolean> {
    const entry = done && (await this.#entry(done.key));
    if (entry?.owner !== undefined && entry.owner !== done!.owner) return false;
    if (entry?.done) return true;
    const records: Records = {};
    for (const { key, owner, text, ms } of sessions) {
      if (!isHeldBy(await this.#entry(key), owner)) return false;
      records[sessionKey(key)] = text === undefined ? undefined : { text, ...(ms !== undefined && { until: Date.now() + ms }) };
    }
    if (done) records[entryKey(done.key)] = { owner: done.owner, until: Date.now() + done.ms, done: true, response: done.response };
    await this.#write(records);
    return true;
  }

  /** Returns the text of a session, or an empty text. */
  async #read(key: string): Promise<string> {
    const session = await this.#storage.get<Session>(sessionKey(key));
    return session && (session.until ?? Infinity) > Date.now() ? session.text : "";
  }

  #entry(key: string): Promise<Entry | undefined> {
    return this.#storage.get<Entry>(entryKey(key));
  }

  /** Changes records, all or nothing: the host joins writes between which nothing is awaited. */
  async #write(records: Records): Promise<void> {
    const put: Record<string, unknown> = {};
    let expires = false;
    for (const [name, record] of Object.entries(records)) {
      if (record === undefined) continue;
      put[name] = record;
      const due = dueOf(record);
      if (due === undefined) continue;
      expires = true;
      put[dueKey(due, name)] = name;
    }
    const deleted = Object.keys(records).filter((name) => records[name] === undefined);
    await Promise.all([this.#storage.put(put), deleted.length > 0 && this.#storage.delete(deleted)]);
    if (!expires || this.#hasAlarm) return;
    this.#hasAlarm = true;
    if ((await this.#storage.getAlarm()) === null) await this.#storage.setAlarm(Date.now() + ALARM_MS);
  }

  async alarm(): Promise<void> {
    const cleaning = this.#last.then(() => this.#deleteExpired());
    this.#last = cleaning.catch(() => {});
    await cleaning;
  }

  async #deleteExpired(): Promise<void> {
    const now = Date.now();
    for (;;) {
      const due = await this.#storage.list<string>({ prefix: "due:", end: dueKey(now, ""), limit: BATCH });
      if (due.size === 0) break;
      const entries = await this.#storage.get<Entry | Session>([...due.values()]);
      // An entry that was renewed, settled or written since then expires later.
      const expired = [...entries].filter(([, record]) => (dueOf(record) ?? Infinity) <= now).map(([name]) => name);
      await this.#storage.delete([...due.keys(), ...expired]);
    }
    this.#hasAlarm = (await this.#storage.list({ prefix: "due:", limit: 1 })).size > 0;
    if (this.#hasAlarm) await this.#storage.setAlarm(now + ALARM_MS);
  }
}
