// The page about the program: its commands, options and checks are those of the program.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { root } from "../support/target.mjs";

const PROGRAM = fileURLToPath(new URL("command/main.js", import.meta.resolve("botwire/package.json")));
const page = readFileSync(join(root, "docs/guide/command.md"), "utf8");
const help = (...parameters) => execFileSync(process.execPath, [PROGRAM, ...parameters, "--help"], { encoding: "utf8" });
const options = (text) => new Set([...text.matchAll(/--([a-z]+(?:-[a-z]+)*)/g)].map(([, name]) => name));

test("the page names every command and every option", () => {
  const commands = [...help().matchAll(/^ {2}(\w+) /gm)].map(([, name]) => name);
  assert.deepEqual(commands, ["emulator", "webhook", "doctor"]);
  for (const name of commands) assert.ok(page.includes(`npx botwire ${name}`), name);
  for (const name of ["webhook", "doctor"]) {
    const missing = [...options(help(name))].filter((option) => option !== "help" && !page.includes(`--${option}`));
    assert.deepEqual(missing, [], name);
  }
  const known = new Set(["webhook", "doctor", "emulator"].flatMap((name) => [...options(help(name))]));
  const unknown = [...options(page)].filter((option) => !known.has(option));
  assert.deepEqual(unknown, []);
});
