// Deno, with permission for the network only.
import assert from "node:assert/strict";
import { runtime, printedJson } from "../support/programs.mjs";
import { holds } from "../support/proof.mjs";
import { project } from "../support/project.mjs";
import { uploads } from "../support/uploads.mjs";

const deno = runtime("deno");
assert.ok(deno, "the npm package deno has no program for this machine");
const folder = await project(import.meta.url);

const run = (program) => ({ baseUrl, token }) =>
  printedJson(deno, ["run", "--no-prompt", `--allow-net=${new URL(baseUrl).host}`, program, baseUrl, token], folder, { DENO_NO_UPDATE_CHECK: "1" });

holds("deno", run("program.mjs"));
uploads("deno", run("uploads.mjs"));
