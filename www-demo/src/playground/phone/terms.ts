// What an invoice asks of its user. An Invoice does not tell: it stands in the call that sent it.
import type { LabeledPrice } from "botwire";
import type { Emulator, LogEntry, LoggedCall, SeenMessage } from "botwire/emulator";

/** The terms of an invoice. */
export interface Terms {
  readonly prices: readonly LabeledPrice[];
  readonly need_name: boolean;
  readonly need_phone_number: boolean;
  readonly need_email: boolean;
  readonly need_shipping_address: boolean;
  readonly is_flexible: boolean;
}

/** The terms of the invoice in a message. */
export function termsOf(emulator: Emulator, { message_id, chat, invoice }: SeenMessage): Terms {
  const isIt = (entry: LogEntry): entry is LoggedCall => {
    if ((entry.kind !== "call" && entry.kind !== "inline") || entry.method !== "sendInvoice") return false;
    const sent = Object(entry.answer.result) as Partial<SeenMessage>;
    return sent.message_id === message_id && sent.chat?.id === chat.id;
  };
  // In a private chat a bot's messages have the same identifiers for the user and for the bot.
  const given = emulator.log().find(isIt)?.parameters ?? {};
  const says = (name: string): boolean => given[name] === true || given[name] === "true";
  return {
    prices: pricesIn(given["prices"]) ?? [{ label: invoice?.title ?? "", amount: invoice?.total_amount ?? 0 }],
    need_name: says("need_name"),
    need_phone_number: says("need_phone_number"),
    need_email: says("need_email"),
    need_shipping_address: says("need_shipping_address"),
    is_flexible: says("is_flexible") && says("need_shipping_address"),
  };
}

function pricesIn(prices: unknown): readonly LabeledPrice[] | undefined {
  // In a form they are JSON text.
  const parsed: unknown = typeof prices === "string" ? JSON.parse(prices) : prices;
  return Array.isArray(parsed) ? (parsed as LabeledPrice[]) : undefined;
}
