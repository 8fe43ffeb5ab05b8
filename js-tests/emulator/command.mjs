// The program `botwire` as a process, which ends with its test.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach } from "node:test";
import { fileURLToPath } from "node:url";
import { PATIENCE } from "../support/eventually.mjs";

const COMMAND = fileURLToPath(new URL("command/main.js", import.meta.resolve("botwire/package.json")));
export const TOKEN = "77:secretOfTheBot";
const running = new Set();
afterEach(() => running.forEach((command) => command.kill("SIGKILL")));

/** Starts `botwire emulator`. */
export const run = (...parameters) => botwire(["emulator", ...parameters]);

/** Starts the program. `waitForOutput(pattern)` waits until it has printed a match. */
export function botwire(parameters, options) {
  const command = spawn(process.execPath, [COMMAND, ...parameters], options);
  running.add(command);
  command.once("close", () => running.delete(command));
  command.printed = "";
  for (const stream of [command.stdout, command.stderr]) {
    stream.on("data", (data) => {
      command.printed += data;
      command.emit("output");
    });
  }
  command.waitForOutput = async (pattern) => {
    const patience = { signal: AbortSignal.timeout(PATIENCE) };
    while (!pattern.test(command.printed)) {
      await once(command, "output", patience).catch(() => assert.fail(`no ${pattern} in: ${command.printed}`));
    }
    return pattern.exec(command.printed);
  };
  return command;
}

/** Its exit code. */
export const ended = async (command) => (await once(command, "close", { signal: AbortSignal.timeout(PATIENCE) }))[0];
