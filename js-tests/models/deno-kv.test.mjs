// The webhook under random schedules in Deno, with claims in Deno's own KV.
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { runtime, printedJson } from "../packaging/support/programs.mjs";

const SECONDS = Number(process.env.MODEL_SECONDS ?? 0);
const folder = fileURLToPath(new URL(".", import.meta.url));

test("with Deno KV the webhook handles each update once or again, and loses no call", async (context) => {
  const permissions = ["--no-prompt", "--unstable-kv", "--allow-read", "--allow-env", "--allow-sys"];
  const timeout = (SECONDS + 600) * 1000;
  const { runs } = await printedJson(runtime("deno"), ["run", ...permissions, "deno-kv-program.mjs", String(SECONDS)], folder, { DENO_NO_UPDATE_CHECK: "1" }, { timeout });
  context.diagnostic(`${runs} schedules`);
});
