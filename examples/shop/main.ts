// A shop: an invoice, shipping options, the check before the payment, and a receipt. Uses long polling in Node.
import { Bot, call, commandOf, on, poll } from "botwire";

const { SERVICE = "", BOT_TOKEN = "", PROVIDER_TOKEN = "" } = process.env;
if (PROVIDER_TOKEN === "") throw new Error("PROVIDER_TOKEN is missing");

/** How many are left. */
let stock = 3;

/** Prices are integers of the smallest unit of the currency: 1450 is 14.50. */
const PRICES = [{ label: "Coffee mug", amount: 1450 }, { label: "Gift wrapping", amount: 200 }];
const SHIPPING = [
  { id: "post", title: "By post, a week", prices: [{ label: "Post", amount: 390 }] },
  { id: "express", title: "Express, tomorrow", prices: [{ label: "Express", amount: 990 }] },
];

const handler = on({
  message(message) {
    const chat_id = message.chat.id;
    const paid = message.successful_payment;
    if (paid) {
      stock -= 1;
      const city = paid.order_info?.shipping_address?.city ?? "you";
      return call.sendMessage({ chat_id, text: `Thank you! Your mug travels to ${city}.` });
    }
    if (commandOf(message)?.command !== "buy") return call.sendMessage({ chat_id, text: "Send /buy to get a mug." });
    return call.sendInvoice({
      chat_id,
      title: "Coffee mug",
      description: "Holds 300 ml.",
      payload: "mug",
      provider_token: PROVIDER_TOKEN,
      start_parameter: "mug",
      currency: "EUR",
      prices: PRICES,
      need_shipping_address: true,
      is_flexible: true,
    });
  },

  shipping_query: ({ shipping_address }, { answer }) =>
    shipping_address.country_code === "AQ"
      ? answer({ ok: false, error_message: "No ship goes there." })
      : answer({ ok: true, shipping_options: SHIPPING }),

  // The service waits 10 seconds for this answer, and moves the money only after it.
  pre_checkout_query: (_query, { answer }) =>
    stock > 0 ? answer({ ok: true }) : answer({ ok: false, error_message: "The last mug was sold." }),
});

const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
process.once("SIGTERM", () => stop.abort());

const bot = new Bot({ baseUrl: SERVICE, token: BOT_TOKEN, retry: 3 });
console.log(`${(await bot.getMe()).first_name} is open.`);
await poll(bot, handler, { signal: stop.signal });
