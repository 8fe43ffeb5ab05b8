// Bun: the program unbundled, and bundled by `bun build`, also as a classic script for a page.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { inChromium } from "../support/page.mjs";
import { record, TOKEN } from "../../support/recorder.mjs";
import { output, runtime, printedJson } from "../support/programs.mjs";
import { holds } from "../support/proof.mjs";
import { filesWith, project } from "../support/project.mjs";
import { site } from "../support/site.mjs";
import { uploads } from "../support/uploads.mjs";

const bun = runtime("bun");
assert.ok(bun, "the npm package bun has no program for this machine");
const folder = await project(import.meta.url);
const { url } = await site(folder);

holds("bun", ({ baseUrl, token }) => printedJson(bun, ["program.mjs", baseUrl, token], folder));
uploads("bun", ({ baseUrl, token }) => printedJson(bun, ["uploads.mjs", baseUrl, token], folder));

test("bun build: one wasm file and no warning", async () => {
  const { stderr } = await output(bun, ["build", "--target=bun", "--outdir=dist", "program.mjs"], folder);
  assert.equal(stderr, "");
  assert.equal((await filesWith(".wasm", join(folder, "dist"))).length, 1);
});

holds("bun build", ({ baseUrl, token }) => printedJson(bun, ["dist/program.js", baseUrl, token], folder));

holds("bun build, script for a page", async (at) => {
  const { stderr } = await output(bun, ["build", "--target=browser", "--format=iife", "--outfile=page.js", "page.mjs"], folder);
  assert.equal(stderr, "");
  await writeFile(join(folder, "script.html"), '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script defer src="./page.js"></script>');
  return inChromium(`${url}/script.html`)(at);
});

test("Bun: a file that does not exist is an error, with progress and without", async () => {
  const service = await record();
  try {
    for (const how of ["quiet", "progress"]) {
      assert.match(await printedJson(bun, ["missing.mjs", service.baseUrl, TOKEN, how], folder), /^sendDocument: .*ENOENT/);
    }
    assert.equal(service.requests.length, 0);
  } finally {
    await service.close();
  }
});

test("Bun: users see the name of a Bun.file without its folders", async () => {
  const service = await record();
  try {
    await printedJson(bun, ["upload.mjs", service.baseUrl, TOKEN], folder);
    const { name, bytes } = service.only.params.document;
    assert.deepEqual([name, `${bytes}`.includes("Bun.file")], ["upload.mjs", true]);
  } finally {
    await service.close();
  }
});
