// The events of `GET /user/events`, as far as the studio uses them; see `EmulatorEvent` of the package.
import type { InjectedFault, LogEntry, SeenMessage } from "botwire/emulator";
import type { EventPlace } from "./conversations.ts";

export type WorldEvent =
  | ({ readonly kind: "message" | "edit"; readonly message: SeenMessage } & EventPlace)
  | ({ readonly kind: "deletion"; readonly message_id: number } & EventPlace)
  | ({ readonly kind: "action"; readonly action: string | null } & EventPlace)
  | { readonly kind: "call"; readonly call: number; readonly bot: number; readonly method: string; readonly verb: string }
  | { readonly kind: "call_end"; readonly call: number; readonly ms: number; readonly entry?: number }
  | { readonly kind: "delivery"; readonly delivery: number; readonly url: string; readonly update: Record<string, unknown> | null }
  | { readonly kind: "log"; readonly entry: LogEntry; readonly ms?: number; readonly answer?: string }
  | { readonly kind: "faults"; readonly faults: readonly InjectedFault[] }
  | { readonly kind: "time"; readonly now: number; readonly stopped: boolean }
  | { readonly kind: "people" }
  | { readonly kind: "reset" }
  | { readonly kind: "open"; readonly missed: boolean };
