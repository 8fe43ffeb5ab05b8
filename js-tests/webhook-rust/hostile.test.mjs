// The table of hostile requests, on sockets, against the worker in Rust: the status that JavaScript gives, and the next request is fine.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { TOKEN } from "../support/recorder.mjs";
import { DEADLINE_MS, HOSTILE, PATH, SECRET, exchange, update } from "../webhook/hostile.mjs";
import { startRust } from "./build.mjs";

let worker;
let port;
before(async () => {
  worker = await startRust({ HOOK: PATH, SECRET_NAME: SECRET.name, SECRET_VALUE: SECRET.value, DEADLINE_MS: String(DEADLINE_MS), BASE_URL: "https://service.invalid", TOKEN });
  port = Number(worker.url.port);
}, { timeout: 590_000 });
after(() => worker?.dispose());
const fine = async () => {
  const { status, text } = await exchange(port);
  assert.equal(status, 200);
  assert.match(text, /\{"method":"sendMessage","chat_id":7,"text":"hi","reply_to_message_id":1,.*\}/);
};

test("a fit delivery is answered", fine);
for (const [name, [status, request]] of Object.entries(HOSTILE)) {
  test(`${name}: ${status}`, async () => {
    const answer = await exchange(port, request);
    assert.equal(answer.status, status);
    if (status === 405) assert.match(answer.headers, /^allow: post\r?$/m);
    assert.equal(answer.text.includes(TOKEN), false);
    await fine();
  });
}
test("broken off in the middle", async () => {
  for (let count = 0; count < 20; count++) await exchange(port, { body: update().padEnd(5000), breakOff: true });
  await fine();
});
test("2,000 broken off in the middle leave nothing in memory", async () => {
  const one = () => exchange(port, { body: update().padEnd(50_000), breakOff: true });
  const some = async (count) => {
    for (let begun = 0; begun < count; begun += 50) await Promise.all(Array.from({ length: 50 }, one));
  };
  await some(200);
  const before = await worker.memory();
  await some(2000);
  await fine();
  assert.ok((await worker.memory()) - before < 1 << 20, `${before} bytes became ${await worker.memory()}`);
});
test("a repeated delivery: 200, and nothing is answered", async () => {
  const body = update();
  assert.match((await exchange(port, { body })).text, /hi/);
  const again = await exchange(port, { body });
  assert.deepEqual([again.status, again.text.includes("hi")], [200, false]);
});
test("1,000 at once", async () => {
  const answers = await Promise.all(Array.from({ length: 1000 }, () => exchange(port)));
  assert.deepEqual([...new Set(answers.map(({ status, text }) => `${status} ${text.includes("hi")}`))], ["200 true"]);
});
