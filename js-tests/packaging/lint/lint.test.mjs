// Public checkers find no problem in the tarball and its contents.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { execPath } from "node:process";
import { test } from "node:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { publint } from "publint";
import { inPackage, output } from "../support/programs.mjs";
import { filesWith, pack, project } from "../support/project.mjs";

const folder = await project(import.meta.url);
const tarball = await pack(folder);

test("publint", async () => {
  const { buffer } = Uint8Array.from(await readFile(tarball));
  const { messages } = await publint({ pack: { tarball: buffer }, level: "suggestion", strict: true });
  assert.deepEqual(messages, []);
});

test("are the types wrong?", async () => {
  const { stdout } = await output(execPath, [inPackage("@arethetypeswrong/cli/dist/index.js"), tarball, "--no-color"], folder);
  assert.match(stdout, /No problems found/);
});

test("openapi.json is OpenAPI 3.1", async () => {
  const text = await readFile(join(folder, "node_modules/botwire/openapi.json"), "utf8");
  const validator = new Validator();
  const { valid, errors } = await validator.validate(JSON.parse(text));
  assert.deepEqual({ valid, errors }, { valid: true, errors: undefined });
  assert.equal(validator.version, "3.1");
});

test("no file names the folder that it was built in", async () => {
  const installed = join(folder, "node_modules/botwire");
  const files = (await Promise.all([".js", ".cjs"].map((ending) => filesWith(ending, installed)))).flat();
  assert.ok(files.length > 50);
  for (const file of files) assert.doesNotMatch(await readFile(join(installed, file), "utf8"), /pkg-build|node_modules\/botwire\//, file);
});
