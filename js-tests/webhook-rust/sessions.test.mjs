// Sessions of the worker in Rust, across isolates.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CLASSES, startRust } from "./build.mjs";

const HOOK = "/hook/s3cret-p4th";
const ISOLATES = 3;
const init = (update_id, text) => {
  const message = { message_id: 1, date: 1, chat: { id: -update_id, type: "group" }, from: { id: 5, is_bot: false, first_name: "A" }, text };
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ update_id, message }) };
};
const counts = (from, to) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

async function withSessions(settings, options, run) {
  const worker = await startRust({ HOOK, TOLD: "1", DEADLINE_MS: "60000", ...settings }, ISOLATES, options);
  let id = 0;
  const send = async (text = "a", isolate = ++id % ISOLATES, update = id || ++id) => {
    const response = await worker.send(isolate, `https://bot.example${HOOK}`, init(update, text));
    const answer = await response.text();
    return response.status === 200 ? Number(JSON.parse(answer).text) : answer;
  };
  try {
    await run(send);
  } finally {
    await worker.dispose();
  }
}

for (const [language, classes] of Object.entries(CLASSES)) {
  test(`Durable Objects in ${language}: of 20 messages of a user in 20 groups at once, none is lost`, () =>
    withSessions({ SESSIONS: "durable object", STORE: "durable object" }, { classes }, async (send) => {
      const answers = await Promise.all(counts(1, 20).map(() => send()));
      assert.deepEqual(answers.sort((a, b) => a - b), counts(1, 20));
      assert.deepEqual([await send(), await send("end"), await send()], [21, 22, 1]);
    }));
}

test("Workers KV keeps sessions, exactly in one isolate", () =>
  withSessions({ SESSIONS: "workers kv" }, {}, async (send) => {
    const answers = await Promise.all(counts(1, 20).map((id) => send("a", 0, id)));
    assert.deepEqual(answers.sort((a, b) => a - b), counts(1, 20));
    assert.deepEqual([await send("end", 0, 21), await send("a", 0, 22)], [21, 1]);
  }));
