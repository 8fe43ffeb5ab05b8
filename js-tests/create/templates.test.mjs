// Every template in both languages: created, installed with the packed package and its dependencies, tested and run.
import assert from "node:assert/strict";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { examples } from "../packaging/examples/support.mjs";
import { runtime } from "../packaging/support/programs.mjs";
import { postgres, redis } from "../support/databases.mjs";
import { answerOf, withFreePorts } from "./dev.mjs";
import { built, environment, ran } from "./support.mjs";

// Packages of the examples, in the folder above the projects; npm finds their programs there, too.
const folder = await examples(new URL("../packaging/examples/manifests.test.mjs", import.meta.url));
const modules = fileURLToPath(new URL("../node_modules", import.meta.url));
symlinkSync(join(modules, "miniflare"), join(folder, "node_modules/miniflare"), "junction");
symlinkSync(join(modules, "wrangler"), join(folder, "node_modules/wrangler"), "junction");
symlinkSync(join(modules, ".bin/wrangler"), join(folder, "node_modules/.bin/wrangler"));
symlinkSync(join(modules, ".bin/esbuild"), join(folder, "node_modules/.bin/esbuild"));
symlinkSync(join(modules, ".bin/tsc"), join(folder, "node_modules/.bin/tsc"));
const bin = join(await built(), "bin.cjs");
// Keeps wrangler from checking for updates, sending telemetry, and writing to the home folder.
const QUIET = { WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true", XDG_CONFIG_HOME: join(folder, "home"), CI: "1" };

const NODE_TS = runtime("node24") ? {} : { skip: "npm has no Node that runs TypeScript for this machine" };
const npm = { file: "package.json", dev: ["npm", "run", "dev"], test: ["npm", "test"] };
const deno = { file: "deno.json", dev: ["deno", "task", "dev"], test: ["deno", "task", "test"] };
const TEMPLATES = [
  { template: "node", ...npm },
  { template: "node", store: "redis", answer: /^Message \d+$/, env: { REDIS_URL: redis.url }, options: redis.options, ...npm },
  { template: "node", store: "postgres", answer: /^Message \d+$/, env: { DATABASE_URL: postgres.url }, options: postgres.options, ...npm },
  { template: "worker", ...npm },
  { template: "hono", ...npm },
  { template: "deno", ...deno },
  { template: "bun", ...npm },
  { template: "vercel", ...npm },
  { template: "lambda", ...npm },
];

for (const { template, store, answer = /^hello$/, env: more = {}, options = {}, file, dev, test: testing } of TEMPLATES) {
  for (const language of ["ts", "js"]) {
    const isOnNode = ["node", "vercel", "lambda"].includes(template);
    const needed = isOnNode && language === "ts" ? { ...NODE_TS, ...options } : options;
    test(`${template}${store ? ` with ${store}` : ""}, ${language}`, needed, async () => {
      const env = environment({ ...QUIET, ...more }, isOnNode && language === "ts");
      const name = `my-${template}-${store ?? "bot"}-${language}`;
      const made = await ran("node", [bin, name, "--template", template, "--language", language, "--no-install", ...(store ? ["--store", store] : [])], folder, env);
      assert.equal(made.code, 0, made.printed);
      const project = join(folder, name);
      if (file === "deno.json") inDeno(project);
      await withFreePorts(project, file);

      const tested = await ran(...split(testing), project, env);
      assert.equal(tested.code, 0, tested.printed);
      assert.match(tested.printed, /\b(1 pass(ed)?|pass 1)\b/);
      if (language === "ts" && file === "package.json") {
        const checked = await ran("npm", ["run", "check"], project, env);
        assert.equal(checked.code, 0, checked.printed);
      }
      assert.match(await answerOf(dev, project, env), answer);
    });
  }
}

const split = ([program, ...parameters]) => [program, parameters];

/** With a package.json that names the package, Deno uses the installed version instead of the registry's. */
function inDeno(project) {
  writeFileSync(join(project, "package.json"), JSON.stringify({ dependencies: { "@types/node": "*", botwire: "*" } }));
  const path = join(project, "deno.json");
  writeFileSync(path, readFileSync(path, "utf8").replace("npm:botwire emulator", "../node_modules/botwire/command/main.js emulator"));
}
