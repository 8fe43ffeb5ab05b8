// The package's other entries: botwire/init with botwire/botwire.wasm, the schemas, the emulator.
import assert from "node:assert/strict";
import { execPath } from "node:process";
import { test } from "node:test";
import { methods } from "../../support/spec.mjs";
import { printedJson } from "../support/programs.mjs";
import { holds } from "../support/proof.mjs";
import { manifest, project } from "../support/project.mjs";

const folder = await project(import.meta.url);

holds("botwire/init, import", ({ baseUrl, token }) => printedJson(execPath, ["init.mjs", baseUrl, token], folder));
holds("botwire/init, require", ({ baseUrl, token }) => printedJson(execPath, ["init.cjs", baseUrl, token], folder));

test("the schemas and the emulator, imported and required", async () => {
  const { version } = await manifest(folder);
  const { length } = Object.keys(methods);
  assert.deepEqual(await printedJson(execPath, ["others.mjs"], folder), {
    methods: [length, length],
    openapi: ["3.1.0", "3.1.0"],
    emulator: [true, true],
    version,
  });
});
