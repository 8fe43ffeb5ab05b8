// `create-botwire` as its users run it: packed, and started as a program.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, dirname, join } from "node:path";
import { execPath } from "node:process";
import { output, runtime } from "../packaging/support/programs.mjs";
import { root } from "../support/target.mjs";
import { temporary } from "../support/temporary.mjs";

/** The package, built anew. Returns its folder. */
export async function built() {
  const folder = temporary();
  await output(execPath, [join(root, "create-botwire/build.mjs"), folder], root);
  return folder;
}

/** The environment of a program: `node` is this Node, or one that runs TypeScript, with the programs of Deno and Bun. */
export function environment(more = {}, isNewest = false) {
  const programs = [isNewest ? runtime("node24") : execPath, runtime("deno"), runtime("bun")];
  const env = { ...process.env, NO_COLOR: "1", BROWSER: "none", DENO_NO_UPDATE_CHECK: "1", ...more };
  env.PATH = [...programs.filter(Boolean).map((program) => dirname(program)), process.env.PATH].join(delimiter);
  // The runner's own variable would make a runner inside report to it.
  delete env.NODE_TEST_CONTEXT;
  return env;
}

/** Runs a program to its end. Returns its code and all that it printed. */
export async function ran(program, parameters, cwd, env = environment(), input = "") {
  const running = spawn(program, parameters, { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [running.stdout, running.stderr]) stream.on("data", (data) => (printed += data));
  running.stdin.end(input);
  const [code] = await once(running, "close");
  return { code, printed };
}
