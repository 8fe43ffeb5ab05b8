// The Durable Object that knows which updates are in flight or done.
import { LEASE_MS } from "../policy.js";

/** What is used of a Durable Object's storage, of either kind. */
export interface StorageLike {
  get<T = unknown>(key: string): Promise<T | undefined>;
  get<T = unknown>(keys: string[]): Promise<Map<string, T>>;
  put(entries: Record<string, unknown>): Promise<void>;
  delete(keys: string[]): Promise<number>;
  list<T = unknown>(options: { prefix: string; end?: string; limit: number }): Promise<Map<string, T>>;
  getAlarm(): Promise<number | null>;
  setAlarm(time: number): Promise<void>;
}

interface Claim {
  /** Milliseconds. */
  readonly until: number;
  readonly isDone: boolean;
}

/** Keys that one call to the storage takes. */
const BATCH = 64;
/** How often expired claims are deleted, all at once. */
const ALARM_MS = 60_000;

const keyOf = (id: string): string => `id:${id}`;
/** Sorted by time, so that the alarm need not look at what is not expired. */
const dueKey = (until: number, id: string): string => `due:${String(until).padStart(16, "0")}:${id}`;

/** An update in flight, in memory, in addition to what is stored. */
interface InFlight {
  readonly until: number;
  /** Resolve the claims that wait for the outcome. */
  readonly waiting: (() => void)[];
}

/**
 * The Durable Object behind `durableObjectStore`: bind it in wrangler. It keeps some 100 bytes for each update of the
 * last `claimSeconds`; an alarm deletes them.
 */
export class UpdateClaims {
  /** What `wrangler types` asks of the class of a binding. */
  declare readonly __DURABLE_OBJECT_BRAND: never;
  readonly #storage: StorageLike;
  readonly #inFlight = new Map<string, InFlight>();
  #hasAlarm = false;

  constructor(state: { readonly storage: StorageLike }) {
    this.#storage = state.storage;
  }

  async fetch(request: { readonly url: string }): Promise<any> {
    const { pathname, searchParams } = new URL(request.url);
    const [, question, ttlMs] = pathname.split("/");
    const id = searchParams.get("id") ?? "";
    if (question === "claim") return new Response(String(await this.#claim(id)));
    if (question === "release") await this.#storage.delete([keyOf(id)]);
    else if (question === "settle") await this.#write(id, { until: Date.now() + Number(ttlMs), isDone: true });
    else return new Response("no such question", { status: 404 });
    this.#end(id);
    return new Response("");
  }

  async #claim(id: string): Promise<boolean> {
    for (;;) {
      const stored = await this.#storage.get<Claim>(keyOf(id));
      const now = Date.now();
      // Of several waiting claims the first one to get here wins: there is no await before the entry is set.
      let inFlight = this.#inFlight.get(id);
      if (!inFlight || inFlight.until <= now) {
        if (stored?.isDone && stored.until > now) return false;
        const isFree = (stored?.until ?? 0) <= now;
        inFlight = { until: isFree ? now + LEASE_MS : stored!.until, waiting: [] };
        this.#inFlight.set(id, inFlight);
        if (isFree) {
          await this.#write(id, { until: inFlight.until, isDone: false });
          return true;
        }
      }
      const { until, waiting } = inFlight;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, until - now);
        waiting.push(() => (clearTimeout(timer), resolve()));
      });
    }
  }

  #end(id: string): void {
    const waiting = this.#inFlight.get(id)?.waiting ?? [];
    this.#inFlight.delete(id);
    for (const tell of waiting) tell();
  }

  async #write(id: string, claim: Claim): Promise<void> {
    await this.#storage.put({ [keyOf(id)]: claim, [dueKey(claim.until, id)]: id });
    if (this.#hasAlarm) return;
    this.#hasAlarm = true;
    if ((await this.#storage.getAlarm()) === null) await this.#storage.setAlarm(Date.now() + ALARM_MS);
  }

  async alarm(): Promise<void> {
    const now = Date.now();
    for (;;) {
      const due = await this.#storage.list<string>({ prefix: "due:", end: dueKey(now, ""), limit: BATCH });
      if (due.size === 0) break;
      const claims = await this.#storage.get<Claim>([...due.values()].map(keyOf));
      // A claim that was renewed or settled since then expires later.
      const expired = [...claims].filter(([, claim]) => claim.until <= now).map(([key]) => key);
      await this.#storage.delete([...due.keys(), ...expired]);
    }
    for (const [id, { until }] of this.#inFlight) if (until <= now) this.#end(id);
    this.#hasAlarm = (await this.#storage.list({ prefix: "due:", limit: 1 })).size > 0;
    if (this.#hasAlarm) await this.#storage.setAlarm(now + ALARM_MS);
  }
}
