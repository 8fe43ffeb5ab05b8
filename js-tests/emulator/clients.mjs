// The clients of other people, installed into this folder when they are first needed.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
if (!existsSync(`${folder}/node_modules/grammy`)) {
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"], { cwd: folder, stdio: "inherit" });
}

export const grammy = await import("grammy");
export const telegraf = await import("telegraf");
export const plain = await import("node-telegram-bot-api");
