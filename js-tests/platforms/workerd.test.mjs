// workerd, through Miniflare, from a bundle made as wrangler makes it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { TOKEN } from "../support/recorder.mjs";
import { startWorker } from "../support/workerd.mjs";
import { at, holds } from "./promises.mjs";

const SOURCE = `
import * as botwire from "botwire";
import { steps } from "./platforms/steps.mjs";

const token = ${JSON.stringify(TOKEN)};
// At global scope a worker may neither fetch nor draw random numbers, and here the package does neither.
new botwire.Bot({ baseUrl: "https://service.invalid", token });
const hook = botwire.createWebhookHandler({ baseUrl: "https://service.invalid", token, path: "/hook" }, (update, { bot }) => {
  if (update.message.text === "throw") throw new Error("a fault of the handler");
  if (update.message.text === "quiet") return undefined;
  return { method: "sendMessage", chat_id: update.message.chat.id, text: update.message.text };
});

export default {
  async fetch(request, env, context) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== "/step") return hook(request, env, context);
    const { step, ...at } = Object.fromEntries(searchParams);
    return Response.json(await steps[step](botwire, at));
  },
};
`;

let worker;
before(async () => (worker = await startWorker(SOURCE)));
after(() => worker?.dispose());

holds("workerd", async (step) => {
  const response = await worker.dispatchFetch(`http://worker.invalid/step?${new URLSearchParams({ step, ...at })}`);
  assert.equal(response.status, 200, response.status === 200 ? "" : await response.clone().text());
  return response.json();
});

let update_id = 0;
const deliver = (text, init = {}) => {
  const message = { message_id: 1, date: 1, chat: { id: -5, type: "group" }, text };
  const body = JSON.stringify({ update_id: ++update_id, message });
  return worker.dispatchFetch("http://worker.invalid/hook", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    ...init,
  });
};

test("workerd: deliveries to a webhook", async () => {
  const answered = await deliver("é 👩‍👩‍👧");
  assert.equal(answered.status, 200);
  assert.deepEqual(await answered.json(), { method: "sendMessage", chat_id: -5, text: "é 👩‍👩‍👧" });
  const quiet = await deliver("quiet");
  assert.deepEqual([quiet.status, await quiet.text()], [200, ""]);
  const failed = await deliver("throw");
  assert.deepEqual([failed.status, await failed.text()], [200, ""], "given up");
  const refusals = {
    400: await deliver("", { body: "{" }),
    405: await worker.dispatchFetch("http://worker.invalid/hook"),
    404: await worker.dispatchFetch("http://worker.invalid/other", { method: "POST", body: "{}" }),
  };
  for (const [status, response] of Object.entries(refusals)) {
    assert.equal(response.status, Number(status));
    await response.arrayBuffer();
  }
  assert.equal((await deliver("after")).status, 200);
});

test("workerd: many deliveries at once", async () => {
  const texts = Array.from({ length: 200 }, (_, index) => `${index}`);
  const bodies = await Promise.all(texts.map(async (text) => (await deliver(text)).json()));
  assert.deepEqual(bodies.map(({ text }) => text), texts);
});
