// Results of actions, see Actions.

import type { LabeledPrice } from "../types.js";
import type { Fault } from "./fault.js";
import type { InlineQueryResult, SeenMessage, ShippingOption, User } from "./types.js";

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
