// Stores over the clients of Redis and PostgreSQL that Bun has itself.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { runtime, printedJson } from "../packaging/support/programs.mjs";
import { postgres, redis } from "../support/databases.mjs";
import { needs, startServer } from "../support/own-servers.mjs";
import { startProxy } from "../support/proxy.mjs";
import { listen } from "../support/serve.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const bun = runtime("bun");
const only = (needed) => (bun ? needed : { skip: "npm has no Bun for this machine" });

async function run(task, ...parameters) {
  const { count, failed } = await printedJson(bun, ["bun-program.mjs", task, ...parameters], here);
  assert.deepEqual([count > 0, failed], [true, []]);
}

/** A URL through which the program in Bun stops and starts a server. */
async function controlled(context, server) {
  const { url, close } = await listen(createServer(async ({ url }, response) => {
    await server[url.slice(1)]();
    response.end();
  }));
  context.after(close);
  return `${url}/`;
}

for (const [kind, { url, options }] of Object.entries({ redis, postgres })) {
  test(`Bun's own client of ${kind}: the store keeps its guarantees`, only(options), () => run("guarantees", kind, url));
  for (const [what, between] of [["is down", (_, server) => server], ["does not answer", async (context, server) => startProxy(context, server.url)]]) {
    test(`Bun's own client of ${kind}: while the server ${what} updates are refused and reported, and later each is handled once`, only(needs(kind)), async (context) => {
      const server = await between(context, await startServer(context, kind));
      await run("outage", kind, server.url, await controlled(context, server));
    });
  }
}
