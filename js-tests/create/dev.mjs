// Runs a project: `npm run dev` and a user who writes, `npm test`.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { eventually } from "../support/eventually.mjs";
import { freePort } from "../support/serve.mjs";

/** The line that a bot prints when it is ready. */
const READY = /Listening on port|is polling\.|Ready on/;

/** Replaces the ports in a project's commands with free ones, because other tests run at the same time. */
export async function withFreePorts(folder, file) {
  const [service, bot] = [await freePort(), await freePort()];
  const path = join(folder, file);
  const text = readFileSync(path, "utf8").replaceAll("--open", `--open --port ${service}`).replaceAll(/\b(8080|8787|3000)\b/g, String(bot));
  writeFileSync(path, text);
}

/** Runs the command that starts bot and emulator, sends `hello` as a user, and ends it as Ctrl+C does. Returns the bot's answer. */
export async function answerOf([program, ...parameters], folder, env) {
  // A separate process group, as in a terminal.
  const running = spawn(program, parameters, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const printed = [];
  const closed = once(running, "close");
  for (const stream of [running.stdout, running.stderr]) createInterface(stream).on("line", (line) => printed.push(line));
  const isRunning = () => running.exitCode === null && running.signalCode === null;
  // Without a limit of its own: `cargo run` may wait for another cargo, or compile.
  const seen = async (pattern) => {
    while (!printed.some((line) => pattern.test(line))) {
      assert.ok(isRunning(), `${program} ended by itself: ${printed.join("\n")}`);
      await setTimeout(50);
    }
  };
  try {
    await seen(/^base URL/);
    await seen(READY);
    const url = /^base URL +(\S+)/m.exec(printed.join("\n"))[1];
    const studio = await fetch(`${url}/`);
    assert.match(await studio.text(), /<title>/);
    assert.equal((await fetch(`${url}/user/write`, { method: "POST", body: "hello" })).status, 200);
    let answer;
    await eventually(async () => {
      const { result } = await (await fetch(`${url}/user/messages`)).json();
      answer = result.find(({ from }) => from?.is_bot)?.text;
      return answer !== undefined;
    }, true, printed);
    return answer;
  } finally {
    if (isRunning()) process.kill(-running.pid, "SIGINT");
    // All that it started has ended, too: they have its output.
    await closed;
  }
}
