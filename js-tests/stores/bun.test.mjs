// Stores over the clients of Redis and PostgreSQL that Bun has itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { runtime, told } from "../packaging/support/programs.mjs";
import { postgres, redis } from "../support/databases.mjs";
import { needs } from "../support/own-servers.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const bun = runtime("bun");

for (const [kind, { url, options }] of Object.entries({ redis, postgres })) {
  const check = (name, task, needed) => test(`Bun's own client of ${kind}: ${name}`, bun ? needed : { skip: "npm has no Bun for this machine" }, async () => {
    const { count, failed } = await told(bun, ["bun-program.mjs", task, kind, url ?? ""], here);
    assert.deepEqual([count > 0, failed], [true, []]);
  });
  check("the store keeps its promises", "promises", options);
  check("while the server is down updates are refused and reported, and later each is handled once", "down", needs(kind));
  check("while the server does not answer updates are refused and reported, and later each is handled once", "silent", needs(kind));
}
