// The programs of Python with the libraries of `requirements*.txt`, each in a virtual environment of its own.
// `cargo xtask test foreign` makes them; see `xtask/src/setup/python.rs`.
import { existsSync } from "node:fs";
import { join } from "node:path";

import { target } from "../support/target.mjs";

/** Returns the program of an environment: `today`, `2018` or `tools`. Undefined if it was not made. */
export function python(environment) {
  const program = join(target, "xtask/python", environment, process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
  return existsSync(program) ? program : undefined;
}
