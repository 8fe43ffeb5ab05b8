// openapi.json in tools of others: a validator in strict mode, and generators whose clients compile and call the emulator.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import addFormats from "ajv-formats";
import Ajv from "ajv/dist/2020.js";
import openapiTypescript, { astToString } from "openapi-typescript";

import { createEmulator, serve } from "botwire/emulator";

import { png } from "./bots/settings.mjs";
import { python } from "./python.mjs";

const run = promisify(execFile);
const file = fileURLToPath(import.meta.resolve("botwire/openapi.json"));
const text = readFileSync(file, "utf8");
const folder = mkdtempSync(join(tmpdir(), "botwire-generators-"));
after(() => rmSync(folder, { recursive: true, force: true }));

test("ajv compiles each schema in strict mode, and they decide as the service does", async (context) => {
  const { schemas } = JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/")).components;
  const ajv = addFormats(new Ajv({ strict: true }));
  ajv.addSchema({ $id: "api", $defs: schemas });
  const names = Object.keys(schemas);
  assert.ok(names.length > 140);
  for (const name of names) ajv.compile({ $ref: `api#/$defs/${name}` });

  const emulator = createEmulator();
  context.after(() => emulator.close());
  const alice = emulator.user({ first_name: "Alice" });
  alice.write("hi");
  const call = async (method, body) => {
    const headers = { "content-type": "application/json" };
    const response = await emulator.fetch(`${emulator.baseUrl}/bot${emulator.token}/${method}`, { method: "POST", headers, body: JSON.stringify(body) });
    return response.json();
  };
  const chat_id = alice.id;
  const { message_id } = (await call("sendMessage", { chat_id, text: "sent" })).result;
  const button = { text: "more", callback_data: "more" };
  const calls = [
    ["SendMessage", { chat_id, text: "hello" }, true],
    ["SendMessage", { chat_id, text: "hello", parse_mode: null, reply_markup: null }, true],
    ["SendMessage", { chat_id, text: null }, false],
    ["SendMessage", { chat_id }, false],
    ["SendMessage", { chat_id, text: "hello", reply_markup: { inline_keyboard: [[{ ...button, url: null }]] } }, true],
    ["SendMessage", { chat_id, text: "hello", reply_markup: { inline_keyboard: [[{ ...button, url: "https://example.com" }]] } }, false],
    ["SendMessage", { chat_id, text: "hello", reply_markup: { inline_keyboard: [[{ text: "none", url: null }]] } }, false],
    ["EditMessageText", { chat_id, message_id, inline_message_id: null, text: "edited" }, true],
    ["EditMessageText", { chat_id, message_id, inline_message_id: "1", text: "edited" }, false],
    ["EditMessageText", { chat_id, message_id: null, text: "edited" }, false],
    ["GetUpdates", { limit: null, timeout: 0 }, true],
    ["GetUpdates", { limit: 101 }, false],
  ];
  for (const [method, parameters, valid] of calls) {
    const matches = ajv.validate({ $ref: `api#/$defs/${method}Params` }, parameters);
    const { ok } = await call(method, parameters);
    assert.deepEqual([matches, ok], [valid, valid], `${method} ${JSON.stringify(parameters)}`);
  }
});

test("openapi-typescript: its types accept right calls and refuse wrong ones", async () => {
  writeFileSync(join(folder, "api.ts"), astToString(await openapiTypescript(new URL(`file://${file}`))));
  writeFileSync(join(folder, "calls.ts"), `import type { components } from "./api.ts";

type Schemas = components["schemas"];
export const right: Schemas["SendMessageParams"] = { chat_id: "@channel", text: "hello", parse_mode: null };
// @ts-expect-error A text is required.
export const wrong: Schemas["SendMessageParams"] = { chat_id: 1 };
export const nameOf = (update: Schemas["Update"]): string | undefined => update.message?.from?.first_name;
`);
  const compiler = fileURLToPath(new URL("node_modules/typescript/bin/tsc", import.meta.url));
  const options = ["--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "--allowImportingTsExtensions"];
  await run(process.execPath, [compiler, ...options, join(folder, "calls.ts")]).catch(({ stdout }) => assert.fail(stdout));
});

const program = python("tools");
const skip = program === undefined && "Python 3 with venv is not installed, or `cargo xtask test foreign` has not made its environment yet";
test("openapi-python-client: each module of its client loads, and it calls the service", { skip }, async (context) => {
  const arguments_ = ["generate", "--path", file, "--meta", "none", "--output-path", join(folder, "generated_client")];
  await run(program, ["-m", "openapi_python_client", ...arguments_]);
  const emulator = createEmulator();
  const server = await serve(emulator, { port: 0 });
  context.after(async () => {
    await server.close();
    emulator.close();
  });
  const alice = emulator.user({ first_name: "Alice" });
  alice.write("hi");
  const env = { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: "1", SERVICE: server.url, BOT_TOKEN: emulator.token, PHOTO: png.toString("hex") };
  const { stdout } = await run(program, [fileURLToPath(new URL("generated/client.py", import.meta.url))], { env });
  const { modules, ...seen } = JSON.parse(stdout);
  assert.ok(modules > 200);
  assert.deepEqual(seen, { text: "hello", photo: 512, album: 2, failure: 400 });
  assert.deepEqual(alice.messages().map(({ text, photo }) => text ?? photo.at(-1).width), ["hi", "hello", 512, 512, 512]);
});
