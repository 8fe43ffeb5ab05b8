// A bot whose processes are in JavaScript and in Rust, over one store: they share updates and sessions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deliver, newToken, SHARED, start } from "../stores/processes.mjs";
import { built } from "./build.mjs";

const program = await built("process");
const HOLD_MS = 60_000;

for (const [name, shared] of Object.entries(SHARED)) {
  test(`${name}: a session goes on in the other language, and so does a response`, shared.options, async (context) => {
    const options = { token: newToken(), leaseMs: HOLD_MS, counts: true };
    const startOne = async (more) => {
      const waiting = [];
      const child = await start(context, (line) => /^\d+ /.test(line) && waiting.shift()(line), { ...shared, ...more }, options);
      return async (update) => {
        const answer = new Promise((resolve) => waiting.push(resolve));
        deliver(child, update);
        const [, status, body] = /^(\d+) \d+ (.*)$/.exec(await answer);
        return [status, JSON.parse(body).text];
      };
    };
    const inJavaScript = await startOne({});
    const inRust = await startOne({ program });
    assert.deepEqual(await inJavaScript(1), ["200", "[1]"]);
    assert.deepEqual(await inRust(2), ["200", "[1, 2]"]);
    assert.deepEqual(await inJavaScript(3), ["200", "[1,2,3]"]);
    assert.deepEqual(await inRust(1), ["200", "[1]"]);
    assert.deepEqual(await inJavaScript(2), ["200", "[1, 2]"]);
  });
}
