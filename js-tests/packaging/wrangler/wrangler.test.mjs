// The bundle of `wrangler deploy` without configuration, minified and not, started in workerd.
import assert from "node:assert/strict";
import { join } from "node:path";
import { execPath } from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Miniflare } from "miniflare";
import { COMPATIBILITY_DATE, modulesFrom } from "../../support/wrangler.mjs";
import { output } from "../support/programs.mjs";
import { holdsIn } from "../support/proof.mjs";
import { filesWith, project } from "../support/project.mjs";

const WRANGLER = fileURLToPath(new URL("../../node_modules/wrangler/bin/wrangler.js", import.meta.url));

const folder = await project(import.meta.url);
// Keeps wrangler from checking for updates, sending telemetry, and writing to the home folder.
const quiet = { WRANGLER_HIDE_BANNER: "true", WRANGLER_SEND_METRICS: "false", HOME: folder, XDG_CONFIG_HOME: folder, USERPROFILE: folder };

for (const [name, options] of Object.entries({ "wrangler": [], "wrangler, minified": ["--minify"] })) {
  const outdir = join(folder, name);
  const parameters = ["deploy", "edge.mjs", "--dry-run", "--outdir", outdir, "--name=bot", "--compatibility-date", COMPATIBILITY_DATE, ...options];
  const { stdout, stderr } = await output(execPath, [WRANGLER, ...parameters], folder, quiet);
  const [wasm, ...others] = await filesWith(".wasm", outdir);

  test(`${name}: one wasm file, and no warning`, () => {
    assert.deepEqual([others, stderr], [[], ""]);
    assert.doesNotMatch(stdout, /warn/i);
  });

  const worker = new Miniflare({
    modules: await modulesFrom(outdir, "edge.js", wasm),
    modulesRoot: ".",
    compatibilityDate: COMPATIBILITY_DATE,
    host: "127.0.0.1",
    port: 0,
  });
  holdsIn(name, worker);
}
