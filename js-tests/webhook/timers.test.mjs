// No delivery leaves a timer behind that would keep a process alive.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createWebhookHandler } from "botwire";
import { PATH, post } from "../support/deliveries.mjs";

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;

test("a delivery that ends before its deadline leaves no timer", async () => {
  const handle = createWebhookHandler({ baseUrl: "https://service.example", token: "1:a", path: PATH }, async () => {
    await setImmediate();
    assert.equal(timers(), before + 1, "the deadline");
    return undefined;
  });
  const before = timers();
  const response = await handle(post());
  assert.equal(response.status, 200);
  assert.equal(timers(), before);
});
