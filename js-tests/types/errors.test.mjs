// TypeScript's errors for typical mistakes: errors.mts and bot/errors.mts have mistakes, each with the required start of its error.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const inHere = (name) => fileURLToPath(new URL(name, import.meta.url));
const linesOf = (folder) => readFileSync(inHere(`${folder}errors.mts`), "utf8").split("\n");
/** The expected error of each line, by its number starting at 1. */
const expectedIn = (lines) => new Map(lines.flatMap((line, index) => (line.startsWith("// says: ") ? [[index + 2, line.slice(9)]] : [])));
/** Lines of an error that an editor shows before the reader has to scroll. */
const FIRST_LINES = 4;
/** Errors about overloads begin with two extra lines. */
const OVERLOADS = /^error TS2769/;

/** The most lines of an error of the most frequent mistakes, which are in bot/errors.mts. A type argument takes one more. */
const mostLines = (line) => (line.startsWith("createWebhookHandler<Env>") ? 4 : 3);

/** The errors of a compiler by line, each as its lines. */
function errorsOf(compiler, folder) {
  const { stdout } = spawnSync(process.execPath, [inHere(`../node_modules/${compiler}/bin/tsc`), "--pretty", "false", "-p", inHere(`${folder}errors.json`)], { encoding: "utf8" });
  const errors = new Map();
  let error = [];
  for (const text of stdout.trimEnd().split("\n")) {
    const [, line, start] = text.match(/errors\.mts\((\d+),\d+\): (.*)/) ?? [];
    if (line === undefined) error.push(text);
    else errors.set(Number(line), (error = [start]));
  }
  return errors;
}

for (const compiler of ["typescript", "typescript-6"]) {
  test(`each error of ${compiler} names the fault first`, () => {
    const lines = linesOf("");
    const errors = errorsOf(compiler, "");
    const expected = expectedIn(lines);
    assert.deepEqual([...errors.keys()], [...expected.keys()]);
    for (const [line, text] of expected) {
      const error = errors.get(line);
      const shown = OVERLOADS.test(error[0]) ? error : error.slice(0, FIRST_LINES);
      assert.ok(shown.join("\n").includes(text), `${lines[line - 1]}\n${error.join("\n")}\nmust say: ${text}`);
    }
  });

  test(`${compiler} says the most frequent mistakes of a bot in three lines`, () => {
    const lines = linesOf("bot/");
    const errors = errorsOf(compiler, "bot/");
    const expected = expectedIn(lines);
    assert.deepEqual([...errors.keys()], [...expected.keys()]);
    for (const [line, text] of expected) {
      const error = errors.get(line);
      const most = mostLines(lines[line - 1]);
      assert.ok(error.join("\n").includes(text) && error.length <= most, `${lines[line - 1]}\n${error.join("\n")}\nmust say in ${most} lines: ${text}`);
    }
  });
}
