// Faults of the service that the visitor injects, and whether they have struck yet.
import { type Signal, signal } from "@preact/signals";
import type { Emulator, Fault, FaultKind } from "botwire/emulator";
import type { IconName } from "../../shell/icons.tsx";

/** Name of a fault. */
export type FaultName = FaultKind["kind"];

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
  { what: "rate_limit", name: "429", about: "Too many requests, retry after 2 s", icon: "bolt", fault: { kind: "rate_limit", retry_after: 2 } },
  { what: "migration", name: "Migration", about: "The group becomes a supergroup at the next call", icon: "people", fault: { kind: "migration" } },
  { what: "slow", name: "Slow", about: `The answer to a call that the bot makes itself takes ${SLOW / 1000} s`, icon: "gauge", fault: { kind: "slow", millis: SLOW } },
  { what: "error", name: "500", about: "The service fails and says so", icon: "alert", fault: { kind: "error", error_code: 500 } },
  { what: "page", name: "502 page", about: "A proxy answers with HTML", icon: "file", fault: { kind: "page" } },
  { what: "drop", name: "Dropped", about: "The connection drops before the call is carried out", icon: "close", fault: { kind: "drop" } },
  { what: "drop_after", name: "Dropped after", about: "A call that the bot makes itself is carried out, then the connection drops", icon: "block", fault: { kind: "drop_after" } },
  { what: "cut_off", name: "Cut off", about: "The answer to a call that the bot makes itself ends in the middle", icon: "minus", fault: { kind: "cut_off" } },
  { what: "duplicate", name: "Delivered twice", about: "The webhook gets the next update twice", icon: "copy", fault: { kind: "duplicate" } },
  { what: "reorder", name: "Out of order", about: "The next update is overtaken by those of the second after it", icon: "refresh", fault: { kind: "reorder" } },
];

/** How often a fault is injected. */
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
  #looked = 0;

  constructor(emulator: Emulator) {
    this.#emulator = emulator;
    this.#end = emulator.watch(() => this.#look());
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
    this.#emulator.clearFaults();
    this.armed.value = new Map();
  }

  /** Ends looking. */
  close(): void {
    this.#end();
  }

  /** Counts what the service says that faults have struck. */
  #look(): void {
    for (const entry of this.#emulator.log(this.#looked)) {
      this.#looked = entry.number;
      if ("fault" in entry && entry.fault !== undefined) this.#count(entry.fault);
    }
  }

  #count(what: FaultName): void {
    const armed = new Map(this.armed.peek());
    const left = (armed.get(what) ?? 1) - 1;
    if (left > 0) armed.set(what, left);
    else armed.delete(what);
    this.armed.value = armed;
    this.struck.value = new Map(this.struck.peek()).set(what, (this.struck.peek().get(what) ?? 0) + 1);
  }
}
