// Faults that a test injects.

import type { AnyCase } from "../../bot.js";

/** A fault, and when it happens. All conditions that are set must hold. */
export type Fault = FaultKind & {
  /** How many times the fault applies. Default: always. */
  times?: number | undefined;
  /** Applies the fault only to calls of this method, in any case. An unknown name is refused. */
  method?: AnyCase | undefined;
  /** Applies the fault only to this chat: the `chat_id` of a call, or the chat of an update. */
  chat?: number | undefined;
  /** Applies the fault only to this bot. */
  bot?: number | undefined;
  /** The probability that the fault applies, 0 to 1. Default: 1. */
  probability?: number | undefined;
  /** The seed for `probability`. Equal seeds affect the same calls. Default: 1. */
  seed?: number | undefined;
  /**
   * If true, the fault applies to deliveries to webhooks instead of calls. `cut_off` and `slow` then affect the body that the
   * webhook receives. `drop` and `drop_after` close the connection before or after the webhook has received it. With `error`,
   * `page` and `rate_limit`, the webhook receives nothing, and the service sees that status as its response. After all of these
   * except `slow`, the update is delivered again. `migration` is refused.
   */
  deliveries?: boolean | undefined;
};

/**
 * The kind of a fault.
 *
 * - `rate_limit`: the call fails with 429 and `retry_after` seconds. Default: 1.
 * - `migration`: the group of the call becomes a supergroup, and the call fails with `migrate_to_chat_id`.
 * - `error`: the call fails with this `error_code`. Default: 500.
 * - `page`: the response is an HTML page with this status. Default: 502. The call is not carried out.
 * - `cut_off`: the call is carried out, but its response ends in the middle.
 * - `slow`: the call is carried out, but the body of its response takes `millis` real milliseconds. Default: 1000.
 * - `drop`, `drop_after`: the connection closes before, or after, the call is carried out.
 * - `duplicate`: a webhook receives an update twice, and its first response is lost. `getUpdates` returns each update twice.
 * - `reorder`: a webhook receives an update after those of the next second, and `getUpdates` returns updates in reverse order.
 */
export type FaultKind =
  | { kind: "rate_limit"; retry_after?: number | undefined }
  | { kind: "error"; error_code?: number | undefined; description?: string | undefined }
  | { kind: "page"; status?: number | undefined }
  | { kind: "slow"; millis?: number | undefined }
  | { kind: "migration" | "cut_off" | "drop" | "drop_after" | "duplicate" | "reorder" };
