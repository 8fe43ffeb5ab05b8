// Fills the wire log of an emulator behind HTTP, from its events and its log.
import type { EmulatorEvent, TimedEntry } from "botwire/emulator";
import { type WireBody, WireRecord } from "../wire/entries.ts";
import { HIDDEN } from "../wire/mask.ts";
import { deliveredUpdate, isNoise, wireEntryOf } from "./log-entries.ts";

/** Calls and deliveries whose entries may still change. */
const MAX_KNOWN = 1000;
/** Entries that the studio retains. */
const MAX_ENTRIES = 30_000;

type Event<Kind extends EmulatorEvent["kind"]> = Extract<EmulatorEvent, { kind: Kind }>;

/** The record, filled by events. */
export class HttpWire {
  readonly record = new WireRecord(MAX_ENTRIES);
  readonly #baseUrl: string;
  readonly #now: () => number;
  #read = 0;
  /** Number of the last entry of the log. */
  #logged = 0;
  /** Running calls, by number: their method, and the entry that shows them. */
  readonly #calls = new Map<number, { readonly bot: number; readonly method: string; readonly shown: number; logged?: number }>();
  /** Entries of deliveries that run, by their numbers. */
  readonly #deliveries = new Map<number, number>();
  /** Numbers of entries of the log that are shown. */
  readonly #known = new Set<number>();
  /** What shows the entries of the log, by their numbers. */
  readonly #numbers = new Map<number, number>();
  /** The latest entries of the log: their numbers and times. */
  readonly #latest: { readonly number: number; readonly time: number }[] = [];

  /** @param now - Returns the time by the emulator's clock. */
  constructor(baseUrl: string, now: () => number) {
    this.#baseUrl = baseUrl;
    this.#now = now;
  }

  /** The number of the entry up to which the whole log was read. */
  get read(): number {
    return this.#read;
  }

  /** Adds the entries of a log that was read. */
  fill(entries: readonly TimedEntry[]): void {
    for (const entry of entries) this.log(entry);
    this.#read = entries.at(-1)?.number ?? this.#read;
  }

  begin({ call, bot, method, verb }: Event<"call">): void {
    const request = { verb, url: `${this.#baseUrl}/bot${HIDDEN}/${method}`, headers: {}, body: null };
    const shown = this.record.add({ direction: "call", time: this.#now(), order: this.#logged + 0.5, name: method, bot, request });
    this.#calls.set(call, { bot, method: method.toLowerCase(), shown });
    bound(this.#calls);
  }

  end({ call, ms, entry }: Event<"call_end">): void {
    const running = this.#calls.get(call);
    this.#calls.delete(call);
    // A call that had begun before this page was opened is known by its entry only.
    const shown = (entry === undefined ? undefined : this.#numbers.get(entry)) ?? running?.shown;
    if (shown !== undefined) this.record.change(shown, entry === undefined ? { ms, error: "the bot ended the connection before the answer" } : { ms });
  }

  deliver({ delivery, url, update }: Event<"delivery">): void {
    const request = { verb: "POST", url, headers: {}, body: update as WireBody };
    this.#deliveries.set(delivery, this.record.add({ direction: "delivery", time: this.#now(), order: this.#logged + 0.5, delivery, ...deliveredUpdate(update), request }));
    bound(this.#deliveries);
  }

  /** Adds an entry of the log, unless it is known. Returns true if it is new. */
  log(entry: TimedEntry, ms = entry.ms, answer = entry.response): boolean {
    // An event may be faster than the log that is read at the start.
    if (this.#known.has(entry.number)) return false;
    this.#known.add(entry.number);
    if (this.#known.size > MAX_ENTRIES) this.#known.delete(this.#known.values().next().value as number);
    this.#logged = Math.max(this.#logged, entry.number);
    if (isNoise(entry)) return true;
    const shown = this.#running(entry);
    const content = { ...wireEntryOf(entry, this.#baseUrl, answer), ...(ms !== undefined && { ms }) };
    if (entry.kind !== "delivery") {
      this.#numbers.set(entry.number, shown ?? this.record.add({ ...content, order: entry.number }));
      bound(this.#numbers);
      if (shown !== undefined) this.record.change(shown, { ...content, order: entry.number });
    } else {
      // The log has the end of a delivery; the calls that it caused came before.
      const began = entry.time - (ms ?? 0);
      if (shown === undefined) this.record.add({ ...content, time: began, order: this.#orderAt(began, entry.number) });
      else this.record.change(shown, { ...content, time: began });
    }
    this.#latest.push({ number: entry.number, time: entry.time });
    if (this.#latest.length > MAX_KNOWN) this.#latest.shift();
    return true;
  }

  /** The place before the latest entries that came after that time. */
  #orderAt(time: number, number: number): number {
    let order = number;
    for (let at = this.#latest.length - 1; at >= 0; at -= 1) {
      const entry = this.#latest[at];
      if (entry === undefined || entry.time < time) break;
      order = entry.number;
    }
    return order - 0.5;
  }

  /** The log begins anew. */
  restart(): void {
    this.#read = this.#logged = 0;
    this.#latest.length = 0;
    this.#known.clear();
    this.#numbers.clear();
    this.#calls.clear();
    this.#deliveries.clear();
  }

  /** Finds the entry that shows the start of a logged request. */
  #running(entry: TimedEntry): number | undefined {
    if (entry.kind === "delivery") {
      const shown = this.#deliveries.get(entry.delivery);
      this.#deliveries.delete(entry.delivery);
      return shown;
    }
    if (entry.kind !== "call") return undefined;
    // Matches calls in order, as the emulator does: the first one without a log entry.
    for (const running of this.#calls.values()) {
      if (running.logged !== undefined || running.bot !== entry.bot || running.method !== entry.method.toLowerCase()) continue;
      running.logged = entry.number;
      return running.shown;
    }
    return undefined;
  }
}

function bound(known: Map<number, unknown>): void {
  if (known.size > MAX_KNOWN) known.delete(known.keys().next().value as number);
}
