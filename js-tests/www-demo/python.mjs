// A client from PyPI for the tests, in a folder of `target`.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { target } from "../support/target.mjs";

const CLIENT = "python-telegram-bot==22.8";
const folder = join(target, "python", CLIENT);

/** Where the client is; installs it at the first time. Undefined where there is no Python with pip. */
export function pythonClient() {
  try {
    if (!existsSync(folder)) execFileSync("python3", ["-m", "pip", "install", "--quiet", "--target", folder, CLIENT], { stdio: "ignore" });
    return folder;
  } catch {
    return undefined;
  }
}
