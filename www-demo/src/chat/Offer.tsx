// Invoices and games, as cards in a message.
import "./media.css";
import type { Game, Invoice } from "botwire";
import { Icon } from "../shell/icons.tsx";
import { price } from "./money.ts";
import { FormattedText } from "./FormattedText.tsx";

/** An invoice; its buttons are in the keyboard of the message. */
export function InvoiceCard({ invoice: { title, description, currency, total_amount } }: { invoice: Invoice }) {
  return (
    <div class="chat-offer">
      <span class="chat-offer-art pay" aria-hidden="true"><Icon name="card" size={30} /></span>
      <strong dir="auto">{title}</strong>
      <span dir="auto">{description}</span>
      <span class="chat-price">{price(total_amount, currency)}</span>
    </div>
  );
}

/** A game with its scoreboard. */
export function GameCard({ game: { title, description, text, text_entities } }: { game: Game }) {
  return (
    <div class="chat-offer">
      <span class="chat-offer-art game" aria-hidden="true"><Icon name="game" size={34} /></span>
      <strong dir="auto">{title}</strong>
      {text ? <span class="chat-text" dir="auto"><FormattedText text={text} entities={text_entities} /></span> : <span dir="auto">{description}</span>}
    </div>
  );
}
