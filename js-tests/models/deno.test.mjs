// The webhook under random schedules with claims in stores of Deno.
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { runtime, printedJson } from "../packaging/support/programs.mjs";
import { TIMEOUT_MS } from "./model.mjs";

const folder = fileURLToPath(new URL(".", import.meta.url));
const PERMISSIONS = ["--allow-read", "--allow-env", "--allow-sys"];

for (const [store, program, options] of [["Deno KV", "deno-kv-program.mjs", ["--unstable-kv"]], ["SQLite", "sqlite-program.mjs", []]]) {
  test(`with ${store} the webhook handles each update once or again, and loses no call`, async (context) => {
    const args = ["run", "--no-prompt", ...options, ...PERMISSIONS, program];
    const { runs } = await printedJson(runtime("deno"), args, folder, { DENO_NO_UPDATE_CHECK: "1" }, { timeout: TIMEOUT_MS });
    context.diagnostic(`${runs} schedules`);
  });
}
