// No delivery leaves a timer behind that would keep a process alive.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createWebhookHandler } from "botwire";

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;

test("a delivery that ends before its deadline leaves no timer", async () => {
  const handle = createWebhookHandler({ baseUrl: "https://service.example", token: "1:a", path: "/hook" }, async () => {
    await setImmediate();
    assert.equal(timers(), before + 1, "the deadline");
    return undefined;
  });
  const body = JSON.stringify({ update_id: 1, message: { message_id: 1, date: 1, chat: { id: 7, type: "private" }, text: "a" } });
  const before = timers();
  const response = await handle(new Request("https://bot.example/hook", { method: "POST", headers: { "content-type": "application/json" }, body }));
  assert.equal(response.status, 200);
  assert.equal(timers(), before);
});
