// Every line of the shell in the README, the quick start and the pages of hosts: which test runs it, or why no test can. The
// lines that need the settings of a bot and nothing else run here, as copied, in a fresh shell.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { execPath } from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { ran } from "../create/support.mjs";
import { withService } from "../packaging/examples/conversation.mjs";
import { writeSettings } from "../packaging/examples/support.mjs";
import { root } from "../support/target.mjs";
import { temporary } from "../support/temporary.mjs";
import { blocksOf } from "./blocks.mjs";

const PAGES = ["README.md", "docs/guide/quick-start.md", ...readdirSync(join(root, "docs/hosts")).filter((name) => name.endsWith(".md")).map((name) => `docs/hosts/${name}`)];

/** Page and line. The name of a tab belongs to the page: `quick-start [Deno]`. */
const lines = PAGES.flatMap((page) => blocksOf(page, readFileSync(join(root, page), "utf8"))
  .filter(({ language }) => ["sh", "bash", "console", "shell", "powershell"].includes(language))
  .flatMap(({ code, info }) => code.trim().split("\n").map((line) => line.replace(/ +#.*/, "")).filter(Boolean)
    .map((line) => `${page.replace(/^docs\/(?:guide\/|hosts\/)?|\.md$/g, "")}${info.startsWith("[") ? ` ${info}` : ""}: ${line}`)));

/** The lines that a test runs, by its file. */
const RUN = {
  "create/npm-create.test.mjs": [/^(README|quick-start): (npm create botwire@latest my-bot|cd my-bot|npm run dev)$/],
  "create/templates.test.mjs": [/^(bun|deno|docker|hono|lambda|linux|node|vercel|workers): (cd my-bot|npm run dev|deno task dev)$/, /^(bun|docker|hono|linux|node): npm create /],
  "docs/deploy-hosts.test.mjs": [/^(deno|lambda|vercel|workers): (npm create |deno task start$|npm run build$)/],
  "docs/quick-start.test.mjs": [/^quick-start \[(Workers|Deno|Bun|Node|Vercel|Browser)\]: /, /^quick-start: curl /],
  "packaging/readme/readme.test.mjs": [/^README: npx botwire emulator /],
  "packaging/examples/runtimes.test.mjs": [/^bun: bun start$/],
  "packaging/examples/node.test.mjs": [/^node: npm start$/],
  "rust-worker-example/worker.test.mjs": [/^quick-start \[Rust\]: (mkdir|cd|npx botwire emulator) ?/, /^rust: (npm create |cd my-bot$|npm run dev$)/],
  "rust-wasi/wasi.test.mjs": [/^rust-servers: (cargo build|wasmtime serve) /],
  "rust-page/page.test.mjs": [/^rust: wasm-pack test /],
  "docs/deploy.test.mjs": [/^linux: npx pm2 start /],
};

/** The lines that no test runs, by the reason. */
const NOT_RUN = {
  "it downloads packages or tools, and tests have no network": [
    /^quick-start \[Rust\]: (rustup|cargo install) /, /^rust-workers: (rustup|cargo install) /, /^rust-servers: rustup /, /^rust: (rustup|cargo install|cargo add) /,
    /^README: cargo add /, /^(browser|lambda|node): npm install$/, /^bun: bun install$/, /^nitro: npm (init|install) ?/,
  ],
  "it needs an account of the host": [/: npx wrangler deploy /, /: npx vercel (env add|deploy) /, /: sam deploy /],
  "it needs root, or a daemon that this machine does not have": [/^docker: docker (build|run|exec) /, /^linux: sudo /, /^linux: journalctl /, /^linux: npx pm2 (logs|save)/],
  "it is a program that the tests do not install": [/^nitro: npx botwire emulator /, /^rust: trunk serve$/],
  "it starts a server for a person, and the same server is run in another way": [/^rust-workers: npx wrangler dev$/, /^(rust|index): npx botwire emulator /, /^browser: npm run dev$/],
  "it runs these tests": [/^README: cargo xtask (demo|test)$/],
};

/** The lines that run here. */
const HERE = [/: npx botwire webhook set https:\/\/bot\.example$/, /^linux: npx botwire doctor$/];

const all = [...Object.entries(RUN), ...Object.entries(NOT_RUN), ["here", HERE]];

test("each line is run by a test, or has a reason", () => {
  assert.ok(lines.length > 100, `${lines.length} lines`);
  const matching = (line) => all.filter(([, patterns]) => patterns.some((pattern) => pattern.test(line))).map(([name]) => name);
  assert.deepEqual(lines.map((line) => [line, matching(line)]).filter(([, names]) => names.length !== 1), []);
  const unused = all.flatMap(([, patterns]) => patterns).filter((pattern) => !lines.some((line) => pattern.test(line)));
  assert.deepEqual(unused, []);
  for (const file of Object.keys(RUN)) assert.ok(existsSync(join(root, "js-tests", file)), file);
});

test("the commands of a bot with settings in .env run as copied in a fresh shell", () => withService(async ({ settings }) => {
  const folder = temporary();
  // As npm installs it, with its program.
  const installed = fileURLToPath(new URL(".", import.meta.resolve("botwire/package.json")));
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  symlinkSync(installed, join(folder, "node_modules/botwire"), "junction");
  writeFileSync(join(folder, "node_modules/.bin/botwire"), `#!/bin/sh\nexec node "${installed}command/main.js" "$@"\n`, { mode: 0o755 });
  await writeSettings(join(folder, ".env"), { ...settings, HOOK_PATH: "/hook/a-path-of-random-characters" });
  // A new terminal: none of the variables of this process but these.
  const env = { PATH: [dirname(execPath), process.env.PATH].join(":"), HOME: folder, NO_COLOR: "1", npm_config_update_notifier: "false" };
  const run = async (line) => {
    const { code, printed } = await ran("sh", ["-c", line.replace(/^.*?: /, "")], folder, env);
    return { line, code, printed };
  };
  const here = lines.filter((line) => HERE.some((pattern) => pattern.test(line)));
  assert.equal(here.length, 3);
  for (const line of here.filter((line) => line.includes("webhook set"))) {
    const { code, printed } = await run(line);
    assert.equal(code, 0, printed);
    assert.match(printed, /https:\/\/bot\.example/);
  }
  // A bot that polls, as the page of Linux makes it, has no webhook and no path.
  await fetch(`${settings.SERVICE}/bot${settings.BOT_TOKEN}/deleteWebhook`);
  await writeSettings(join(folder, ".env"), settings);
  const { code, printed } = await run(here.find((line) => line.includes("doctor")));
  assert.equal(code, 0, printed);
}, { allowRemoteWebhooks: true }));
