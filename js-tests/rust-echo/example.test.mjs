// The example of a worker in Rust: its manifest, and the worker in workerd with what its wrangler.toml binds.
import assert from "node:assert/strict";
import { cp, readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Bot } from "botwire";
import { Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { block, commands, emptyFolder, ports, sh, writes } from "../docs/quick-start.mjs";
import { withService } from "../packaging/examples/conversation.mjs";
import { writeSettings } from "../packaging/examples/support.mjs";
import { install, pack } from "../packaging/support/project.mjs";
import { PATIENCE } from "../support/eventually.mjs";
import { buildRust } from "../support/rust.mjs";

const EXAMPLE = fileURLToPath(new URL("../../examples/worker-rust", import.meta.url));
const WAIT = { timeoutMs: PATIENCE };

test("the crate that is run has the dependencies and the profile of the example", async () => {
  const section = async (file, name) => {
    const text = (await readFile(file, "utf8")).replace(/^#.*\n/gm, "");
    return text.split(`[${name}]\n`)[1].split("\n\n")[0].trim();
  };
  const dependencies = async (file) =>
    (await section(file, "dependencies")).replace(/(version|path) = "[^"]+", /, "").replace(/^wasm-bindgen .*$/m, "").trim();
  const here = (file) => fileURLToPath(new URL(file, import.meta.url));
  assert.equal(await dependencies(here("example/Cargo.toml")), await dependencies(join(EXAMPLE, "Cargo.toml")));
  assert.equal(await section(here("Cargo.toml"), "profile.release"), await section(join(EXAMPLE, "Cargo.toml"), "profile.release"));
});

/** What `worker-build` writes around the glue of wasm-bindgen. */
const ENTRY = `
import wasm from "./rust_example_bg.wasm";
import { fetch, initSync } from "./rust_example.js";
export { UpdateClaims } from "./rust_example.js";
initSync({ module: wasm });
export default { fetch };
`;

/** Starts the example with these settings, or with those in a copy of it. */
async function start(settings, folder = EXAMPLE, port = 0) {
  const glue = await buildRust(import.meta.url, "rust-example");
  await cp(join(folder, "wrangler.toml"), join(glue, "wrangler.toml"));
  if (settings) await writeSettings(join(glue, ".dev.vars"), settings);
  else await cp(join(folder, ".dev.vars"), join(glue, ".dev.vars"));
  const { workerOptions } = unstable_getMiniflareWorkerOptions(join(glue, "wrangler.toml"));
  const file = (name) => readFile(join(glue, name));
  const scripts = (await readdir(glue, { recursive: true })).filter((name) => name.endsWith(".js"));
  const worker = new Miniflare({
    ...workerOptions,
    modules: [
      { type: "ESModule", path: "index.mjs", contents: ENTRY },
      { type: "CompiledWasm", path: "rust_example_bg.wasm", contents: await file("rust_example_bg.wasm") },
      ...(await Promise.all(scripts.map(async (path) => ({ type: "ESModule", path, contents: await file(path) })))),
    ],
    modulesRoot: ".",
    host: "127.0.0.1",
    port,
  });
  return { url: (await worker.ready).origin, close: () => worker.dispose() };
}

test("the worker answers a user, and a repeated delivery once", () => withService(async ({ emulator, settings }) => {
  const HOOK_PATH = "/hook/3f9a";
  const { SERVICE, BOT_TOKEN } = settings;
  const { url, close } = await start({ SERVICE, BOT_TOKEN, HOOK_PATH });
  try {
    await new Bot({ baseUrl: settings.SERVICE, token: settings.BOT_TOKEN }).setWebhook({ url: url + HOOK_PATH });
    const alice = emulator.user({ first_name: "Alice" });
    alice.write("é 👍");
    assert.equal((await alice.nextMessage(WAIT)).text, "é 👍");

    const update = { update_id: 1_000_000, message: { message_id: 1, date: 1, chat: { id: 7, type: "private" }, text: "a" } };
    const deliver = (path) => fetch(url + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(update) });
    assert.deepEqual(await (await deliver(HOOK_PATH)).json(), { method: "sendMessage", chat_id: 7, text: "a" });
    const again = await deliver(HOOK_PATH);
    assert.deepEqual([again.status, await again.text()], [200, ""]);
    assert.equal((await deliver("/hook/other")).status, 404);
  } finally {
    await close();
  }
}));

test("the tab of Rust in the quick start leads to a bot that answers", async () => {
  const folder = await emptyFolder();
  const [make, enter, target] = commands(block("sh", "Rust", "mkdir"));
  assert.deepEqual([enter, target], ["cd my-bot", "rustup target add wasm32-unknown-unknown"]);
  sh(make, folder);
  // The files of the page of Rust, each by the name of its tab.
  const page = await readFile(fileURLToPath(new URL("../../docs/hosts/rust.md", import.meta.url)), "utf8");
  const [, section] = page.split("## A worker\n");
  const tabs = [...section.split("\n:::\n")[0].matchAll(/^<<< @\/\.\.\/examples\/worker-rust\/(\S+) \[(.+)\]$/gm)];
  assert.equal(tabs.length, 4);
  for (const [, file, name] of tabs) await cp(join(EXAMPLE, file), join(folder, "my-bot", name));
  const { here, emulator, bot } = await ports();
  const [write, serve] = commands(here(block("sh", "Rust", "wrangler")));
  assert.equal(serve, `npx wrangler dev --port ${bot}`);
  sh(write, join(folder, "my-bot"));
  await install(folder, await pack(folder));
  const output = await emulator(folder, "Rust");
  const { close } = await start(undefined, join(folder, "my-bot"), bot);
  try {
    await writes(here, "/start", output);
  } finally {
    await close();
  }
});
