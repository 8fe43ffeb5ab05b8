// gather in workerd, where no request may await a promise of another one.
import assert from "node:assert/strict";
import { after, test } from "node:test";

import { eventually } from "../support/eventually.mjs";
import { startIsolates } from "./isolates.mjs";

const sourceWith = (options) => `
import { createWebhookHandler, gather, gathered, on, reply } from "botwire";
const runs = [];
const handler = gather({ quietMs: 200 }, on({
  message: (message, context) => {
    const ids = gathered(message, context).map(({ message_id }) => message_id);
    runs.push(ids);
    return ${JSON.stringify(options)}.atDeadline ? reply(message, ids.join()) : undefined;
  },
}));
const fetch = createWebhookHandler({ baseUrl: "https://service.example", token: "7:a", allowUnauthenticated: true, ...${JSON.stringify(options)} }, handler);
export default { fetch: (request, env, context) => (request.method === "GET" ? Response.json(runs) : fetch(request, env, context)) };
`;

async function isolate(options) {
  const { send, dispose } = await startIsolates(sourceWith(options), 1);
  after(dispose);
  const deliver = async (message_id) => {
    const message = { message_id, date: 1, chat: { id: 1, type: "group" }, media_group_id: "a", photo: [] };
    const response = await send(0, "https://bot.example/", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ update_id: message_id, message }) });
    return [response.status, await response.text()];
  };
  const runs = async () => (await send(0, "https://bot.example/")).json();
  return { deliver, runs };
}

test("requests of one isolate are gathered, and each is answered", async () => {
  const { deliver } = await isolate({ atDeadline: "retry" });
  for (const first of [1, 11]) {
    const answers = await Promise.all([first + 2, first, first + 1].map(deliver));
    assert.deepEqual(new Set(answers.map(([status]) => status)), new Set([200]));
    const [call, ...others] = answers.map(([, body]) => body).filter((body) => body !== "").map((body) => JSON.parse(body));
    assert.deepEqual([call.text, others], [[first, first + 1, first + 2].join(), []]);
  }
});

test("requests one after another are gathered after their responses", async () => {
  const { deliver, runs } = await isolate({});
  for (const id of [1, 2, 3]) assert.deepEqual(await deliver(id), [200, ""]);
  await eventually(runs, [[1, 2, 3]]);
});
