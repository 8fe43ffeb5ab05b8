// Options from the environment in workerd: its bindings are the same object in each request of an isolate.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { TOKEN } from "../support/recorder.mjs";
import { startIsolates } from "./isolates.mjs";

const PATH = "/hook/s3cret-p4th";
const source = `
import { call, createWebhookHandler } from "botwire";

let asked = 0;
let handled = 0;
const options = ({ SERVICE, BOT_TOKEN, HOOK_PATH }) => (asked++, { baseUrl: SERVICE, token: BOT_TOKEN, path: HOOK_PATH });
export default {
  fetch: createWebhookHandler(options, () => call.sendMessage({ chat_id: 7, text: \`asked \${asked}, handled \${++handled}\` })),
};`;

let isolates;
before(async () => {
  const bindings = { SERVICE: "https://service.invalid", BOT_TOKEN: TOKEN, HOOK_PATH: PATH };
  isolates = await startIsolates(source, 1, { bindings });
});
after(() => isolates.dispose());

test("options are asked for once, and a repeated update is handled once and gets its response again", async () => {
  const texts = [];
  for (const update_id of [1, 2, 2, 3]) {
    const body = JSON.stringify({ update_id, message: { message_id: 1, date: 1, chat: { id: 7, type: "private" }, text: "a" } });
    const response = await isolates.send(0, `https://bot.example${PATH}`, { method: "POST", headers: { "content-type": "application/json" }, body });
    assert.equal(response.status, 200);
    const text = await response.text();
    texts.push(text && JSON.parse(text).text);
  }
  assert.deepEqual(texts, ["asked 1, handled 1", "asked 1, handled 2", "asked 1, handled 2", "asked 1, handled 3"]);
});
