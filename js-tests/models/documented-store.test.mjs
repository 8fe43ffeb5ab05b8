// The webhook under random schedules with the store of docs/guide/scale.md, in the SQLite of Deno.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";
import { blocksOf } from "../docs/blocks.mjs";
import { project, put } from "../docs/project.mjs";
import { runtime, told } from "../packaging/support/programs.mjs";
import { root } from "../support/target.mjs";

const SECONDS = Number(process.env.MODEL_SECONDS ?? 0);
const PAGE = "docs/guide/scale.md";
const folder = fileURLToPath(new URL(".", import.meta.url));
const blocks = blocksOf(PAGE, readFileSync(join(root, PAGE), "utf8"));
const block = (language) => blocks.find((each) => each.language === language && /claims/.test(each.code)).code;

test("with the documented store the webhook handles each update once or again, and loses no call", async (context) => {
  const made = project("store");
  const { code } = await transform(block("ts"), { loader: "ts", format: "esm", target: "es2022" });
  const files = [put(made, "store.mjs", code), put(made, "updates.sql", block("sql"))];
  const timeout = (SECONDS + 600) * 1000;
  const args = ["run", "--no-prompt", "--allow-read", "--allow-env", "--allow-sys", "documented-store-program.mjs", String(SECONDS), ...files];
  const { runs } = await told(runtime("deno"), args, folder, { DENO_NO_UPDATE_CHECK: "1" }, { timeout });
  context.diagnostic(`${runs} schedules`);
});
