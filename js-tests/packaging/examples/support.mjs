// The folders of `examples/` as users have them: copied, with the packed package and their dependencies installed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { execPath } from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { PATIENCE } from "../../support/eventually.mjs";
import { freePort } from "../../support/serve.mjs";
import { runtime } from "../support/programs.mjs";
import { link, project } from "../support/project.mjs";

/** The examples in the repository. */
export const EXAMPLES = fileURLToPath(new URL("../../../examples", import.meta.url));

/** The folder of js-tests. */
const TESTS = fileURLToPath(new URL("../..", import.meta.url));

/** Packages of the examples other than botwire. */
const PACKAGES = ["@cloudflare/workers-types", "@types", "express", "express-4", "fastify", "hono", "vite", "vitest"];
/** The clients of stores, which all tests share. */
const CLIENTS = ["@upstash", "postgres", "redis"];

/** A project with these examples as folders, and their packages installed. Returns its folder. */
export async function examples(test, ...names) {
  const folder = await project(test);
  await link(folder, PACKAGES);
  await link(folder, CLIENTS, TESTS);
  for (const name of names) await cp(join(EXAMPLES, name), join(folder, name), { recursive: true });
  // With a package.json that names the package, Deno uses the installed version instead of the registry's.
  if (names.includes("deno")) await writeFile(join(folder, "deno/package.json"), JSON.stringify({ dependencies: { botwire: "*" } }));
  return folder;
}

/** The package.json of an example, or another file of JSON. */
export const json = async (...path) => JSON.parse(await readFile(join(...path), "utf8"));

/** Writes settings as a user writes them into `.env`. */
export async function writeSettings(file, settings) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, Object.entries(settings).map(([name, value]) => `${name}=${value}\n`).join(""));
}

const PROGRAMS = {
  node: () => execPath,
  node24: () => runtime("node24"),
  bun: () => runtime("bun"),
  deno: () => runtime("deno"),
};

/** The program and its parameters of a line such as `node --env-file=.env main.ts`. */
export function command(line, program = line.split(" ")[0]) {
  return [PROGRAMS[program](), ...line.split(" ").slice(1)];
}

/** Milliseconds for which a line of a program is waited for, which may compile before. */
const LINE_PATIENCE_MS = 600_000;

/**
 * Starts a program in a folder and waits until it prints a line that matches the pattern, if any. Returns that line,
 * `stop`, which ends the program as Ctrl+C does, the `printed` lines, and its end with all of them.
 */
export async function started([file, ...parameters], cwd, pattern, env = {}) {
  const all = { ...process.env, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", ...env };
  // The test runner's own variable would make a program inside report to it.
  delete all.NODE_TEST_CONTEXT;
  const running = spawn(file, parameters, { cwd, env: all, stdio: ["ignore", "pipe", "pipe"] });
  const printed = [];
  const ended = once(running, "close").then(([code, signal]) => ({ code, signal, printed: printed.join("\n") }));
  const line = new Promise((resolve) => {
    for (const stream of [running.stdout, running.stderr]) {
      createInterface(stream).on("line", (text) => {
        printed.push(text);
        if (pattern?.test(text)) resolve(text);
      });
    }
  });
  const early = ended.then(({ code, printed }) => Promise.reject(new Error(`${file} ended with ${code}: ${printed}`)));
  early.catch(() => {});
  /** Kills the program and says what it has printed, if it does not do this in time. */
  const inTime = async (work, what, ms) => {
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => {
        running.kill("SIGKILL");
        reject(new Error(`${file} ${parameters.join(" ")}: no ${what} after ${ms / 1000} s: ${printed.join("\n")}`));
      }, ms);
    });
    return Promise.race([work, late]).finally(() => clearTimeout(timer));
  };
  return {
    line: pattern && (await inTime(Promise.race([line, early]), pattern, LINE_PATIENCE_MS)),
    ended,
    printed,
    stop: (signal = "SIGINT") => (running.kill(signal), inTime(ended, `end after ${signal}`, PATIENCE)),
  };
}

/**
 * Starts the server of an example by this line, with its settings in `.env`. Returns its URL, and a function that stops
 * it by a signal.
 */
export async function server(folder, settings, line, program) {
  const port = await freePort();
  await writeSettings(join(folder, ".env"), { ...settings, PORT: port });
  const { stop } = await started(command(line, program), folder, new RegExp(`Listening on port ${port}`));
  return { url: `http://127.0.0.1:${port}`, stop };
}
