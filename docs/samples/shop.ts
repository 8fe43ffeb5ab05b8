// Shop with payments: invoice, shipping, checkout, receipt.
import { call, createWebhookHandler, on } from "botwire";
import { options } from "./options"; // yours: { baseUrl, token, path }

/** How many are left. Set it to 0 and try to pay. */
let stock = 3;

/** Prices are whole numbers of the smallest unit: 1450 is 14.50. */
const PRICES = [{ label: "Coffee mug", amount: 1450 }, { label: "Gift wrapping", amount: 200 }];

export const handler = on({
  message: (message) => {
    const chat_id = message.chat.id;
    const paid = message.successful_payment;
    if (paid) {
      stock -= 1;
      const address = paid.order_info?.shipping_address;
      return call.sendMessage({ chat_id, text: `Thank you! Your mug travels to ${address?.city || "you"}. Left: ${stock}.` });
    }
    return call.sendInvoice({
      chat_id,
      title: "Coffee mug",
      description: "Holds 300 ml, survives dishwashers and Mondays.",
      payload: "mug",
      provider_token: "a token of your payment provider",
      start_parameter: "mug",
      currency: "EUR",
      prices: PRICES,
      need_name: true,
      need_shipping_address: true,
      is_flexible: true,
    });
  },

  // The user entered an address. The answer is the price of shipping there.
  shipping_query: ({ shipping_address }, { answer }) => {
    if (shipping_address.country_code === "AQ") {
      return answer({ ok: false, error_message: "The penguins have mugs already." });
    }
    return answer({
      ok: true,
      shipping_options: [
        { id: "post", title: "By post, a week", prices: [{ label: "Post", amount: 390 }] },
        { id: "express", title: "Express, tomorrow", prices: [{ label: "Express", amount: 990 }] },
      ],
    });
  },

  // The last chance to refuse the payment, within 10 seconds.
  pre_checkout_query: (_query, { answer }) =>
    stock > 0 ? answer({ ok: true }) : answer({ ok: false, error_message: "Sorry, the last mug was just sold." }),
});

export default { fetch: createWebhookHandler(options, handler) };

// Try it:
// bot Mug shop @mug_bot
// > I need a mug
// < Holds 300 ml
// > [Pay]
// > [Continue to shipping]
// > [Pay €20.40]
// < Thank you! Your mug travels to
