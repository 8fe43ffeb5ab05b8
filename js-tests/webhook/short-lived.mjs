// Delivers large updates one after another, for short-lived.test.mjs. node short-lived.mjs <handler>
import { createWebhookHandler, gather, inOrder, memoryStore, sessions } from "botwire";

const handlers = {
  nothing: () => undefined,
  answer: ({ message }) => ({ method: "sendMessage", chat_id: message.chat.id, text: "Hello" }),
  gather: gather({ by: "chat", quietMs: 0 }, () => undefined),
  "in order": inOrder({}, () => undefined),
  sessions: sessions({ store: memoryStore(), initial: () => ({ count: 0 }) }, (_update, { session }) => void session.count++),
};
const handle = createWebhookHandler({ baseUrl: "https://bots.example", token: "1:TOKEN", path: "/hook/secret" }, handlers[process.argv[2]]);
const people = JSON.stringify(Array.from({ length: 400 }, (_, id) => ({ id, is_bot: false, first_name: "Ann" })));

for (let id = 0; id < 1000; id++) {
  const body = `{"update_id":${id},"message":{"message_id":1,"date":1,"chat":{"id":1,"type":"private"},"text":"a","new_chat_members":${people}}}`;
  const response = await handle(new Request("https://bot.example/hook/secret", { method: "POST", headers: { "content-type": "application/json", "content-length": `${body.length}` }, body }));
  if (response.status !== 200) throw new Error(`status ${response.status}`);
  await response.text();
}
