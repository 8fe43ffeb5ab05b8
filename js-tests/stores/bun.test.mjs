// Stores over the clients of Redis and PostgreSQL that Bun has itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { runtime, told } from "../packaging/support/programs.mjs";
import { postgres, redis } from "../support/databases.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const bun = runtime("bun");

for (const [kind, { url, options }] of Object.entries({ redis, postgres })) {
  test(`Bun's own client of ${kind}: the store keeps its promises`, bun ? options : { skip: "npm has no Bun for this machine" }, async () => {
    const { count, failed } = await told(bun, ["bun-program.mjs", kind, url], here);
    assert.deepEqual([count > 10, failed], [true, []]);
  });
}
