// gather in workerd, where no request may await a promise of another one.
import assert from "node:assert/strict";
import { after, test } from "node:test";

import { startIsolates } from "./isolates.mjs";

const sourceWith = (options) => `
import { createWebhookHandler, gather, gathered, on, reply } from "botwire";
const handler = gather({ quietMs: 200 }, on({ message: (message, context) => reply(message, gathered(message, context).map(({ message_id }) => message_id).join()) }));
export default { fetch: createWebhookHandler({ baseUrl: "https://service.example", token: "7:a", allowUnauthenticated: true, ...${JSON.stringify(options)} }, handler) };
`;

const { send, dispose } = await startIsolates(sourceWith({ atDeadline: "retry" }), 1);
after(dispose);

test("requests of one isolate are gathered, and each is answered", async () => {
  const deliver = async (message_id) => {
    const message = { message_id, date: 1, chat: { id: 1, type: "group" }, media_group_id: "a", photo: [] };
    const response = await send(0, "https://bot.example/", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ update_id: message_id, message }) });
    return [response.status, await response.text()];
  };
  for (const first of [1, 11]) {
    const answers = await Promise.all([first + 2, first, first + 1].map(deliver));
    assert.deepEqual(new Set(answers.map(([status]) => status)), new Set([200]));
    const [call, ...others] = answers.map(([, body]) => body).filter((body) => body !== "").map((body) => JSON.parse(body));
    assert.deepEqual([call.text, others], [[first, first + 1, first + 2].join(), []]);
  }
});
