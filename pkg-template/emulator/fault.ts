// Faults that a test injects.

import type { AnyCase } from "../bot.js";

/** A fault, and when it happens. All conditions that are set must hold. */
export type Fault = FaultKind & {
  /** How often. Default: always. */
  times?: number | undefined;
  /** Only calls of that method, in any case. A name that none of the methods has is refused. */
  method?: AnyCase | undefined;
  /** Only that chat: `chat_id` of a call, or the chat of an update. */
  chat?: number | undefined;
  /** Only that bot. */
  bot?: number | undefined;
  /** 0 to 1. Default: 1. */
  probability?: number | undefined;
  /** Equal seeds affect the same calls. Default: 1. */
  seed?: number | undefined;
  /**
   * Affects deliveries to webhooks in place of calls: `cut_off` and `slow` are then of the body that the webhook gets,
   * `drop` and `drop_after` come before or after it got that. Of `error`, `page` and `rate_limit` the service sees the status as
   * the answer of a webhook that got nothing. The update is delivered again unless it was `slow`. A `migration` is refused.
   */
  deliveries?: boolean | undefined;
};

/**
 * What goes wrong.
 *
 * - `rate_limit`: 429 with `retry_after` seconds. Default: 1.
 * - `migration`: the group of the call becomes a supergroup, and the call is refused with `migrate_to_chat_id`.
 * - `error`: an envelope with that `error_code`. Default: 500.
 * - `page`: an HTML page with that status instead of an envelope. Default: 502. The call is not carried out.
 * - `cut_off`: the call is carried out, its answer ends in the middle.
 * - `slow`: the call is carried out, the body of its answer takes so many real milliseconds. Default: 1000.
 * - `drop`: the connection drops before the call is carried out; `drop_after`: after it was.
 * - `duplicate`: a webhook gets an update twice, never more often; `getUpdates` gives each twice.
 * - `reorder`: a webhook gets an update after those of the next second; `getUpdates` gives them in reverse.
 */
export type FaultKind =
  | { kind: "rate_limit"; retry_after?: number | undefined }
  | { kind: "error"; error_code?: number | undefined; description?: string | undefined }
  | { kind: "page"; status?: number | undefined }
  | { kind: "slow"; millis?: number | undefined }
  | { kind: "migration" | "cut_off" | "drop" | "drop_after" | "duplicate" | "reorder" };
