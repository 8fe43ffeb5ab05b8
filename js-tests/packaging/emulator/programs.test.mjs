// The emulator in Node, Deno (with leave to read and for nothing else) and Bun, also bundled by `bun build`.
import { execPath } from "node:process";
import { converses } from "../support/conversation.mjs";
import { output, runtime, told } from "../support/programs.mjs";
import { project } from "../support/project.mjs";

const folder = await project(import.meta.url);

converses("node", () => told(execPath, ["program.mjs"], folder));
converses("deno", () => told(runtime("deno"), ["run", "--no-prompt", "--allow-read", "program.mjs"], folder, { DENO_NO_UPDATE_CHECK: "1" }));
converses("bun", () => told(runtime("bun"), ["program.mjs"], folder));
converses("bun build", async () => {
  await output(runtime("bun"), ["build", "--target=bun", "--outdir=dist", "program.mjs"], folder);
  return told(runtime("bun"), ["dist/program.js"], folder);
});
