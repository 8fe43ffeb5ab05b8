// Pages: buttons that turn the pages of one message.
import { call, callbackData, createWebhookHandler, first, inlineKeyboard, on, pressed, replyWith, targetOf } from "botwire";
import { options } from "./options"; // yours: { baseUrl, token, path }

const PAGES = ["A bot answers updates.", "A returned call costs no request.", "The end."];

/** The data of a button: the page that it turns to. */
const turn = callbackData("page", { index: "integer" });

/** The parameters of the message that shows a page. */
const page = (index: number) => ({
  text: `Page ${index + 1} of ${PAGES.length}\n\n${PAGES[index] ?? "There is no such page."}`,
  reply_markup: inlineKeyboard([
    [
      ...(index > 0 ? [turn.button("Back", { index: index - 1 })] : []),
      ...(index < PAGES.length - 1 ? [turn.button("Next", { index: index + 1 })] : []),
    ],
  ]),
});

export const handler = first(
  pressed(turn, (query, { index }) => call.editMessageText({ ...targetOf(query), ...page(index) })),
  on({ message: (message) => replyWith(message, "sendMessage", page(0)) }),
);

export default { fetch: createWebhookHandler(options, handler) };

// Try it:
// > /start
// < Page 1 of 3
// > [Next]
// < Page 2 of 3
// > [Back]
// < Page 1 of 3
