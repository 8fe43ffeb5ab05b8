// Long polling in Node, which needs no public address. Ctrl+C ends it after the running handlers.
import { Bot, memoryStore, poll } from "botwire";
import { bot as handler } from "./bot.ts";

const { SERVICE = "", BOT_TOKEN = "", ORDERS_CHAT } = process.env;

const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
process.once("SIGTERM", () => stop.abort());

const bot = new Bot({ baseUrl: SERVICE, token: BOT_TOKEN, retry: 3 });
console.log(`${(await bot.getMe()).first_name} is open.`);
await poll(bot, handler(memoryStore()), { env: { ORDERS_CHAT }, signal: stop.signal });
