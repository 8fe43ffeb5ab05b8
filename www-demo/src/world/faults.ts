// Faults of the service that the visitor injects, and whether they have struck yet.
import { type Signal, signal } from "@preact/signals";
import type { LogEntry } from "botwire/emulator";
import type { FaultButton, FaultName, Times } from "./fault-types.ts";
import type { Faults, World } from "./world.ts";

/** Milliseconds that a slow answer takes. */
const SLOW = 3000;

/** All faults, calls first, by the names that the documentation of the emulator has. */
export const FAULTS: readonly FaultButton[] = [
  { what: "rate_limit", name: "Rate limit (429)", about: "Too many requests, retry after 2 s", icon: "bolt", fault: { kind: "rate_limit", retry_after: 2 } },
  { what: "migration", name: "Migration", about: "The group becomes a supergroup at the next call", icon: "people", fault: { kind: "migration" } },
  { what: "slow", name: "Slow", about: `The answer to a call that the bot makes itself takes ${SLOW / 1000} s`, icon: "gauge", fault: { kind: "slow", millis: SLOW } },
  { what: "error", name: "Error (500)", about: "The service fails with an error", icon: "alert", fault: { kind: "error", error_code: 500 } },
  { what: "page", name: "Page (502)", about: "A proxy answers with HTML", icon: "file", fault: { kind: "page" } },
  { what: "drop", name: "Drop", about: "The connection drops before the call is carried out", icon: "close", fault: { kind: "drop" } },
  { what: "drop_after", name: "Drop after", about: "A call that the bot makes itself is carried out, then the connection drops", icon: "block", fault: { kind: "drop_after" } },
  { what: "cut_off", name: "Cut off", about: "The answer to a call that the bot makes itself ends in the middle", icon: "minus", fault: { kind: "cut_off" } },
  { what: "duplicate", name: "Duplicate", about: "The next update is delivered twice", icon: "copy", fault: { kind: "duplicate" } },
  { what: "reorder", name: "Reorder", about: "The next update is held back for a second, so that later ones overtake it", icon: "refresh", fault: { kind: "reorder" } },
];

/** What sets faults and takes them back: actions of the emulator. */
type Act = World["act"];

/** The faults that this page has set, counted by the log. */
export class CountedFaults implements Faults {
  readonly armed: Signal<ReadonlyMap<FaultName, number>> = signal(new Map());
  readonly struck: Signal<ReadonlyMap<FaultName, number>> = signal(new Map());
  readonly #act: Act;
  /** Numbers of the faults that were set. */
  readonly #numbers = new Map<FaultName, number>();

  constructor(act: Act) {
    this.#act = act;
  }

  async toggle({ what, fault }: FaultButton, times: Times): Promise<void> {
    const armed = new Map(this.armed.peek());
    const number = this.#numbers.get(what);
    if (armed.delete(what)) {
      this.armed.value = armed;
      if (number !== undefined) await this.#act("clear_faults", { fault: number });
    } else {
      this.armed.value = armed.set(what, times === "always" ? Infinity : times);
      this.#numbers.set(what, await this.#act("fault", times === "always" ? fault : { ...fault, times }));
    }
  }

  /** Counts what faults have struck since the last time. */
  take(entries: readonly LogEntry[]): void {
    for (const entry of entries) if ("fault" in entry && entry.fault !== undefined) this.#count(entry.fault);
  }

  #count(what: FaultName): void {
    const armed = new Map(this.armed.peek());
    const left = (armed.get(what) ?? 1) - 1;
    if (left > 0) armed.set(what, left);
    else armed.delete(what);
    this.armed.value = armed;
    const struck = new Map(this.struck.peek());
    const before = struck.get(what) ?? 0;
    // Set anew, so that the last key is the fault that struck last.
    struck.delete(what);
    this.struck.value = struck.set(what, before + 1);
  }
}
