// The examples for Workers: bundled by wrangler with their wrangler.toml, and run in workerd with its bindings.
import assert from "node:assert/strict";
import { readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execPath } from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { modulesFrom } from "../../support/wrangler.mjs";
import { output } from "../support/programs.mjs";
import { filesWith } from "../support/project.mjs";
import { answers } from "./conversation.mjs";
import { examples, json, writeSettings } from "./support.mjs";

const WRANGLER = fileURLToPath(new URL("../../node_modules/wrangler/bin/wrangler.js", import.meta.url));
const NAMES = ["worker", "hono"];

const folder = await examples(import.meta.url, ...NAMES);
await symlink(fileURLToPath(new URL("../../node_modules/miniflare", import.meta.url)), join(folder, "node_modules/miniflare"), "junction");
// Keeps wrangler from checking for updates, sending telemetry, and writing to the home folder.
const quiet = { WRANGLER_HIDE_BANNER: "true", WRANGLER_SEND_METRICS: "false", HOME: folder, XDG_CONFIG_HOME: folder, USERPROFILE: folder };

for (const name of NAMES) {
  answers(`Workers, ${name}`, async ({ SERVICE, ...secrets }) => {
    const home = join(folder, name);
    await writeSettings(join(home, ".env"), { ...secrets, SERVICE });
    const outdir = join(home, "dist");
    const { stderr } = await output(execPath, [WRANGLER, "deploy", "--dry-run", "--outdir", outdir], home, quiet);
    assert.equal(stderr, "");
    const [wasm, ...others] = await filesWith(".wasm", outdir);
    assert.deepEqual(others, []);
    const { workerOptions } = unstable_getMiniflareWorkerOptions(join(home, "wrangler.toml"));
    const worker = new Miniflare({
      ...workerOptions,
      modules: await modulesFrom(outdir, "index.js", wasm),
      modulesRoot: ".",
      host: "127.0.0.1",
      port: 0,
    });
    const { origin } = await worker.ready;
    return { url: origin, close: () => worker.dispose() };
  });
}

for (const name of NAMES) test(`${name}: \`npm test\` runs the worker in workerd, and fails if the bot answers something else`, async () => {
  const home = join(folder, name);
  const { scripts } = await json(home, "package.json");
  const [bundle, run, ...others] = scripts.test.split(" && ").map((line) => line.split(" "));
  assert.deepEqual([bundle[0], run[0], others], ["wrangler", "node", []]);
  await output(execPath, [WRANGLER, ...bundle.slice(1)], home, quiet);
  assert.match((await output(execPath, run.slice(1), home)).stdout, /\bpass 1\b/);
  const file = join(home, run.at(-1));
  await writeFile(file, (await readFile(file, "utf8")).replace(').text, "hello")', ').text, "goodbye")'));
  await assert.rejects(output(execPath, run.slice(1), home), /goodbye/);
});
