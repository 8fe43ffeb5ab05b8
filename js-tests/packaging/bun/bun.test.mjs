// Bun: the program as it is, and bundled by `bun build`.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { output, runtime, told } from "../support/programs.mjs";
import { holds } from "../support/proof.mjs";
import { filesWith, project } from "../support/project.mjs";

const bun = runtime("bun");
assert.ok(bun, "the npm package bun has no program for this machine");
const folder = await project(import.meta.url);

holds("bun", ({ baseUrl, token }) => told(bun, ["program.mjs", baseUrl, token], folder));

test("bun build: one wasm file and no warning", async () => {
  const { stderr } = await output(bun, ["build", "--target=bun", "--outdir=dist", "program.mjs"], folder);
  assert.equal(stderr, "");
  assert.equal((await filesWith(".wasm", join(folder, "dist"))).length, 1);
});

holds("bun build", ({ baseUrl, token }) => told(bun, ["dist/program.js", baseUrl, token], folder));
