// Paying: the order, the shipping options, the bot's last word.
import type { LabeledPrice, ShippingOption } from "botwire";
import type { PaymentState, SeenMessage } from "botwire/emulator";
import { useEffect, useState } from "preact/hooks";
import { price } from "../chat/money.ts";
import { Icon } from "../shell/icons.tsx";
import type { Client } from "./client.ts";
import { Order } from "./Order.tsx";
import { Sheet } from "./Sheet.tsx";

const sum = (prices: readonly LabeledPrice[]): number => prices.reduce((total, { amount }) => total + amount, 0);

/** The checkout of an invoice. */
export function Checkout({ client, message }: { client: Client; message: SeenMessage }) {
  const { world } = client;
  const [number, setNumber] = useState<number | undefined>(undefined);
  const [payment, setPayment] = useState<PaymentState | undefined>(undefined);
  // Any change may be the bot's answer.
  const changes = world.changes.value;
  useEffect(() => {
    if (number === undefined) return setPayment(undefined);
    let isHere = true;
    world.act("payment", { payment: number }).then((state) => isHere && setPayment(state), () => undefined);
    return () => void (isHere = false);
  }, [number, changes]);
  const stage = payment?.stage;
  const close = (): void => {
    client.sheet.value = undefined;
  };
  useEffect(() => {
    if (stage !== "paid") return;
    client.say("Paid, with made-up money.");
    close();
  }, [stage]);

  if (stage === "failed") {
    return (
      <Sheet title="The payment failed" onClose={close}>
        <p role="alert" dir="auto">{payment?.error ?? "The bot did not answer in time."}</p>
        <div class="sheet-actions"><button type="button" class="btn" onClick={() => setNumber(undefined)}>Back</button></div>
      </Sheet>
    );
  }
  if (stage === "choosing") {
    return <Shipping message={message} options={payment?.shipping_options ?? []} onClose={close} onShip={(option) => void client.attempt(() => world.act("ship", { payment: number!, option }))} />;
  }
  if (stage !== undefined) {
    return (
      <Sheet title={message.invoice?.title ?? "Checkout"} onClose={close}>
        <p class="sheet-wait" role="status"><span class="spinner" />{stage === "shipping" ? "Asking the bot how it ships there…" : "Asking the bot for its consent…"}</p>
        <p class="muted small">{stage === "shipping" ? "shipping_query → answerShippingQuery" : "pre_checkout_query → answerPreCheckoutQuery, within 10 s"}</p>
      </Sheet>
    );
  }
  const pay = async (order: object): Promise<void> => {
    const paid = await client.attempt(() => world.act("pay", { ...client.where, message_id: message.message_id, ...order }));
    if (paid) setNumber(paid.payment);
  };
  return <Order client={client} message={message} onClose={close} onOrder={(order) => void pay(order)} />;
}

interface ShippingProps {
  message: SeenMessage;
  options: readonly ShippingOption[];
  onClose(): void;
  onShip(option: string | undefined): void;
}

function Shipping({ message: { invoice }, options, onClose, onShip }: ShippingProps) {
  const [option, setOption] = useState(options[0]?.id);
  const { currency = "EUR", total_amount = 0 } = invoice ?? {};
  const chosen = options.find(({ id }) => id === option);
  const submit = (event: Event): void => {
    event.preventDefault();
    onShip(option);
  };
  return (
    <Sheet title="How shall it travel?" onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <fieldset class="choices">
          <legend class="visually-hidden">Shipping options</legend>
          {options.map(({ id, title, prices }) => (
            <label key={id} class="choice">
              <input type="radio" name="option" value={id} checked={id === option} onChange={() => setOption(id)} />
              <span dir="auto">{title}</span>
              <span class="choice-price">{price(sum(prices), currency)}</span>
            </label>
          ))}
        </fieldset>
        <button type="submit" class="btn primary"><Icon name="card" /> Pay {price(total_amount + sum(chosen?.prices ?? []), currency)}</button>
      </form>
    </Sheet>
  );
}
