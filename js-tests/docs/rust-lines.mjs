// The lines of the shell that compile for minutes, as copied: `cargo xtask release --dry-run --only Rust` runs them, with the ports
// of the pages. What differs from the machine of a reader: botwire is this one, and the programs that worker-build, trunk and
// wasm-pack would download are those of `cargo xtask`.
import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { wasmtime } from "../rust-wasi/build.mjs";
import { lockedVersion } from "../support/rust.mjs";
import { root } from "../support/target.mjs";
import { cargoHome } from "./crates.mjs";
import { put } from "./project.mjs";
import { COMPILES, copied, copy } from "./shell-lines.mjs";
import { chat, emulated, HERE, terminal } from "./terminal.mjs";

const READY = /Ready on/;
const tool = (name) => join(root, "js-tests/node_modules/.bin", name);

let crates;
let open;
before(async () => {
  const bindgen = await lockedVersion("wasm-bindgen");
  crates = await cargoHome({ "wasm-bindgen": bindgen });
  const programs = [join(crates.home, "bin"), dirname(await wasmtime())];
  const { RUSTUP_TOOLCHAIN = "stable" } = process.env;
  const tools = { RUSTUP_TOOLCHAIN, WASM_BINDGEN_BIN: "wasm-bindgen", ESBUILD_BIN: tool("esbuild"), WASM_OPT_BIN: tool("wasm-opt"), WRANGLER_SEND_METRICS: "false" };
  open = () => terminal({ CARGO_HOME: crates.home, ...tools }, programs);
});
after(() => crates?.close());

/** Puts an example into the folder of the terminal, as its page shows it. */
const files = (shell, example) => cpSync(join(root, "examples", example), shell.folder(), { recursive: true });

test("worker-build, and a project of npm create", async () => {
  const shell = await open();
  await shell.type(copy("rust-workers", "cargo install worker-build "));
  await shell.accept(copy("rust", "npm create "));
  await shell.type(copy("rust", "cd my-bot"));
  const running = await shell.start(copy("rust", "npm run dev"), READY, HERE);
  await chat(running, "hello", /^hello$/);
  await running.stop();
  const service = await emulated(shell, "http://127.0.0.1:8787", "npx botwire", false);
  const bot = await service.start(copy("rust-workers", "npx wrangler dev"), READY);
  await chat(service, "hello", /^hello$/);
  assert.match(await service.type("npx botwire doctor"), /^healthy /m);
  await bot.stop();
  await service.stop();
});

test("the quick start in Rust", async () => {
  const shell = await open();
  for (const line of ["mkdir my-bot", "cd my-bot", "mkdir src", "mkdir .cargo", "cargo install worker-build "]) await shell.type(copy("quick-start [Rust]", line));
  files(shell, "worker-rust");
  put(shell.folder(), "package.json", "{}");
  const running = await shell.start(copy("quick-start [Rust]", "npx botwire emulator "), READY, HERE);
  await chat(running, "hello", /^hello$/);
  await running.stop();
});

test("a page with trunk", async () => {
  const shell = await open();
  files(shell, "dashboard-rust");
  await shell.type(copy("rust", "cargo install --locked trunk"));
  const running = await shell.start(copy("rust", "trunk serve"), /server listening at/, HERE);
  const page = await running.type("curl --silent http://127.0.0.1:8080/");
  const [, wasm] = /href="(\/[^"]+\.wasm)"/.exec(page);
  assert.match(await running.type(`curl --silent --head http://127.0.0.1:8080${wasm}`), /^HTTP\/1.1 200 [^]*application\/wasm/);
  await running.stop();
});

test("tests in a browser with wasm-pack", async () => {
  const shell = await open();
  files(shell, "browser-rust");
  put(shell.folder(), "webdriver.json", JSON.stringify({ "goog:chromeOptions": { args: ["--headless=new", "--no-sandbox", "--disable-gpu"] } }));
  for (const line of ["cargo add --dev botwire ", "cargo add --dev wasm-bindgen-test"]) await shell.type(copy("rust", line));
  assert.match(await shell.type(copy("rust", "wasm-pack test ")), /test result: ok\. [1-9]\d* passed/);
});

test("WASI with wasmtime", async () => {
  const shell = await open();
  files(shell, "wasi");
  await shell.type(copy("rust-servers", "cargo build "));
  const running = await shell.start(copy("rust-servers", "wasmtime serve "), /Serving HTTP on/, HERE);
  const post = `curl --silent -H "content-type: application/json" http://127.0.0.1:8080/hook/random-letters -d`;
  const message = { message_id: 1, date: 1, chat: { id: 7, type: "private", first_name: "Alice" }, text: "hello" };
  assert.deepEqual(JSON.parse(await running.type(`${post} '${JSON.stringify({ update_id: 1, message })}'`)), { method: "sendMessage", chat_id: 7, text: "hello" });
  await running.stop();
});

test("each line that compiles for minutes was run", () => {
  assert.deepEqual(COMPILES.filter((start) => ![...copied].some((line) => line.startsWith(start))), []);
});
