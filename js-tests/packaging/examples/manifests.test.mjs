// The manifests of the examples: the package's version, the versions that the tests use, and one bot for all hosts.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { EXAMPLES, json } from "./support.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const { version } = await json(here, "../../../pkg-template/package.json");
const entries = await readdir(EXAMPLES, { withFileTypes: true });
const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
/** Versions of Next.js and its peers are tested manually: see ../README.md. */
const BY_HAND = { nextjs: ["next", "react", "react-dom", "@types/react", "typescript"] };

const tested = { ...(await json(here, "../../package.json")).devDependencies, ...(await json(here, "../package.json")).devDependencies };
const filesBelow = async (name) => (await readdir(join(EXAMPLES, name), { recursive: true })).filter((file) => !file.includes("node_modules"));

for (const name of names) {
  test(`${name}: it installs this version of botwire, and other packages in versions that were tested`, async () => {
    const files = await filesBelow(name);
    assert.ok(files.includes("README.md") && files.includes(".gitignore"), files.join(", "));
    if (files.includes("package.json")) {
      const { dependencies, devDependencies } = await json(EXAMPLES, name, "package.json");
      const { botwire, ...others } = { ...dependencies, ...devDependencies };
      assert.equal(botwire, `^${version}`);
      for (const [other, range] of Object.entries(others)) {
        // The last of several ranges; the others are for tools that older versions of Node get.
        if (!BY_HAND[name]?.includes(other)) assert.equal(range.split(" || ").at(-1), `^${tested[other]}`, other);
      }
    } else if (files.includes("deno.json")) {
      const { imports } = await json(EXAMPLES, name, "deno.json");
      assert.deepEqual(imports, { botwire: `npm:botwire@^${version}` });
    }
    if (files.includes("Cargo.toml")) {
      const manifest = await readFile(join(EXAMPLES, name, "Cargo.toml"), "utf8");
      const [, asked] = /^botwire = \{ version = "([^"]+)"/m.exec(manifest);
      assert.ok(version.startsWith(`${asked}.`), `${asked} instead of ${version}`);
    }
  });
}

test("the bot is the same on every host", async () => {
  const bots = (await Promise.all(names.map(async (name) => (await filesBelow(name)).map((file) => join(name, file))))).flat();
  // The bot in modules is another one.
  const texts = bots.filter((file) => /\bbot\.ts$/.test(file) && !file.startsWith("modules/")).map((file) => readFile(join(EXAMPLES, file), "utf8"));
  assert.ok(texts.length >= 8);
  assert.equal(new Set(await Promise.all(texts)).size, 1);
});

test("what examples have in common is the same in each", async () => {
  const same = async (...files) => assert.equal(new Set(await Promise.all(files.map((file) => readFile(join(EXAMPLES, file), "utf8")))).size, 1, files.join(", "));
  for (const file of ["counter.ts", "counter.test.ts"]) await same(`node-redis/src/${file}`, `node-postgres/src/${file}`);
  await same(...["node-polling", "vercel", "lambda"].map((name) => `${name}/bot.test.ts`));
  await same("worker/worker.test.mjs", "worker-rust/worker.test.mjs");
});

test("each setting that an example reads is in its example of settings", async () => {
  for (const name of names) {
    const files = await filesBelow(name);
    const settings = files.find((file) => /^\.(env|dev\.vars)\.example$/.test(file));
    if (!settings) continue;
    const vars = files.includes("wrangler.toml") ? await readFile(join(EXAMPLES, name, "wrangler.toml"), "utf8") : "";
    const known = `${await readFile(join(EXAMPLES, name, settings), "utf8")}\n${vars.replaceAll(" = ", "=")}`;
    for (const file of files.filter((file) => /\.(ts|rs)$/.test(file))) {
      const source = await readFile(join(EXAMPLES, name, file), "utf8");
      for (const [setting] of source.matchAll(/\b(SERVICE|BOT_TOKEN|HOOK_PATH|PROVIDER_TOKEN)\b/g)) {
        assert.match(known, new RegExp(`^${setting}=`, "m"), `${name}: ${setting}`);
      }
    }
  }
});

test("the emulator is started so that it is found, with the webhook that the settings name", async () => {
  let started = 0;
  for (const name of names) {
    const [readme, files] = [await readFile(join(EXAMPLES, name, "README.md"), "utf8"), await filesBelow(name)];
    const { scripts, tasks } = files.includes("package.json") ? await json(EXAMPLES, name, "package.json") : files.includes("deno.json") ? await json(EXAMPLES, name, "deno.json") : {};
    const settings = files.includes(".env.example") ? await readFile(join(EXAMPLES, name, ".env.example"), "utf8") : "";
    const [, path] = /^HOOK_PATH=(.*)$/m.exec(settings) ?? [];
    const standard = files.includes("wrangler.toml") ? "8787" : "3000";
    const [, port = standard] = /^PORT=(.*)$/m.exec(settings) ?? [];
    const [inReadme] = /npx .*botwire emulator .*/.exec(readme) ?? [];
    if (inReadme) {
      if (path) assert.ok(inReadme.endsWith(` --webhook http://127.0.0.1:${port}${path}`), `${name}: ${inReadme}`);
      started += 1;
    }
    const dev = scripts?.dev ?? tasks?.dev;
    if (dev?.includes("botwire emulator")) {
      const address = path && `--webhook http://127.0.0.1:${port}${path.slice(0, path.lastIndexOf("/"))}/dev`;
      assert.ok(dev.includes(address ?? " -- "), `${name}: ${dev}`);
      started += 1;
    }
  }
  assert.ok(started >= 15, String(started));
});
