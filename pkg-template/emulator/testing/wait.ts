// Waits for bots, in real time.

import { checkNames, checkNumber } from "../core/check.js";
import type { World } from "./world.js";

/**
 * Options of functions that wait.
 *
 * @example
 * ```ts
 * const message = await alice.nextMessage({ timeoutMs: 5000 });
 * ```
 */
export interface WaitOptions {
  /** Real milliseconds until the wait fails. Default: 3000. */
  timeoutMs?: number | undefined;
}

/** The longest timer of the platforms. */
const MAX_WAIT_MS = 0x7fffffff;

/** Returns the first value of `look`, or fails with a TimeoutError that ends with the latest log entries. */
export function until<Value>(
  world: World,
  look: () => Value | undefined,
  what: string,
  options: WaitOptions = {},
): Promise<Value> {
  const { timeoutMs = 3000 } = checkNames("wait", options, ["timeoutMs"]);
  const wait = Math.ceil(checkNumber("timeoutMs", timeoutMs));
  checkNumber("timeoutMs", wait, 0, MAX_WAIT_MS);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stop();
      const error = new Error(`${what} within ${wait} ms; ${happened(world)}`);
      error.name = "TimeoutError";
      reject(error);
    }, wait);
    const stop = world.watch(() => {
      try {
        const value = look();
        if (value === undefined) return false;
        resolve(value);
      } catch (error) {
        reject(error);
      }
      clearTimeout(timer);
      return true;
    });
  });
}

function happened(world: World): string {
  let lines: string[];
  try {
    lines = world.recent();
  } catch {
    return "the emulator is closed";
  }
  const log = lines.length === 0 ? "the log is empty" : `the log ends with:\n${lines.map((line) => `  ${line}`).join("\n")}`;
  return world.waiting() + log;
}
