// init() of the emulator in a separate program, since a module is loaded only once.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const PROGRAM = `
import { readFileSync } from "node:fs";
import { createEmulator, init } from "botwire/emulator";
let asked = 0;
const source = (make) => ({ then: (resolve) => (asked++, setImmediate(() => resolve(make()))) });
const failed = await Promise.allSettled([init(source(() => 5)), init(source(() => 5))]);
const bytes = readFileSync(new URL(import.meta.resolve("botwire/emulator.wasm")));
await Promise.all([init(source(() => bytes)), init(source(() => bytes))]);
await init(source(() => bytes));
createEmulator().close();
console.log(JSON.stringify({ asked, failed: failed.map(({ status }) => status) }));
`;

test("calls at once load one wasm file, and a later one loads it anew where that failed", () => {
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", PROGRAM], {
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    encoding: "utf8",
  });
  assert.equal(stderr, "");
  assert.deepEqual(JSON.parse(stdout), { asked: 2, failed: ["rejected", "rejected"] });
});
