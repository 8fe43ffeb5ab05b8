// Starts other programs: the runtimes that came as npm packages, and those of npm packages.
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const modules = fileURLToPath(new URL("../node_modules", import.meta.url));
const run = promisify(execFile);

/** Milliseconds after which a program is taken for hung; each takes a few seconds at most on an idle machine. */
const LIMIT = 600_000;

/** Runs a program in a folder, for at most `timeout` milliseconds. Returns its output as `{ stdout, stderr }`; fails with both unless it exits with 0. */
export async function output(program, parameters, folder, environment = {}, { timeout = LIMIT } = {}) {
  const env = { ...process.env, NO_COLOR: "1", ...environment };
  // The test runner's own variable would make a runner inside report to it.
  delete env.NODE_TEST_CONTEXT;
  try {
    return await run(program, parameters, { cwd: folder, env, timeout, killSignal: "SIGKILL", maxBuffer: 1 << 26 });
  } catch (error) {
    // The message contains the standard error.
    throw new Error(`${error.message}\n${error.stdout}`);
  }
}

/** Runs a program and returns the JSON that it printed. Fails if it wrote to stderr. */
export async function printedJson(program, parameters, folder, environment, options) {
  const { stdout, stderr } = await output(program, parameters, folder, environment, options);
  if (stderr !== "") throw new Error(`the program wrote to stderr: ${stderr}`);
  return JSON.parse(stdout);
}

/** A file of an npm package of this folder. */
export const inPackage = (file) => join(modules, file);

const ending = process.platform === "win32" ? ".exe" : "";
// npm installs of these packages only that of this machine. Their install scripts, which copy the program, are not run.
const PROGRAMS = {
  bun: ["@oven", /^bun-/, `bin/bun${ending}`],
  deno: ["@deno", /./, `deno${ending}`],
  node24: [".", /^node-(linux|win)-/, `bin/node${ending}`],
};

/** The program of a runtime; undefined if npm has none for this machine. */
export function runtime(name) {
  const [scope, wanted, file] = PROGRAMS[name];
  const folder = readdirSync(inPackage(scope)).find((entry) => wanted.test(entry));
  return folder && inPackage(join(scope, folder, file));
}
