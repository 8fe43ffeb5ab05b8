// A client from PyPI for the tests, in a folder of `target`.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { target } from "../support/target.mjs";

const CLIENT = "python-telegram-bot==22.8";
const folder = join(target, "python", CLIENT);

/** The folder of the client; installs it at the first use. Undefined without Python and pip. */
export function pythonClient() {
  try {
    if (!existsSync(folder)) execFileSync("python3", ["-m", "pip", "install", "--quiet", "--target", folder, CLIENT], { stdio: "ignore" });
    return folder;
  } catch {
    return undefined;
  }
}
