// Claims of the worker in Rust across isolates: repeated and shuffled deliveries, each update handled once and none lost.
import assert from "node:assert/strict";
import { test } from "node:test";
import { COMPATIBILITY_DATE } from "../support/wrangler.mjs";
import { assertHandledOnce } from "../webhook/claimed.mjs";
import { driverOf } from "../webhook/deliveries.mjs";
import { assertInOrder } from "../webhook/steps.mjs";
import { CLASSES, startRust } from "./build.mjs";

/** For a longer run: `DELIVERIES=100000 node --test webhook-rust/claims.test.mjs`. */
const DELIVERIES = Number(process.env.DELIVERIES ?? 2000);
const ISOLATES = 3;
const HOOK = "/hook/s3cret-p4th";
const init = (update_id, text, chat = 7) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ update_id, message: { message_id: 1, date: 1, chat: { id: chat, type: "private" }, text } }),
});

const driver = driverOf({ count: DELIVERIES, isolates: ISOLATES, path: HOOK, text: "/count 10" });
for (const [language, WAIT] of [["Rust", {}], ["JavaScript", { DETACHED: "1" }]]) {
  const how = WAIT.DETACHED ? "without waitUntil" : "with waitUntil";
  test(`Durable Objects in ${language} ${how}: ${DELIVERIES} deliveries, 30 % repeated, shuffled, one in ten fails`, { timeout: 1_800_000 }, () => {
    const settings = { HOOK, STORE: "durable object", TOLD: "1", ...WAIT };
    const start = () => startRust(settings, ISOLATES, { driver, classes: CLASSES[language] });
    return assertHandledOnce(start, (worker) => worker.handled(), DELIVERIES);
  });
}

for (const [language, classes] of Object.entries(CLASSES)) test(`in order, over ${language}, updates of a chat are handled one at a time, those of two chats in parallel`, async () => {
  const worker = await startRust({ HOOK, ORDER: "1" }, ISOLATES, { classes });
  try {
    const send = (id, chat, isolate) => worker.send(isolate, `https://bot.example${HOOK}`, init(id, "/step 1", chat));
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => send(index, index % 2, index % ISOLATES)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assertInOrder(await worker.steps(), 6);
  } finally {
    await worker.dispose();
  }
});

test("Workers KV tells what another isolate has handled", async () => {
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
    assert.deepEqual((await worker.handled()).sort((a, b) => a - b), Array.from({ length: 20 }, (_, index) => index + 1));
  } finally {
    await worker.dispose();
  }
});

// Since 2024-10-14, workerd itself lets one request settle a promise that another awaits.
for (const date of ["2024-01-01", COMPATIBILITY_DATE]) {
  test(`workerd as of ${date}: a delivery that waits for another in its isolate takes over when that fails`, async () => {
    const worker = await startRust({ HOOK, TOLD: "1" }, 1, { date });
    try {
      const send = async () => {
        const response = await worker.send(0, `https://bot.example${HOOK}`, init(1, "/once 100"));
        return `${response.status} ${await response.text()}`;
      };
      const answers = await Promise.all([send(), send(), send()]);
      // The third gets the response of the second.
      const run = '200 {"method":"sendMessage","chat_id":7,"text":"run 2"}';
      assert.deepEqual(answers.sort(), [run, run, "500 update 1: run 1"]);
    } finally {
      await worker.dispose();
    }
  });
}
