// The package can be imported without the web's classes, as in Jest with jsdom; features that need one fail with a clear error.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const MISSING = [
  "TextEncoder", "TextDecoder", "Request", "Response", "Headers", "fetch", "Blob", "File", "FormData", "ReadableStream", "WritableStream",
  "TransformStream", "AbortController", "AbortSignal", "crypto", "performance", "structuredClone", "URL", "URLSearchParams", "WebAssembly",
];
const ENTRIES = ["", "/init", "/adapters/node", "/adapters/lambda", "/check", "/stores/memory", "/stores/durable-object", "/stores/workers-kv", "/stores/deno-kv", "/stores/redis", "/stores/postgres", "/stores/sqlite"];
const cwd = fileURLToPath(new URL(".", import.meta.url));

async function printed(missing, source) {
  const program = `for (const name of ${JSON.stringify(missing)}) delete globalThis[name];\n${source}`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], { cwd });
  return stdout.trim();
}

for (const entry of ENTRIES) {
  test(`botwire${entry} is imported without any of them`, () => printed(MISSING, `await import("botwire${entry}");`));
}

test("texts need none of them", async () => {
  const source = `const { html } = await import("botwire"); console.log(html\`<b>\${"<"}</b>\`.text);`;
  assert.equal(await printed(MISSING, source), "<b>&lt;</b>");
});

test("the emulator without Request says what is missing", async () => {
  const source = `
    const { createEmulator } = await import("botwire/emulator");
    console.log(await createEmulator().fetch("http://emulator.test/").catch((error) => error.message));`;
  assert.match(await printed(["Request", "Response"], source), /^emulator.fetch: expected a runtime with Request and Response, .+, got none$/);
});

test("a call without TextEncoder says what is missing", async () => {
  const source = `
    const { Bot } = await import("botwire");
    const bot = new Bot({ baseUrl: "https://service.example", token: "1:a", fetch: () => {} });
    console.log(await bot.sendMessage({ chat_id: 1, text: "a" }).catch((error) => error.message));`;
  assert.equal(await printed(["TextEncoder"], source), "engine: expected a runtime with TextEncoder, got none");
});
