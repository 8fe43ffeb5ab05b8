// A folder below target, in which the blocks of the documentation are compiled as a user's files.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root, target } from "../support/target.mjs";

export const made = join(target, "docs-samples");

/** The packages that blocks import, and where they are installed. */
const PACKAGES = {
  botwire: "js-tests/node_modules/botwire",
  "@types/node": "js-tests/node_modules/@types/node",
  "@opentelemetry/api": "js-tests/node_modules/@opentelemetry/api",
  "@opentelemetry/sdk-trace-base": "js-tests/node_modules/@opentelemetry/sdk-trace-base",
  redis: "js-tests/node_modules/redis",
  postgres: "js-tests/node_modules/postgres",
  grammy: "js-tests/emulator/node_modules/grammy",
  telegraf: "js-tests/emulator/node_modules/telegraf",
  "node-telegram-bot-api": "js-tests/emulator/node_modules/node-telegram-bot-api",
};

/** An empty project, with the packages. Returns its folder. */
export function project(name) {
  const folder = join(made, name);
  rmSync(folder, { recursive: true, force: true });
  for (const [name, place] of Object.entries(PACKAGES)) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, place), link, "junction");
  }
  put(folder, "package.json", JSON.stringify({ type: "module", private: true }));
  return folder;
}

/** Writes a file of a project. Returns its path. */
export function put(folder, name, text) {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}
