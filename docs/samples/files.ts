// Files: send a file that the bot makes, and read one that a user sends.
import { call, createWebhookHandler, download, on, reply } from "botwire";
import { options } from "./options"; // yours: { baseUrl, token, path }

const report = ["name,price", "mug,14.50", "wrapping,2.00"].join("\n");

export const handler = on({
  message: async (message, { bot }) => {
    if (message.text === "/report") {
      const document = { data: new TextEncoder().encode(report), name: "report.csv", type: "text/csv" };
      return call.sendDocument({ chat_id: message.chat.id, document, caption: "3 lines" });
    }
    const file = message.document ?? message.photo?.at(-1);
    if (!file) return;
    const response = await download(bot, file, { onProgress: (received, total) => console.log(received, "of", total) });
    const bytes = await response.arrayBuffer();
    return reply(message, `${bytes.byteLength} bytes`);
  },
});

export default { fetch: createWebhookHandler(options, handler) };

// Try it:
// > /report
// < 3 lines
// > (picture)
// < bytes
