// The Durable Object that stores the owner of each key.
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
  /** Absent once the update was handled. */
  readonly owner?: string;
  /** By the clock of the object, in milliseconds. */
  readonly until: number;
}

/** A session. */
interface Session {
  readonly text: string;
  /** Absent if the session does not expire. */
  readonly until?: number;
}

/** The most keys in one call to the storage. */
const BATCH = 64;
/** How often expired entries are deleted, all at once. */
const ALARM_MS = 60_000;

const entryKey = (key: string): string => `key:${key}`;
const sessionKey = (key: string): string => `session:${key}`;
/** Sorted by time, so that the alarm reads expired entries only. */
const dueKey = (until: number, name: string): string => `due:${String(until).padStart(16, "0")}:${name}`;

/**
 * The Durable Object of `durableObjectStore`. Bind it in `wrangler.toml`. It stores about 150 bytes per update for
 * `claimSeconds`. An alarm deletes them. No request waits in the object.
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
    const text = question === "write" ? await request.text() : "";
    const answering = this.#last.then(() => {
      if (question === "claim") return this.#claim(key, ms, place === null ? undefined : Number(place));
      if (question === "read") return this.#read(key);
      if (question === "write") return this.#writeSession(key, owner, text, searchParams.has("ms") ? ms : undefined);
      return this.#change(question, key, owner, ms);
    });
    this.#last = answering.catch(() => {});
    return new Response(await answering);
  }

  /** Returns the new owner, `busy` or `done`. */
  async #claim(key: string, leaseMs: number, place: number | undefined): Promise<string> {
    const entry = await this.#storage.get<Entry>(entryKey(key));
    const now = Date.now();
    const isHeld = entry !== undefined && entry.until > now;
    if (isHeld && entry.owner === undefined) return "done";
    const isFirst = place === undefined || this.#places.isFirst(key, place, now);
    if (isHeld || !isFirst) return "busy";
    if (place !== undefined) this.#places.remove(key, place);
    const owner = crypto.randomUUID();
    await this.#write(key, { owner, until: now + leaseMs });
    return owner;
  }

  /** Changes a key, unless another owner has claimed it since. Returns whether it did, as text. */
  async #change(question: string, key: string, owner: string, ms: number): Promise<string> {
    const entry = await this.#storage.get<Entry>(entryKey(key));
    if (entry ? entry.owner !== owner : question === "renew") return "false";
    if (question === "release") await this.#storage.delete([entryKey(key)]);
    else await this.#write(key, { until: Date.now() + ms, ...(question === "renew" && { owner }) });
    return "true";
  }

  /** Returns the text of a session, or an empty text. */
  async #read(key: string): Promise<string> {
    const session = await this.#storage.get<Session>(sessionKey(key));
    return session && (session.until ?? Infinity) > Date.now() ? session.text : "";
  }

  async #writeSession(key: string, owner: string, text: string, ms: number | undefined): Promise<string> {
    const entry = await this.#storage.get<Entry>(entryKey(key));
    if (entry?.owner !== owner) return "false";
    if (text === "") await this.#storage.delete([sessionKey(key)]);
    else if (ms === undefined) await this.#storage.put({ [sessionKey(key)]: { text } });
    else await this.#put(sessionKey(key), { text, until: Date.now() + ms });
    return "true";
  }

  #write(key: string, entry: Entry): Promise<void> {
    return this.#put(entryKey(key), entry);
  }

  /** Stores an entry that expires. */
  async #put(name: string, entry: (Entry | Session) & { readonly until: number }): Promise<void> {
    await this.#storage.put({ [name]: entry, [dueKey(entry.until, name)]: name });
    if (this.#hasAlarm) return;
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
      const expired = [...entries].filter(([, { until }]) => until !== undefined && until <= now).map(([name]) => name);
      await this.#storage.delete([...due.keys(), ...expired]);
    }
    this.#hasAlarm = (await this.#storage.list({ prefix: "due:", limit: 1 })).size > 0;
    if (this.#hasAlarm) await this.#storage.setAlarm(now + ALARM_MS);
  }
}
