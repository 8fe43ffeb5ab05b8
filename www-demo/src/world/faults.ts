// Faults of the service that the visitor injects, and whether they have struck yet.
import { type Signal, signal } from "@preact/signals";
import type { InjectedFault, LogEntry } from "botwire/emulator";
import type { FaultButton, FaultName, FaultScope, Times } from "./fault-types.ts";
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

/** Carries out the actions that set and clear faults. */
type Act = World["act"];

/** The faults that are set, by whichever page, and how often they have struck since this page was opened. */
export class CountedFaults implements Faults {
  readonly set: Signal<readonly InjectedFault[]> = signal([]);
  readonly struck: Signal<ReadonlyMap<FaultName, number>> = signal(new Map());
  readonly #act: Act;

  constructor(act: Act) {
    this.#act = act;
  }

  async toggle({ what, fault }: FaultButton, times: Times, scope: FaultScope = {}): Promise<void> {
    const former = this.set.peek().filter(({ kind }) => kind === what);
    for (const { number } of former) await this.remove(number);
    if (former.length === 0) await this.#act("fault", { ...fault, ...scope, ...(times !== "always" && { times }) });
    await this.#read();
  }

  async remove(number: number): Promise<void> {
    await this.#act("clear_faults", { fault: number });
    await this.#read();
  }

  async #read(): Promise<void> {
    this.update(await this.#act("faults", {}));
  }

  /** Replaces the list of active faults. */
  update(faults: readonly InjectedFault[]): void {
    if (JSON.stringify(this.set.peek()) !== JSON.stringify(faults)) this.set.value = faults;
  }

  /** Counts the faults in new log entries. */
  take(entries: readonly LogEntry[]): void {
    for (const entry of entries) {
      if (!("fault" in entry) || entry.fault === undefined) continue;
      const struck = new Map(this.struck.peek());
      const before = struck.get(entry.fault) ?? 0;
      // Set anew, so that the last key is the fault that struck last.
      struck.delete(entry.fault);
      this.struck.value = struck.set(entry.fault, before + 1);
    }
  }
}
