// Results of actions, see Actions, and of the control path.

import type { LabeledPrice } from "../../types.js";
import type { Fault } from "./fault.js";
import type { LogEntry } from "./log.js";
import type { InlineQueryResult, SeenMessage, ShippingOption, Update, User } from "./types.js";

export type { SeenMessage } from "./types.js";

/** A bot with its token. */
export interface NamedBot {
  readonly user: User;
  readonly token: string;
}

/** A message after a bot has edited it. */
export interface SeenEdit {
  /** Counts the edits of the chat. */
  number: number;
  /** The message after the edit. */
  message: SeenMessage;
}

/** The answer of a bot to a callback query. */
export interface CallbackAnswer {
  /** The text, shown as a notification or an alert. */
  text?: string;
  show_alert: boolean;
  /** The URL that the client opens. */
  url?: string;
  /** Seconds for which the client keeps the answer. */
  cache_time: number;
}

/** The immediate effect of a press. */
export interface Pressed {
  kind: "callback" | "url" | "switch_inline_query" | "switch_inline_query_current_chat" | "pay" | "message";
  /** Identifier of the callback query, or the inline query that is inserted. */
  query?: string;
  /** The URL that the client opens. */
  url?: string;
  /** The answer to an earlier callback query, which the client has cached. */
  answer?: CallbackAnswer;
  /** The message that a button of a reply keyboard sent. */
  message_id?: number;
}

/** The answer of a bot to an inline query. */
export interface InlineAnswer {
  results: InlineQueryResult[];
  next_offset?: string;
  switch_pm_text?: string;
  switch_pm_parameter?: string;
}

/** A query as the client of its user shows it. */
export interface QueryState {
  /** True if the bot has not answered. */
  loading: boolean;
  /** The answer to a callback query or an inline query. `true` for a shipping or pre-checkout query. */
  answer?: CallbackAnswer | InlineAnswer | true;
}

/** An inline query that was typed. */
export interface TypedInline {
  /** Identifier of the query. */
  query: string;
}

/** Details of an invoice that the message does not contain. */
export interface InvoiceTerms {
  /** Parts of the price, in the smallest units of the currency. */
  prices: LabeledPrice[];
  need_name: boolean;
  need_phone_number: boolean;
  need_email: boolean;
  need_shipping_address: boolean;
  /** True if the bot offers shipping options for the address. */
  is_flexible: boolean;
}

/** A payment that has started. */
export interface Paying {
  /** Number of the payment. */
  payment: number;
}

/** The state of a payment. */
export interface PaymentState {
  /** The stage. `shipping` and `checkout` wait for the bot, `choosing` for the user. */
  stage: "shipping" | "choosing" | "checkout" | "paid" | "failed";
  /** The total price in the smallest units of the currency. Includes shipping after the user has chosen it. */
  total_amount: number;
  shipping_options?: ShippingOption[];
  shipping_option_id?: string;
  /** The reason for a failure. */
  error?: string;
  /** The message with `successful_payment`. */
  message_id?: number;
}

/** An active fault. `times` is how often it will still apply. */
export type InjectedFault = Fault & {
  /** The number of the fault, for the action `clear_faults`. */
  number: number;
};

/** The chat of an event: the private chat of a user with a bot, or a group, supergroup or channel. */
export type EventPlace = { user: number; bot: number } | { chat: number };

/** An event of the emulator. */
export type EmulatorEvent =
  /** A new or edited message, as users see it. */
  | ({ kind: "message" | "edit"; message: SeenMessage } & EventPlace)
  | ({ kind: "deletion"; message_id: number } & EventPlace)
  /** The action of a bot that users see, such as `typing`. `null` when it ends. */
  | ({ kind: "action"; action: string | null } & EventPlace)
  /** A call of a bot has begun. */
  | { kind: "call"; call: number; bot: number; method: string; verb: string }
  /**
   * A call has ended: its duration in real milliseconds, and the number of its log entry unless the bot closed the connection.
   */
  | { kind: "call_end"; call: number; ms: number; entry?: number }
  /** A delivery to a webhook has begun. */
  | { kind: "delivery"; delivery: number; url: string; update: Update | null }
  /** A new log entry. For a delivery, also its duration in real milliseconds and the first 4 KiB of the webhook's response. */
  | { kind: "log"; entry: LogEntry; ms?: number; answer?: string }
  /** The active faults, after a change. */
  | { kind: "faults"; faults: InjectedFault[] }
  /** The clock was moved, stopped or started. `now` is in milliseconds since 1970. */
  | { kind: "time"; now: number; stopped: boolean }
  /** A line that the program of the bot has written, and the start or end of that program, if the command started it. */
  | { kind: "output"; line: OutputLine }
  | { kind: "program"; program: ProgramStatus }
  /** The connection of a bot has begun or ended. */
  | { kind: "presence"; bot: number }
  /** Bots, users, chats or members have changed. */
  | { kind: "people" }
  /** The whole state was replaced: read everything again. */
  | { kind: "reset" }
  /** The first event of a stream. If `missed` is true, events since the cursor are lost, so read everything again. */
  | { kind: "open"; missed: boolean };

/** A line that the program of the bot has written. It may contain the control sequences of a terminal. */
export interface OutputLine {
  /** Later lines have greater numbers. */
  number: number;
  /** Milliseconds since 1970 by the emulator's clock. */
  time: number;
  stream: "stdout" | "stderr";
  text: string;
}

/** The program of the bot, which `botwire emulator -- <command>` has started. */
export interface ProgramStatus {
  running: boolean;
  /** When it was started or ended: milliseconds since 1970 by the emulator's clock. */
  time: number;
  /** Why it does not run, such as `node has ended with 1`. */
  reason?: string;
  /** Its exit code; 127 if it could not be started. */
  code?: number;
  /** The signal that ended it, such as `SIGKILL`. */
  signal?: string;
  /** True if it starts again after a change of its files. */
  watched?: boolean;
}

/** An entry of the log as `GET /user/log` returns it: with its duration in real milliseconds and the first 4 KiB of the webhook's response. */
export type TimedEntry = LogEntry & { ms?: number; response?: string };

/** A delivery. `answer` is the start of the webhook's answer. */
export interface SeenDelivery {
  time: number;
  update_id: number;
  /** The kind of the update, such as `message`. */
  update?: string;
  attempt: number;
  status?: number;
  error?: string;
  answer?: string;
}

/** A bot, and how it receives updates. Times are milliseconds since 1970 by the emulator's clock. */
export interface BotPresence {
  user: User;
  /** URL of the webhook; absent if none is set. */
  webhook?: string;
  /** True while a call of `getUpdates` is waiting. */
  polling: boolean;
  /** True while a connection is open on which it made its last call. */
  connected: boolean;
  /** The time of the last call. */
  last_call?: number;
  /** The time of the last `getUpdates`. */
  last_poll?: number;
  /** The latest deliveries to its webhook, the last one first, at most 8. */
  deliveries: SeenDelivery[];
  /** The time of the next retry of a failed delivery. */
  next_retry?: number;
  /** The number of updates whose delivery failed and will be retried. */
  failing: number;
  /** The number of updates that wait for the bot: for a poll, or for a response of its webhook. */
  waiting: number;
}
