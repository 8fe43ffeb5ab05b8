// Pages: buttons that turn the pages of one message.
import { button, call, callbackRoutes, createWebhookHandler, inlineKeyboard, on, targetOf } from "botwire";
import { options } from "./options";

const PAGES = ["A bot answers updates.", "A returned call costs no request.", "The end."];

/** The parameters of the message that shows a page. */
const page = (index: number) => ({
  text: `Page ${index + 1} of ${PAGES.length}\n\n${PAGES[index]}`,
  reply_markup: inlineKeyboard([
    [
      ...(index > 0 ? [button.callback("Back", `page:${index - 1}`)] : []),
      ...(index < PAGES.length - 1 ? [button.callback("Next", `page:${index + 1}`)] : []),
    ],
  ]),
});

export const handler = on({
  message: ({ chat }) => call.sendMessage({ chat_id: chat.id, ...page(0) }),

  callback_query: callbackRoutes({
    "page:": async (query, rest, { bot, answer }) => {
      const index = Number(rest);
      // A client can send any data, so check it.
      if (!(index in PAGES)) return answer({ text: "There is no such page." });
      await bot.editMessageText({ ...targetOf(query), ...page(index) });
      return answer();
    },
    "": (_query, _rest, { answer }) => answer({ text: "This button is too old." }),
  }),
});

export default { fetch: createWebhookHandler(options, handler) };

// Try it:
// > /start
// < Page 1 of 3
// > [Next]
// < Page 2 of 3
// > [Back]
// < Page 1 of 3
