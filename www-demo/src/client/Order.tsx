// The order of an invoice: its price, and the details that the bot asks for.
import { useEffect, useState } from "preact/hooks";
import type { InvoiceTerms, SeenMessage } from "botwire/emulator";
import { price } from "../chat/money.ts";
import { Icon } from "../shell/icons.tsx";
import type { Client } from "./client.ts";
import { Sheet } from "./Sheet.tsx";

const COUNTRIES = { DE: "Germany", FR: "France", GB: "United Kingdom", US: "United States", JP: "Japan", AQ: "Antarctica" };

export interface OrderProps {
  client: Client;
  message: SeenMessage;
  onClose(): void;
  /** Called with the order's data, as the act `pay` of the emulator takes them. */
  onOrder(order: object): void;
}

/** The first step of a checkout. */
export function Order({ client, message, onClose, onOrder }: OrderProps) {
  const { world, me } = client;
  const [terms, setTerms] = useState<InvoiceTerms | undefined>(undefined);
  useEffect(() => {
    void client.attempt(() => world.act("invoice", { ...client.where, message_id: message.message_id })).then((found) => (found ? setTerms(found) : onClose()));
  }, []);
  const { currency = "EUR", total_amount = 0 } = message.invoice ?? {};
  const { first_name } = me.value;
  if (!terms) return <Sheet key="waiting" title="Checkout" onClose={onClose}><p class="sheet-wait" role="status"><span class="spinner" />Asking for the terms…</p></Sheet>;
  const confirm = (event: Event): void => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string): string => String(data.get(name) ?? "");
    const shipping_address = {
      country_code: text("country"), state: "", city: text("city"), street_line1: text("street"), street_line2: "", post_code: text("post"),
    };
    onOrder({
      ...(terms.need_name && { name: text("name") }),
      ...(terms.need_phone_number && { phone_number: text("phone") }),
      ...(terms.need_email && { email: text("email") }),
      ...(terms.need_shipping_address && { shipping_address }),
    });
  };
  return (
    <Sheet key="order" title="Checkout" onClose={onClose}>
      <form class="form" onSubmit={confirm}>
        <dl class="bill">
          {terms.prices.map(({ label, amount }) => <div key={label}><dt dir="auto">{label}</dt><dd>{price(amount, currency)}</dd></div>)}
          <div class="bill-total"><dt>Total</dt><dd>{price(total_amount, currency)}</dd></div>
        </dl>
        {terms.need_name && <Field name="name" label="Name" value={`${first_name} Example`} />}
        {terms.need_phone_number && <Field name="phone" label="Phone" value="+4930123456" mode="tel" />}
        {terms.need_email && <Field name="email" label="Email" value={`${first_name.toLowerCase()}@mail.example`} mode="email" />}
        {terms.need_shipping_address && (
          <>
            <Field name="street" label="Street" value="1 Orchard Lane" />
            <div class="form-row">
              <Field name="post" label="Post code" value="10117" />
              <Field name="city" label="City" value="Berlin" />
            </div>
            <label class="field">
              <span>Country</span>
              <select class="select" name="country">
                {Object.entries(COUNTRIES).map(([code, name]) => <option key={code} value={code}>{name}</option>)}
              </select>
            </label>
          </>
        )}
        <button type="submit" class="btn primary">
          {terms.is_flexible ? "Continue to shipping" : <><Icon name="card" /> Pay {price(total_amount, currency)}</>}
        </button>
        <p class="muted small">This is play money: nothing is charged.</p>
      </form>
    </Sheet>
  );
}

function Field({ name, label, value, mode = "text" }: { name: string; label: string; value: string; mode?: "text" | "tel" | "email" }) {
  return (
    <label class="field">
      <span>{label}</span>
      <input class="input" dir="auto" name={name} type="text" inputMode={mode} defaultValue={value} autocomplete="off" required />
    </label>
  );
}
