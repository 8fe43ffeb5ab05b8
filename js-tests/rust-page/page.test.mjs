// The example of a page in Rust: its own tests by wasm-pack, in Chromium.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { EXAMPLE, runTests } from "./build.mjs";

test("the README names the commands that are run here", () => {
  const text = readFileSync(join(EXAMPLE, "README.md"), "utf8");
  for (const command of ["wasm-pack build --target web", "wasm-pack test --headless --chrome"]) assert.ok(text.includes(command), command);
});

test("its tests pass in a headless browser, against the emulator", async () => {
  assert.match(await runTests(), /test result: ok\. 2 passed; 0 failed/);
});
