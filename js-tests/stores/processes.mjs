// Processes of a bot that share a store.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { runtime } from "../packaging/support/programs.mjs";
import { postgres, redis } from "../support/databases.mjs";
import { PATIENCE } from "../support/eventually.mjs";
import { temporary } from "../support/temporary.mjs";

const program = fileURLToPath(new URL("process-program.mjs", import.meta.url));
const folder = temporary();

/** The arguments of the program and the options of the tests, by name. */
export const SHARED = {
  Redis: { kind: "redis", url: redis.url, options: redis.options },
  "PostgreSQL with a pool of 3": { kind: "postgres", url: postgres.url, options: postgres.options },
  SQLite: { kind: "sqlite", url: join(folder, "bot.db"), options: { skip: !runtime("node24") && "npm has no Node 24 for this machine" } },
};

/** The order across processes is not that of the updates. */
export const DENO_KV = { kind: "deno-kv", url: join(folder, "bot.kv"), options: { skip: !runtime("deno") && "npm has no Deno for this machine" } };

const RUNNERS = { sqlite: [runtime("node24"), "--no-warnings"], "deno-kv": [runtime("deno"), "run", "--quiet", "--allow-all", "--unstable-kv"] };

let bots = Date.now() % 1_000_000_000;
/** The token of a bot that is new to the store. */
export const newToken = () => `${++bots}:secret-of-the-bot`;

/** Starts a process of the package, or of another program that writes the same lines, which calls `onLine` with each line; it is killed at the end of the test. */
export async function start(context, onLine, { kind, url, program: other }, options) {
  const [runner, ...parameters] = other ? [other] : [...(RUNNERS[kind] ?? [process.execPath, "--no-warnings"]), program];
  const child = spawn(runner, [...parameters, JSON.stringify({ kind, url, ...options })], { stdio: ["pipe", "pipe", "inherit"] });
  context.after(() => child.kill("SIGKILL"));
  child.stdin.on("error", () => {}); // It may have been killed.
  const output = createInterface({ input: child.stdout });
  const first = new AbortController();
  child.once("exit", (code, signal) => first.abort(new Error(`the process ended before its first line: ${code ?? signal}`)));
  const signal = AbortSignal.any([first.signal, AbortSignal.timeout(PATIENCE)]);
  await once(output, "line", { signal }).catch((error) => assert.fail(`${kind}: ${error.cause?.message ?? error.message}`));
  output.on("line", onLine);
  return child;
}

/** Delivers an update to a process; the text is the time of its handler in milliseconds, or "hang". */
export function deliver(child, update_id, text = "0", chat = 1) {
  child.stdin.write(`${JSON.stringify({ update_id, message: { message_id: 1, date: 1, chat: { id: chat, type: "private" }, text } })}\n`);
}
