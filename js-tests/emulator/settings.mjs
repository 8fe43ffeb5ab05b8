// Commands of `botwire` with the settings of an emulator, and only these.

import assert from "node:assert/strict";

import { botwire } from "./command.mjs";
import { temporary } from "../support/temporary.mjs";

export const HOOK_PATH = "/hook/k3JxQ7vLr2Zb8TfWm5Yc";

/** The environment of a program without settings of a bot. */
export function environment(settings = {}) {
  const env = { ...process.env, NO_COLOR: "1", ...settings };
  for (const name of ["SERVICE", "BOT_TOKEN", "HOOK_PATH"]) if (!(name in settings)) delete env[name];
  // The test runner's own variable would make a program inside report to it.
  delete env.NODE_TEST_CONTEXT;
  return env;
}

/** Runs a command to its end in a folder. Returns its exit code and what it printed, which never has the token. */
export async function ran(parameters, settings, cwd = temporary()) {
  const command = botwire(parameters, { cwd, env: environment(settings) });
  const code = await new Promise((resolve) => command.once("close", resolve));
  const secret = /:(.+)/.exec(settings?.BOT_TOKEN ?? "")?.[1];
  if (secret) assert.ok(!command.printed.includes(secret), command.printed);
  return { code, printed: command.printed };
}
