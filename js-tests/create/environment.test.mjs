// The variables of a worker that `botwire emulator` starts: those of the bot, and nothing of the developer's environment.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execPath } from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { started } from "../packaging/examples/support.mjs";
import { PATIENCE } from "../support/eventually.mjs";
import { freePort } from "../support/serve.mjs";
import { root } from "../support/target.mjs";
import { temporary } from "../support/temporary.mjs";

const PROGRAM = fileURLToPath(new URL("command/main.js", import.meta.resolve("botwire/package.json")));
const WRANGLER = fileURLToPath(new URL("../node_modules/wrangler/bin/wrangler.js", import.meta.url));
const WORKERS = ["worker", "hono", "worker-rust"];

test("a worker gets the three settings and its own [vars], and no variable of the shell", async () => {
  const [folder, service, bot] = [temporary(), await freePort(), await freePort()];
  writeFileSync(join(folder, "worker.js"), "export default { fetch: (request, env) => Response.json(env) };");
  writeFileSync(join(folder, "wrangler.toml"), 'name = "a"\nmain = "worker.js"\ncompatibility_date = "2026-04-01"\n[vars]\nOWN = "of the file"\nHOOK_PATH = "/of/the/file"\n');
  // The settings of the service itself, which must not be used.
  writeFileSync(join(folder, ".env"), "SERVICE=https://service.example\nBOT_TOKEN=1:production\n");
  const env = { DEVELOPER_SECRET: "do not pass on", OWN: "of the shell", HOME: folder, XDG_CONFIG_HOME: folder, WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true", CI: "1" };
  const parameters = ["emulator", "--port", String(service), "--token", "1:ofTheEmulator", "--webhook", `http://127.0.0.1:${bot}/hook/dev`, "--", execPath, WRANGLER, "dev", "--port", String(bot)];
  const { stop } = await started([execPath, PROGRAM, ...parameters], folder, /Ready on/, env);
  try {
    const found = await (await fetch(`http://127.0.0.1:${bot}/`, { signal: AbortSignal.timeout(PATIENCE) })).json();
    assert.deepEqual(found, { SERVICE: `http://127.0.0.1:${service}`, BOT_TOKEN: "1:ofTheEmulator", HOOK_PATH: "/hook/dev", OWN: "of the file" });
  } finally {
    await stop();
  }
});

test("workers are started by wrangler dev, and deployed minified", () => {
  for (const name of WORKERS) {
    const { scripts } = JSON.parse(readFileSync(join(root, "examples", name, "package.json"), "utf8"));
    assert.match(scripts.dev, /^botwire emulator .* -- wrangler dev --port 8787$/);
    assert.match(scripts.deploy, /^wrangler deploy --minify /);
  }
});
