// Echo: answers in the response to the webhook.
// Edit a text below and write to the bot again: edits run at once.
import { createWebhookHandler, on } from "botwire";
import { options } from "./options"; // yours: { baseUrl, token, path }

export const handler = on({
  message: (message) => {
    const chat_id = message.chat.id;

    if (message.text === "/start") {
      return { method: "sendMessage", chat_id, text: `Hi, ${message.from?.first_name}! Write something, or send me a file.` };
    }
    // Files are sent by their identifier, so nothing is downloaded.
    const photo = message.photo?.at(-1);
    if (photo) return { method: "sendPhoto", chat_id, photo: photo.file_id, caption: "A nice picture!" };
    if (message.document) return { method: "sendDocument", chat_id, document: message.document.file_id };

    // The returned call is sent in the response to the webhook and costs no request. Polling sends it as a request.
    if (message.text) {
      return { method: "sendMessage", chat_id, text: message.text, reply_to_message_id: message.message_id };
    }
  },
});

// With long polling, use the same handler in `poll(new Bot(service), handler)`: press Polling above.
export default { fetch: createWebhookHandler(options, handler) };

// Try it:
// > /start
// < Hi, Alice! Write something, or send me a file.
// > Hello, bot!
// < Hello, bot!
// > (picture)
// < A nice picture!
