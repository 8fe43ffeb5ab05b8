// The worker in workerd, with its Durable Objects, against the emulator. `npm test` has wrangler bundle it into dist/ before.
import test from "node:test";
import assert from "node:assert/strict";
import { Bot } from "botwire";
import { createEmulator, serve } from "botwire/emulator";
import { Miniflare } from "miniflare";

test("the worker repeats a text", async (t) => {
  const emulator = createEmulator();
  t.after(() => emulator.close());
  const service = await serve(emulator, { port: 0 });
  t.after(() => service.close());
  const worker = new Miniflare({
    modules: true,
    scriptPath: "dist/index.js",
    modulesRules: [{ type: "CompiledWasm", include: ["**/*.wasm"] }],
    compatibilityDate: "2026-04-01",
    bindings: { SERVICE: service.url, BOT_TOKEN: emulator.token, HOOK_PATH: "/hook/secret" },
    durableObjects: { CLAIMS: "UpdateClaims" },
  });
  t.after(() => worker.dispose());
  const { origin } = await worker.ready;
  await new Bot({ baseUrl: service.url, token: emulator.token }).setWebhook({ url: `${origin}/hook/secret` });

  const alice = emulator.user({ first_name: "Alice" });
  alice.write("hello");
  assert.equal((await alice.nextMessage({ timeoutMs: 10_000 })).text, "hello");
});
