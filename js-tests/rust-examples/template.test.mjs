// The template of a bot with axum: created, tested and run, against this crate.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { answerOf, withFreePorts } from "../create/dev.mjs";
import { built, environment, ran } from "../create/support.mjs";
import { project as emptyProject } from "../packaging/support/project.mjs";
import { root, target } from "../support/target.mjs";

test("rust-axum", async () => {
  // botwire is installed in the folder above.
  const folder = await emptyProject(new URL("../packaging/examples/manifests.test.mjs", import.meta.url));
  const env = environment();
  const made = await ran("node", [join(await built(), "bin.cjs"), "my-bot", "--template", "rust-axum", "--no-install"], folder, env);
  assert.equal(made.code, 0, made.printed);
  const project = join(folder, "my-bot");
  mkdirSync(join(project, ".cargo"));
  // Uses the repository's versions, and with the same profile its compiled dependencies.
  const profiles = readFileSync(join(root, ".cargo/config.toml"), "utf8");
  writeFileSync(join(project, ".cargo/config.toml"), `${profiles}\n[patch.crates-io]\nbotwire = { path = ${JSON.stringify(root)} }\n[build]\nbuild-dir = ${JSON.stringify(target)}\n`);
  cpSync(join(root, "Cargo.lock"), join(project, "Cargo.lock"));
  symlinkSync(join(target, "rust-axum"), join(project, "target"), "junction");
  mkdirSync(join(target, "rust-axum"), { recursive: true });
  // The emulator speaks without TLS, which takes a minute to compile.
  const manifest = join(project, "Cargo.toml");
  writeFileSync(manifest, readFileSync(manifest, "utf8").replace('"reqwest"', '"reqwest-no-tls"'));
  await withFreePorts(project, "package.json");
  const tested = await ran("npm", ["test"], project, env);
  assert.equal(tested.code, 0, tested.printed);
  assert.match(tested.printed, /test result: ok\. 1 passed/);
  // Without the features of the tests, the crate compiles once more. On a slow machine that takes longer than a user waits.
  const compiled = await ran("cargo", ["build"], project, env);
  assert.equal(compiled.code, 0, compiled.printed);
  assert.equal(await answerOf(["npm", "run", "dev"], project, env), "hello");
});
