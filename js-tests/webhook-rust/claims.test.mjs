// Claims of the worker in Rust across isolates: repeated and shuffled deliveries, each update handled once and none lost.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deliverAll } from "../webhook/deliveries.mjs";
import { startRust } from "./build.mjs";

/** 100,000 by hand: `DELIVERIES=100000 node --test webhook-rust/claims.test.mjs`. */
const DELIVERIES = Number(process.env.DELIVERIES ?? 2000);
const ISOLATES = 3;
const HOOK = "/hook/s3cret-p4th";
const init = (update_id, text) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ update_id, message: { message_id: 1, date: 1, chat: { id: 7, type: "private" }, text } }),
});

for (const WAIT of [{}, { DETACHED: "1" }]) {
  const how = WAIT.DETACHED ? "without waitUntil" : "with waitUntil";
  test(`Durable Objects ${how}: ${DELIVERIES} deliveries, 30 % repeated, shuffled, one in ten fails`, { timeout: 1_800_000 }, async () => {
    const worker = await startRust({ HOOK, STORE: "durable object", TOLD: "1", ...WAIT }, ISOLATES);
    try {
      const send = (id, isolate) => worker.send(isolate, `https://bot.example${HOOK}`, init(id, "/count 10"));
      const { ids, answers, retries } = await deliverAll({ count: DELIVERIES, isolates: ISOLATES, send });
      const handled = (await worker.handled()).map(Number);
      assert.equal(new Set(handled).size, ids.length, "none is lost");
      assert.equal(handled.length, ids.length, "none is handled twice");
      assert.equal(answers, ids.length, "each is answered inline once");
      assert.ok(retries > DELIVERIES * 0.05);
    } finally {
      await worker.dispose();
    }
  });
}

test("Workers KV tells what another isolate has handled", { timeout: 590_000 }, async () => {
  const worker = await startRust({ HOOK, STORE: "workers kv", TOLD: "1" }, ISOLATES);
  try {
    for (let id = 1; id <= 20; id++) {
      for (const isolate of [0, 0, 1, 2]) {
        for (let tries = 0; tries < 50; tries++) {
          const response = await worker.send(isolate, `https://bot.example${HOOK}`, init(id, "/count 3"));
          await response.text();
          if (response.ok) break;
        }
      }
    }
    assert.deepEqual((await worker.handled()).map(Number), Array.from({ length: 20 }, (_, index) => index + 1));
  } finally {
    await worker.dispose();
  }
});
