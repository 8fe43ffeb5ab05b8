// The ten-line webhook worker to whose upload the budget applies.
import { createWebhookHandler } from "botwire";

const handler = createWebhookHandler(
  { baseUrl: "https://bots.example", token: "1:TOKEN", path: "/hook/secret" },
  (update) => {
    const message = update.message;
    if (message?.text) return { method: "sendMessage", chat_id: message.chat.id, text: message.text };
  },
);
export default { fetch: handler };
