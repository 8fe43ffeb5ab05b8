// Faults of the service that the visitor injects, and whether they have struck yet.
import { effect, type Signal, signal } from "@preact/signals";
import type { Emulator, Fault, FaultKind } from "botwire/emulator";
import type { IconName } from "../../shell/icons.tsx";
import type { WireEntry, WireRecord } from "../../wire/entries.ts";

/** Name of a fault. */
export type FaultName = FaultKind["what"];

/** A fault as a button. */
export interface FaultButton {
  readonly what: FaultName;
  readonly name: string;
  readonly about: string;
  readonly icon: IconName;
  readonly fault: Fault;
}

/** Milliseconds that a slow answer takes. */
const SLOW = 3000;

/** All faults, calls first. */
export const FAULTS: readonly FaultButton[] = [
  { what: "flood", name: "429", about: "Too many requests, retry after 2 s", icon: "bolt", fault: { what: "flood", retry_after: 2 } },
  { what: "migration", name: "Migration", about: "The group becomes a supergroup at the next call", icon: "people", fault: { what: "migration" } },
  { what: "slow", name: "Slow", about: `The answer to a call that the bot makes itself takes ${SLOW / 1000} s`, icon: "gauge", fault: { what: "slow", millis: SLOW } },
  { what: "error", name: "500", about: "The service fails and says so", icon: "alert", fault: { what: "error", error_code: 500 } },
  { what: "page", name: "502 page", about: "A proxy answers with HTML", icon: "file", fault: { what: "page" } },
  { what: "drop", name: "Dropped", about: "The connection drops before the call is carried out", icon: "close", fault: { what: "drop" } },
  { what: "drop_after", name: "Dropped after", about: "A call that the bot makes itself is carried out, then the connection drops", icon: "block", fault: { what: "drop_after" } },
  { what: "cut_off", name: "Cut off", about: "The answer to a call that the bot makes itself ends in the middle", icon: "minus", fault: { what: "cut_off" } },
  { what: "duplicate", name: "Delivered twice", about: "The webhook gets the next update twice", icon: "copy", fault: { what: "duplicate" } },
  { what: "reorder", name: "Out of order", about: "The next update is overtaken by those of the second after it", icon: "refresh", fault: { what: "reorder" } },
];

/** How often a fault strikes. */
export type Times = 1 | 3 | "always";

/** The faults of a stage. */
export class Faults {
  /** Those that wait for something to strike, and how often they will. */
  readonly armed: Signal<ReadonlyMap<FaultName, number>> = signal(new Map());
  /** How often each has struck. */
  readonly struck: Signal<ReadonlyMap<FaultName, number>> = signal(new Map());
  readonly #emulator: Emulator;
  readonly #heals = new Map<FaultName, () => void>();
  readonly #end: () => void;
  /** The note with which an answer was looked at: what became of a call in it is noted later. Undefined once it counts. */
  readonly #looked = new WeakMap<object, string | undefined>();

  constructor(emulator: Emulator, record: WireRecord) {
    this.#emulator = emulator;
    this.#end = effect(() => {
      for (const entry of record.entries.value) this.#look(entry);
    });
  }

  /** Sets a fault, or takes it back. */
  toggle({ what, fault }: FaultButton, times: Times): void {
    const armed = new Map(this.armed.peek());
    if (armed.delete(what)) {
      this.#heals.get(what)?.();
    } else {
      const count = times === "always" ? Infinity : times;
      this.#heals.set(what, this.#emulator.fault(count === Infinity ? fault : { ...fault, times: count }));
      armed.set(what, count);
    }
    this.armed.value = armed;
  }

  /** Takes all faults back. */
  heal(): void {
    this.#emulator.heal();
    this.armed.value = new Map();
  }

  /** Ends looking. */
  close(): void {
    this.#end();
  }

  #look(entry: WireEntry): void {
    const { response, error, note = "" } = entry;
    const key = response ?? (error === undefined ? undefined : entry);
    if (key === undefined || (this.#looked.has(key) && [undefined, note].includes(this.#looked.get(key)))) return;
    this.#looked.set(key, note);
    const signs = signsOf(entry);
    for (const what of this.armed.peek().keys()) {
      if (!signs.includes(what)) continue;
      this.#looked.set(key, undefined);
      const left = (this.armed.peek().get(what) ?? 1) - 1;
      const armed = new Map(this.armed.peek());
      if (left > 0) armed.set(what, left);
      else armed.delete(what);
      this.armed.value = armed;
      this.struck.value = new Map(this.struck.peek()).set(what, (this.struck.peek().get(what) ?? 0) + 1);
      return;
    }
  }
}

/** What an entry of the record looks like, in terms of faults. */
function signsOf({ direction, response, error, note = "", ms = 0 }: WireEntry): FaultName[] {
  if (direction === "delivery") return note.includes("again") ? ["duplicate"] : note.includes("late") ? ["reorder"] : inline(note);
  if (error !== undefined) return ["drop", "drop_after", "cut_off"];
  if (response?.status === 429) return ["flood"];
  if (response?.status === 500) return ["error"];
  if (response?.status === 502) return ["page"];
  if (JSON.stringify(response?.body).includes("migrate_to_chat_id")) return ["migration"];
  return ms >= SLOW - 200 ? ["slow"] : [];
}

/** What became of the call in the answer to a delivery. */
function inline(note: string): FaultName[] {
  if (note.includes(" 429 ")) return ["flood"];
  if (note.includes(" 500 ")) return ["error"];
  // Nobody sees a call in an answer fail but the service: without an envelope there is a 502 for it.
  if (note.includes(" 502 ")) return ["page", "drop"];
  return note.includes("upgraded") || note.includes("migrate") ? ["migration"] : [];
}
