// botwire with the updates of a chat in order, in the store in memory.
import { createWebhookHandler, inOrder, memoryStore } from "botwire";

const store = memoryStore();
const handler = createWebhookHandler({ baseUrl: "https://bots.example", token: "1:TOKEN", path: "/hook/secret", store }, inOrder({ store }, (update) => {
  const message = update.message;
  if (message?.text) return { method: "sendMessage", chat_id: message.chat.id, text: message.text };
}));
export default { fetch: handler };
