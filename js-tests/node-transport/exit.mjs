// A program that makes one call and must then exit by itself, while its connection is idle.
// node exit.mjs <base URL> <"close" to close the bot>
import { Bot } from "botwire";

const [, , baseUrl, deed] = process.argv;
const bot = new Bot({ baseUrl, token: "1:TOKEN" });
await bot.getMe();
const ended = performance.now();
if (deed === "close") bot.close();
process.on("exit", () => console.log(JSON.stringify({ after: performance.now() - ended })));
