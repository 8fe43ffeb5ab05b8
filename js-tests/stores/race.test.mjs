// Four processes claim the same keys, fewer than `cargo xtask bench stores`: none is lost or handled twice.
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { output, runtime } from "../packaging/support/programs.mjs";
import { postgres, redis } from "../support/databases.mjs";

const folder = fileURLToPath(new URL("../bench/", import.meta.url));
const needs = (program) => ({ skip: !runtime(program) && `npm has no ${program} for this machine` });
const STORES = { memory: {}, redis: redis.options, postgres: postgres.options, sqlite: needs("node24"), "durable-objects": {}, "deno-kv": needs("deno") };

for (const [store, options] of Object.entries(STORES)) {
  test(`${store}: of four processes one handles each update`, options, () => output(process.execPath, ["stores.mjs", store, "--keys", "1000"], folder));
}
