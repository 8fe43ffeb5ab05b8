// Fills the wire log of an emulator behind HTTP, from its events and its log.
import type { EmulatorEvent, LogEntry } from "botwire/emulator";
import { type WireBody, WireRecord } from "../wire/entries.ts";
import { HIDDEN } from "../wire/mask.ts";
import { deliveredUpdate, wireEntryOf } from "./log-entries.ts";

/** Calls and deliveries whose entries may still change. */
const MAX_KNOWN = 1000;

type Event<Kind extends EmulatorEvent["kind"]> = Extract<EmulatorEvent, { kind: Kind }>;

/** The record, filled by events. */
export class HttpWire {
  readonly record = new WireRecord();
  readonly #baseUrl: string;
  /** Number of the last entry of the log. */
  #logged = 0;
  /** Running calls, by number: their method, and the entry that shows them. */
  readonly #calls = new Map<number, { readonly bot: number; readonly method: string; readonly shown: number; logged?: number }>();
  /** Entries of deliveries that run, by their numbers. */
  readonly #deliveries = new Map<number, number>();

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  get logged(): number {
    return this.#logged;
  }

  begin({ call, bot, method, verb }: Event<"call">): void {
    const request = { verb, url: `${this.#baseUrl}/bot${HIDDEN}/${method}`, headers: {}, body: null };
    this.#calls.set(call, { bot, method: method.toLowerCase(), shown: this.record.add({ direction: "call", name: method, bot, request }) });
    bound(this.#calls);
  }

  end({ call, ms, entry }: Event<"call_end">): void {
    const running = this.#calls.get(call);
    this.#calls.delete(call);
    if (running === undefined) return;
    this.record.change(running.shown, entry === undefined ? { ms, error: "the bot ended the connection before the answer" } : { ms });
  }

  deliver({ delivery, url, update }: Event<"delivery">): void {
    this.#deliveries.set(delivery, this.record.add({ direction: "delivery", ...deliveredUpdate(update), request: { verb: "POST", url, headers: {}, body: update as WireBody } }));
    bound(this.#deliveries);
  }

  /** Adds an entry of the log, unless it is known. Returns true if it is new. */
  log(entry: LogEntry, ms?: number, answer?: string): boolean {
    if (entry.number <= this.#logged) return false;
    this.#logged = entry.number;
    const shown = this.#running(entry);
    const content = { ...wireEntryOf(entry, this.#baseUrl, answer), ...(ms !== undefined && { ms }) };
    if (shown === undefined) this.record.add(content);
    else this.record.change(shown, content);
    return true;
  }

  /** The log begins anew. */
  restart(): void {
    this.#logged = 0;
    this.#calls.clear();
    this.#deliveries.clear();
  }

  /** Finds the entry that shows the start of a logged request. */
  #running(entry: LogEntry): number | undefined {
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
