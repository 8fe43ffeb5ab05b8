// The example of a test, with each line of its README's table in place of the first, run by the runner of that line.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execPath } from "node:process";
import { test } from "node:test";
import { inPackage, output, runtime } from "../support/programs.mjs";
import { examples } from "./support.mjs";

const folder = join(await examples(import.meta.url, "testing"), "testing");
const readme = await readFile(join(folder, "README.md"), "utf8");
const recipe = await readFile(join(folder, "bot.test.mjs"), "utf8");
const lines = [...readme.matchAll(/^\| (\w+) \| `([^`]+)` \| `([^`]+)` \|$/gm)];

const PROGRAMS = {
  node: [execPath],
  vitest: [execPath, inPackage("vitest/vitest.mjs")],
  bun: [runtime("bun")],
  deno: [runtime("deno")],
};

test("the README has a line for each runner", () => {
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
  test(`the test of a bot by ${runner}: ${command}`, async () => {
    const { stdout, stderr } = await run(recipe);
    assert.match(stdout + stderr, /\b(1 pass(ed)?|pass 1)\b/);
    await assert.rejects(run(recipe.replace('"Hello, Alice"', '"Hello, Bob"')), /Hello, Bob/);
  });
}
