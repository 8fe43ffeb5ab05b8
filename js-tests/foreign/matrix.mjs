// The libraries whose bots are tested, and the table of the page "Bots in other libraries".
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { root } from "../support/target.mjs";

/** A library: the name on the page, its bot, and the environment of Python. */
export const LIBRARIES = [
  { name: "grammY", version: "1.46", file: "grammy.mjs" },
  { name: "telegraf", version: "4.16", file: "telegraf.mjs" },
  { name: "telegraf", version: "3.21", file: "telegraf-2018.mjs" },
  { name: "gramio", version: "0.10", file: "gramio.mjs" },
  { name: "node-telegram-bot-api", version: "2.1", file: "node-telegram-bot-api.mjs" },
  { name: "node-telegram-bot-api", version: "0.30", file: "node-telegram-bot-api-2018.mjs" },
  { name: "python-telegram-bot", version: "22.8", file: "ptb.py", environment: "today" },
  { name: "python-telegram-bot", version: "10.1", file: "ptb_2018.py", environment: "2018" },
  { name: "aiogram", version: "3.31", file: "aiogram_bot.py", environment: "today" },
  { name: "pyTelegramBotAPI", version: "4.37", file: "telebot_bot.py", environment: "today" },
  { name: "pyTelegramBotAPI", version: "3.6", file: "telebot_bot.py", environment: "2018" },
  { name: "telepot", version: "12.7", file: "telepot_2018.py", environment: "2018" },
];

export const MODES = ["polling", "webhook"];

const PAGE = join(root, "docs/guide/any-bot.md");
const TABLE = /(?<=<!-- tested -->\n)[^]*?(?=<!-- end -->)/;

/** The rows of the table: a cell for each step, with the modes in which it passed. */
export const rowOf = ({ name, version }, passed) => `| ${[`${name} ${version}`, ...passed.map((modes) => (modes.length === MODES.length ? "✓" : modes.join()))].join(" | ")} |`;

/** Returns the rows of the table on the page. */
export const rowsOnPage = () => TABLE.exec(readFileSync(PAGE, "utf8"))[0].trim().split("\n");

/** Writes the table of the page. */
export function writeTable(rows) {
  writeFileSync(PAGE, readFileSync(PAGE, "utf8").replace(TABLE, `${rows.join("\n")}\n`));
}

/** The head of the table. */
export const headOf = (steps) => [`| | ${steps.join(" | ")} |`, `|---${"|:-:".repeat(steps.length)}|`];
