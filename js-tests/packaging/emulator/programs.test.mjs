// The emulator in Node, Deno (with permission to read only) and Bun, also bundled by `bun build`.
import assert from "node:assert/strict";
import { join } from "node:path";
import { execPath } from "node:process";
import { test } from "node:test";
import { converses } from "../support/conversation.mjs";
import { output, runtime, printedJson } from "../support/programs.mjs";
import { project } from "../support/project.mjs";

const folder = await project(import.meta.url);

converses("node", () => printedJson(execPath, ["program.mjs"], folder));
converses("deno", () => printedJson(runtime("deno"), ["run", "--no-prompt", "--allow-read", "program.mjs"], folder, { DENO_NO_UPDATE_CHECK: "1" }));
converses("bun", () => printedJson(runtime("bun"), ["program.mjs"], folder));
converses("bun build", async () => {
  await output(runtime("bun"), ["build", "--target=bun", "--outdir=dist", "program.mjs"], folder);
  return printedJson(runtime("bun"), ["dist/program.js"], folder);
});

test("the program, as npx finds it", async () => {
  const command = join(folder, "node_modules/.bin/botwire");
  const [program, ...parameters] = process.platform === "win32" ? ["cmd", "/c", command, "emulator", "--help"] : [command, "emulator", "--help"];
  assert.match((await output(program, parameters, folder)).stdout, /--port <number>/);
});
