// `npx botwire` in a folder without a package, against a registry with the packed tarball.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { registryOf } from "../../create/registry.mjs";
import { temporary } from "../../support/temporary.mjs";
import { output } from "../support/programs.mjs";
import { manifest, pack, project } from "../support/project.mjs";

const folder = await project(import.meta.url);
const NPX = process.platform === "win32" ? ["cmd", "/c", "npx"] : ["npx"];

test("npx botwire, without a project, is the program of the package", async () => {
  const [empty, packed] = [temporary(), temporary()];
  const registry = await registryOf([await pack(packed)]);
  try {
    const env = { npm_config_registry: registry.url, npm_config_cache: join(packed, "cache"), npm_config_update_notifier: "false" };
    const npx = async (...parameters) => (await output(NPX[0], [...NPX.slice(1), "--yes", "botwire", ...parameters], empty, env)).stdout;
    const list = await npx();
    assert.match(list, /^Usage: botwire <command> \[options\]\n/);
    assert.match(await npx("emulator", "--help"), /^Usage: botwire emulator \[options\]/);
    assert.equal(await npx("--version"), `${(await manifest(folder)).version}\n`);
    assert.deepEqual(readdirSync(empty), []);
  } finally {
    await registry.close();
  }
});

test("the package has one program, which npx finds by its name", async () => {
  assert.deepEqual(Object.keys((await manifest(folder)).bin), ["botwire"]);
});
