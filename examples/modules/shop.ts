// The module of the shop: commands, buttons with typed data, and a cart in the session.
import { callbackData, type CommandRoutes, commands, first, helpOf, inlineKeyboard, on, pressed, reply } from "botwire";
import { adminCommands } from "./admin.ts";

const GOODS = ["tea", "cake"] as const;
const add = callbackData("add", { item: GOODS });

const shopCommands = {
  shop: {
    help: "Shows the goods",
    run: (message) => reply(message, "What would you like?", { reply_markup: inlineKeyboard([GOODS.map((item) => add.button(item, { item }))]) }),
  },
  cart: {
    help: "Shows your cart",
    run: (message, _command, { session }) => reply(message, session.cart.join(", ") || "Your cart is empty."),
  },
  ...adminCommands,
} satisfies CommandRoutes;

export const shop = first(
  pressed(add, (_query, { item }, { session, answer }) => {
    session.cart.push(item);
    return answer({ text: `${session.cart.length} in your cart` });
  }),
  commands({ ...shopCommands, help: (message) => reply(message, helpOf(shopCommands)) }),
  on({ message: { location: (message) => reply(message, `We deliver to ${message.location.latitude}, ${message.location.longitude}.`) } }),
);
