// The table of hostile requests, on sockets, against the worker in Rust: the same status as in JavaScript, and the next
// request succeeds.
import assert from "node:assert/strict";
import { test } from "node:test";
import { TOKEN } from "../support/recorder.mjs";
import { PATH, SECRET, exchange, update } from "../webhook/hostile.mjs";
import { withstands } from "../webhook/withstands.mjs";
import { startRust } from "./build.mjs";

async function start(deadlineMs) {
  const secret = { SECRET_NAME: SECRET.name, SECRET_VALUE: SECRET.value };
  const worker = await startRust({ HOOK: PATH, ...secret, DEADLINE_MS: String(deadlineMs), BASE_URL: "https://service.invalid", TOKEN });
  return { port: Number(worker.url.port), memory: worker.memory, close: worker.dispose };
}

withstands("a worker in Rust", start, {
  // The crate `worker` does not pass requests with an unparsable URL to the program.
  unparsed: (name) => (/^(a whole URL|the path in the Host)/.test(name) ? [500] : []),
  reply: /\{"method":"sendMessage","chat_id":7,"text":"hi","reply_to_message_id":1,.*\}/,
  more: (server, fine) =>
    test("2,000 broken off in the middle leave nothing in memory", async () => {
      const { port, memory } = server();
      const one = () => exchange(port, { body: update().padEnd(50_000), breakOff: true });
      const some = async (count) => {
        for (let begun = 0; begun < count; begun += 50) await Promise.all(Array.from({ length: 50 }, one));
      };
      await some(200);
      const before = await memory();
      await some(2000);
      await fine();
      assert.ok((await memory()) - before < 1 << 20, `${before} bytes became ${await memory()}`);
    }),
});
