// Hostile requests do not leak memory: the heap after many of them, in each runtime.
import assert from "node:assert/strict";
import { execPath } from "node:process";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { startIsolates } from "../../webhook/isolates.mjs";
import { heapOf } from "../support/heap.mjs";
import { runtime, printedJson } from "../support/programs.mjs";
import { project } from "../support/project.mjs";
import { bundled, start } from "../support/vercel.mjs";

/** For a longer run: `REQUESTS=200000 node --test packaging/hostile/memory.test.mjs`. */
const REQUESTS = Number(process.env.REQUESTS ?? 7500);
/** Until the stores of claims are full and the code is compiled. */
const WARM_UP = 6000;
/** Bytes that a heap differs by from look to look, with the responses that a store remembers, 1 MiB at most. */
const SLACK = 2_500_000;

const folder = await project(import.meta.url);

/** Registers the test of a runtime. `run` returns errors, and the bytes in use before and after. */
function flat(name, run) {
  test(`${name}: ${REQUESTS} requests`, { timeout: 1_200_000 }, async (t) => {
    const { wrong, before, after } = await run();
    assert.deepEqual(wrong, []);
    t.diagnostic(`${before} bytes in use before, ${after} after`);
    assert.ok(after < before + SLACK, `${before} bytes in use before, ${after} after`);
  });
}

const counts = [String(WARM_UP), String(REQUESTS)];
const limit = { timeout: 1_000_000 };
flat("Node", () => printedJson(execPath, ["--expose-gc", "program.mjs", ...counts], folder, {}, limit));
flat("Deno", () => printedJson(runtime("deno"), ["run", "--no-prompt", "--allow-sys", "--v8-flags=--expose-gc", "program.mjs", ...counts], folder, { DENO_NO_UPDATE_CHECK: "1" }, limit));
flat("Bun", () => printedJson(runtime("bun"), ["program.mjs", ...counts], folder, {}, limit));

/** `send` requests a number of exchanges from the worker; `used` returns the bytes in use. */
async function within(send, used) {
  const wrong = await send(WARM_UP);
  const before = await used();
  wrong.push(...(await send(REQUESTS)));
  return { wrong, before, after: await used() };
}
const answer = "async (request) => Response.json(await storm(Number(new URL(request.url).searchParams.get('count'))))";

flat("workerd", async () => {
  const source = `import { storm } from "./storm.mjs"; export default { fetch: ${answer} };`;
  const isolates = await startIsolates(source, 1, { resolveDir: folder, options: { inspectorPort: 0 } });
  try {
    const send = async (count) => (await isolates.send(0, `https://bot.example/?count=${count}`)).json();
    return await within(send, await heapOf(isolates.miniflare, "isolate-0", () => send(0)));
  } finally {
    await isolates.dispose();
  }
});

flat("edge-runtime", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const contents = `import { storm } from "./storm.mjs"; const answer = ${answer}; addEventListener("fetch", (event) => event.respondWith(answer(event.request)));`;
  const { code, wasm } = await bundled({ contents, resolveDir: folder });
  const running = await start(code, wasm);
  const send = async (count) => (await running.dispatchFetch(`https://bot.example/?count=${count}`)).json();
  return within(send, () => (collect(), process.memoryUsage().heapUsed));
});
