// The commands of CONTRIBUTING.md run tests. Those of cargo, which would compile for minutes, name tests that there are.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { root } from "../support/target.mjs";

const page = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
const lines = [...page.matchAll(/```console\n([^]*?)```/g)].flatMap(([, block]) => block.split("\n")).map((line) => line.replace(/\s+#.*/, "").trim()).filter(Boolean);
const commands = [...lines, ...[...page.matchAll(/`((?:UPDATE=1 )?cargo xtask test [^`]+)`/g)].map(([, command]) => command)];
/** The words of a command, of which the last ones may be quoted. */
const wordsOf = (command) => [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain);
const sourcesBelow = (folder) => readdirSync(folder, { recursive: true }).filter((file) => /\.(mjs|rs)$/.test(file) && !file.includes("node_modules"));

/** Whether `cargo xtask test` with these words finds a suite, a file of it and a test. */
function isFound([suite, file, name]) {
  const isInRust = suite === "native" || suite === "browser";
  const folders = isInRust ? ["tests"] : readdirSync(join(root, "js-tests")).filter((folder) => folder.includes(suite)).map((folder) => `js-tests/${folder}`);
  const files = folders.flatMap((folder) => sourcesBelow(join(root, folder)).map((path) => join(folder, path)));
  const chosen = files.filter((path) => file === undefined || path.includes(file));
  const text = isInRust ? name?.replaceAll(" ", "_") : name;
  return chosen.some((path) => text === undefined || readFileSync(join(root, path), "utf8").includes(text));
}

describe("each command finds what it names", () => {
  for (const command of commands) {
    const [program, ...words] = wordsOf(command.replace(/^UPDATE=1 /, ""));
    if (program === "cd") test(command, () => assert.ok(existsSync(join(root, words[0]))));
    else if (program === "npm") {
      test(command, () => {
        const parts = words.slice(2).filter((word) => word !== "--watch");
        const env = { ...process.env };
        delete env.NODE_TEST_CONTEXT;
        const { status, stdout, stderr } = spawnSync(process.execPath, ["run.mjs", "--installed", ...parts], { cwd: join(root, "js-tests"), encoding: "utf8", env });
        assert.equal(status, 0, stdout.slice(-2000) + stderr);
      });
    } else if (words[0] === "test") test(command, () => assert.ok(words.includes("--test") && existsSync(join(root, "tests", words.at(-1)))));
    else if (words[1] === "test" && words.length > 2) test(command, () => assert.ok(isFound(words.slice(2))));
    else if (program === "wasm-pack") test(command, () => assert.ok(words.flatMap((word, index) => (word === "--test" ? [words[index + 1]] : [])).every((name) => existsSync(join(root, "tests", name, "main.rs")))));
    else test(command, () => assert.match(readFileSync(join(root, "xtask/src/main.rs"), "utf8"), new RegExp(`\\["${words[1]}"`)));
  }
});

test("a run without a test fails and says so", () => {
  const env = { ...process.env };
  delete env.NODE_TEST_CONTEXT;
  const { status, stderr } = spawnSync(process.execPath, ["run.mjs", "--installed", "calls/kinds", "--name", "no test is called like this"], { cwd: join(root, "js-tests"), encoding: "utf8", env });
  assert.equal(status, 1);
  assert.match(stderr, /No test with a name like "no test is called like this" ran in calls\/kinds\.test\.mjs/);
});
