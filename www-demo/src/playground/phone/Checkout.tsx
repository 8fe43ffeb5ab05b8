// Paying: the order, the ways of shipping, the bot's last word.
import type { LabeledPrice, ShippingOption } from "botwire";
import type { SeenMessage } from "botwire/emulator";
import { useEffect, useState } from "preact/hooks";
import { price } from "../../chat/money.ts";
import { Icon } from "../../shell/icons.tsx";
import type { Hand } from "./hand.ts";
import { Order } from "./Order.tsx";
import { Sheet } from "./Sheet.tsx";

const sum = (prices: readonly LabeledPrice[]): number => prices.reduce((total, { amount }) => total + amount, 0);

/** The checkout of an invoice. */
export function Checkout({ hand, message }: { hand: Hand; message: SeenMessage }) {
  const { emulator, beat, me } = hand.stage;
  const [number, setNumber] = useState<number | undefined>(undefined);
  // Whatever happens on the stage may be the bot's answer.
  void beat.value;
  const payment = number === undefined ? undefined : emulator.act("payment", { payment: number });
  const stage = payment?.stage;
  const close = (): void => {
    hand.sheet.value = undefined;
  };
  useEffect(() => {
    if (stage !== "paid") return;
    hand.say("Paid, with made-up money: nothing leaves this page.");
    close();
  }, [stage]);

  if (stage === "failed") {
    return (
      <Sheet title="The payment failed" onClose={close}>
        <p role="alert">{payment?.error ?? "The bot did not answer in time."}</p>
        <div class="sheet-ways"><button type="button" class="btn" onClick={() => setNumber(undefined)}>Back</button></div>
      </Sheet>
    );
  }
  if (stage === "choosing") {
    return <Shipping hand={hand} message={message} options={payment?.shipping_options ?? []} onClose={close} onShip={(option) => emulator.act("ship", { payment: number!, option })} />;
  }
  if (stage !== undefined) {
    return (
      <Sheet title={message.invoice?.title ?? "Checkout"} onClose={close}>
        <p class="sheet-wait" role="status"><span class="spinner" />{stage === "shipping" ? "Asking the bot how it ships there…" : "Asking the bot for its consent…"}</p>
        <p class="muted small">{stage === "shipping" ? "shipping_query → answerShippingQuery" : "pre_checkout_query → answerPreCheckoutQuery, within 10 s"}</p>
      </Sheet>
    );
  }
  const pay = (order: object): void => {
    const paid = hand.attempt(() => emulator.act("pay", { user: me.value.id, message_id: message.message_id, ...order }));
    if (paid) setNumber(paid.payment);
  };
  return <Order hand={hand} message={message} onClose={close} onOrder={pay} />;
}

interface ShippingProps {
  hand: Hand;
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
          <legend class="visually-hidden">Ways of shipping</legend>
          {options.map(({ id, title, prices }) => (
            <label key={id} class="choice">
              <input type="radio" name="option" value={id} checked={id === option} onChange={() => setOption(id)} />
              <span>{title}</span>
              <span class="choice-price">{price(sum(prices), currency)}</span>
            </label>
          ))}
        </fieldset>
        <button type="submit" class="btn primary"><Icon name="card" /> Pay {price(total_amount + sum(chosen?.prices ?? []), currency)}</button>
      </form>
    </Sheet>
  );
}
