// The libraries, the steps that their bots go through, and what does not work in this version: the table of the page
// "Bots in other libraries".

/** A library: the name on the page, its bot, and the environment of Python. */
export const LIBRARIES = [
  { name: "grammY", version: "1.46", file: "grammy.mjs" },
  { name: "telegraf", version: "4.16", file: "telegraf.mjs" },
  { name: "gramio", version: "0.10", file: "gramio.mjs" },
  { name: "node-telegram-bot-api", version: "2.1", file: "node-telegram-bot-api.mjs" },
  { name: "python-telegram-bot", version: "22.8", file: "ptb.py", environment: "today" },
  { name: "aiogram", version: "3.31", file: "aiogram_bot.py", environment: "today" },
  { name: "pyTelegramBotAPI", version: "4.37", file: "telebot_bot.py", environment: "today" },
  { name: "telegraf", version: "3.21 (2018)", file: "telegraf-2018.mjs", modes: ["polling"] },
];

/** Cells that do not work: the library with its version, how it receives updates, the step, and why. */
export const NOT_IN_THIS_VERSION = [];
