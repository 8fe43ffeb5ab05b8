// The README's recipe for tests, with each line of its table in place of the first, run by the runner of that line.
import assert from "node:assert/strict";
import { readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execPath } from "node:process";
import { test } from "node:test";
import { inPackage, output, runtime } from "../support/programs.mjs";
import { project } from "../support/project.mjs";

const readme = await readFile(new URL("../../../README.md", import.meta.url), "utf8");
const [, chapter] = readme.split("\n## Tests without the service\n");
const [, recipe] = /```js\n(.*?)```/s.exec(chapter);
const lines = [...chapter.matchAll(/^\| (\w+) \| `([^`]+)` \| `([^`]+)` \|$/gm)];
const folder = await project(import.meta.url);
// What their users have installed: Deno checks types beside a package.json, and wants Node's.
for (const name of ["vitest", "@types"]) await symlink(inPackage(name), join(folder, "node_modules", name), "junction");

const PROGRAMS = {
  node: [execPath],
  vitest: [execPath, inPackage("vitest/vitest.mjs")],
  bun: [runtime("bun")],
  deno: [runtime("deno")],
};

test("the README has a recipe for each runner", () => {
  assert.deepEqual(lines.map(([, runner]) => runner), ["Node", "Vitest", "Bun", "Deno"]);
  assert.equal(recipe.split("\n")[0], lines[0][2]);
});

for (const [, runner, first, command] of lines) {
  const [name, ...parameters] = command.split(" ");
  const run = async (text) => {
    await writeFile(join(folder, parameters.at(-1)), text.replace(/^.*/, first));
    const [program, ...before] = PROGRAMS[name];
    return output(program, [...before, ...parameters], folder, { DENO_NO_UPDATE_CHECK: "1", CI: "1" });
  };
  test(`the README's recipe for ${runner}: ${command}`, async () => {
    const { stdout, stderr } = await run(recipe);
    assert.match(stdout + stderr, /\b(1 pass(ed)?|pass 1)\b/);
    await assert.rejects(run(recipe.replace('"Hello, Alice"', '"Hello, Bob"')), /Hello, Bob/);
  });
}
