// The faults that a visitor can inject, as the interface of a world names them.
import type { Fault, FaultKind } from "botwire/emulator";
import type { IconName } from "../shell/icons.tsx";

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

/** How often a fault is injected. */
export type Times = number | "always";

/** The scope of a fault: all fields that are set must match. */
export type FaultScope = Pick<Fault, "method" | "chat" | "bot" | "deliveries">;
