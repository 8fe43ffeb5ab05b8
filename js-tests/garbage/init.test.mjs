// init() before the engine runs: garbage is refused, and the right bytes still start it, once.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { serve } from "../support/serve.mjs";
import { settled } from "./outcome.mjs";
import { ODD_VALUES } from "../support/odd-values.mjs";

const require = createRequire(import.meta.url);
const wasm = await readFile(require.resolve("botwire/botwire.wasm"));
const folder = fileURLToPath(new URL(".", import.meta.url));

describe("botwire/init, which brings no wasm of its own", async () => {
  const { Bot, init, isEngineError, isTransientError, isValidationError } = await import("botwire/init");
  test("a call before init() says what is missing", async () => {
    const error = await new Bot({ baseUrl: "https://service.example", token: "1:a" }).getMe().catch((caught) => caught);
    assert.equal(isValidationError(error), true, error.stack);
    assert.match(error.message, /init/);
  });
  test("garbage is refused", async () => {
    for (const [name, make] of Object.entries(ODD_VALUES).filter(([name]) => !/URL|Request|never calls back/.test(name))) {
      const error = await settled(() => init(make()), name);
      assert.ok(error, `${name} started the engine`);
    }
    for (const bytes of [
      new Uint8Array(),
      new Uint8Array([0, 97, 115, 109]),
      wasm.subarray(0, 1000),
      new TextEncoder().encode("<html>"),
    ]) {
      assert.ok(await settled(() => init(bytes), "bytes"));
    }
  });
  test("a page instead of the wasm, and a URL where nothing is", async () => {
    const site = await serve((request) =>
      request.url.endsWith("wasm") ? new Response("<html>", { status: 404 }) : new Response("<html>"),
    );
    try {
      for (const path of ["/botwire.wasm", "/"]) assert.ok(await settled(() => init(`${site.url}${path}`), path));
      const missing = await init(`${site.url}/botwire.wasm`).catch((error) => error);
      assert.equal(missing.message, `init: botwire.wasm cannot be loaded: ${site.url}/botwire.wasm: HTTP 404`);
    } finally {
      await site.close();
    }
    assert.ok(await settled(() => init(`${site.url}/botwire.wasm`), "a closed port"));
    const error = await init(`${site.url}/botwire.wasm`).catch((caught) => caught);
    assert.deepEqual([error.kind, isEngineError(error), isTransientError(error)], ["engine", true, false]);
    assert.ok(error.message.startsWith(`init: botwire.wasm cannot be loaded: ${site.url}/botwire.wasm: `), error.message);
  });
  test("a page whose policy forbids WebAssembly: the error names what to allow, and no more", async (t) => {
    const { compile } = WebAssembly;
    t.after(() => (WebAssembly.compile = compile));
    WebAssembly.compile = async () => {
      throw new WebAssembly.CompileError("WebAssembly.compile(): Refused to compile or instantiate WebAssembly module because 'unsafe-eval' is not an allowed source of script");
    };
    const error = await init(wasm).catch((caught) => caught);
    assert.equal(error.message, "init: botwire.wasm cannot be loaded: the Content-Security-Policy lacks script-src 'wasm-unsafe-eval'");
    assert.equal(isTransientError(error), false);
  });
  test("the right bytes start it all the same", async () => {
    await init(wasm);
    const bot = new Bot({
      baseUrl: "https://service.example",
      token: "1:a",
      fetch: async (_, { body }) => new Response(`{"ok":true,"result":${body}}`),
    });
    assert.deepEqual(await bot.sendMessage({ chat_id: 1, text: "é" }), { chat_id: 1, text: "é" });
  });
});

const program = (source) =>
  promisify(execFile)(process.execPath, ["--input-type=module", "-e", source], { cwd: folder });
const SOURCES = {
  bytes: "bytes",
  "a Buffer's buffer": "bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)",
  "a module": "new WebAssembly.Module(bytes)",
  "a promise of a module": "WebAssembly.compile(bytes)",
  "a Response": "new Response(bytes)",
  "a data URL": "`data:application/wasm;base64,${bytes.toString('base64')}`",
  "a URL": "new URL(`data:application/wasm;base64,${bytes.toString('base64')}`)",
};

for (const entry of ["botwire/init", "botwire"]) {
  for (const [what, source] of Object.entries(SOURCES)) {
    test(`${entry}: init() with ${what}, and again`, async () => {
      const { stdout } = await program(`
        import { readFileSync } from "node:fs";
        import { createRequire } from "node:module";
        import { Bot, init } from "${entry}";
        const bytes = readFileSync(createRequire(process.cwd() + "/").resolve("botwire/botwire.wasm"));
        await Promise.all([init(${source}), init(${source})]);
        await init(${source});
        await init("nothing that could be loaded");
        const bot = new Bot({ baseUrl: "https://service.example", token: "1:a", fetch: async (_, { body }) => Response.json({ ok: true, result: body }) });
        console.log(await bot.sendMessage({ chat_id: 1, text: "é" }));
      `);
      assert.equal(stdout.trim(), '{"chat_id":1,"text":"é"}');
    });
  }
}
