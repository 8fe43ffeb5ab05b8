// defaults: parameters for the methods that have them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Bot, call, createWebhookHandler, defaults } from "botwire";
import { delivery } from "../support/deliveries.mjs";
import { methods } from "../support/spec.mjs";

const ALL = { parse_mode: "HTML", disable_web_page_preview: true, disable_notification: true };

test("every method of the specification gets those that it has, and no other", async () => {
  const add = defaults(ALL);
  for (const [method, { params }] of Object.entries(methods)) {
    const made = await add({ method, params: {}, options: {}, origin: "call" }, async (call) => call.params);
    assert.deepEqual(Object.keys(made).sort(), Object.keys(ALL).filter((name) => name in params).sort(), method);
  }
});

test("what a call has stays, also an undefined", async () => {
  const sent = [];
  const fetch = async (_, { body }) => (sent.push(JSON.parse(body)), Response.json({ ok: true, result: true }));
  const bot = new Bot({ baseUrl: "https://service.example", token: "1:a", fetch, use: [defaults(ALL)] });
  await bot.sendMessage({ chat_id: 7, text: "a", parse_mode: "Markdown", disable_notification: undefined });
  assert.deepEqual(sent, [{ chat_id: 7, text: "a", parse_mode: "Markdown", disable_web_page_preview: true }]);
  const handle = createWebhookHandler({ bot, allowUnauthenticated: true }, () => call.sendPhoto({ chat_id: 7, photo: "x" }));
  assert.deepEqual(await (await handle(delivery({ update_id: 1 }))).json(), { method: "sendPhoto", chat_id: 7, photo: "x", parse_mode: "HTML", disable_notification: true });
});

test("parameters that are none are refused by name", () => {
  for (const [input, path] of [[{ text: "a" }, "text"], [{ parse_mode: 5 }, "parse_mode"], [{ disable_notification: "yes" }, "disable_notification"], [undefined, ""]]) {
    assert.throws(() => defaults(input), { kind: "validation", method: "defaults", path });
  }
});
