// The webhook under random schedules with claims in SQLite, in that of Deno.
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { runtime, printedJson } from "../packaging/support/programs.mjs";

const SECONDS = Number(process.env.MODEL_SECONDS ?? 0);
const folder = fileURLToPath(new URL(".", import.meta.url));

test("with SQLite the webhook handles each update once or again, and loses no call", async (context) => {
  const timeout = (SECONDS + 600) * 1000;
  const args = ["run", "--no-prompt", "--allow-read", "--allow-env", "--allow-sys", "sqlite-program.mjs", String(SECONDS)];
  const { runs } = await printedJson(runtime("deno"), args, folder, { DENO_NO_UPDATE_CHECK: "1" }, { timeout });
  context.diagnostic(`${runs} schedules`);
});
