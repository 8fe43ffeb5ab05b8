// Sends one text to many chats: `node main.ts chats.txt "The text"`. The file has one identifier per line.
// A second run continues where the first one ended. The file chats.txt.cursor stores the position.
import { readFile, rm, writeFile } from "node:fs/promises";
import { Bot, broadcast, call } from "botwire";

const { SERVICE = "", BOT_TOKEN = "" } = process.env;
const [file, text] = process.argv.slice(2);
if (!file || !text) throw new Error('Start with: node main.ts chats.txt "The text"');

const stop = new AbortController();
process.once("SIGINT", () => stop.abort());

const chats = (await readFile(file, "utf8")).split("\n").filter(Boolean).map(Number);
const cursorFile = `${file}.cursor`;
const start = Number(await readFile(cursorFile, "utf8").catch(() => "0"));

const bot = new Bot({ baseUrl: SERVICE, token: BOT_TOKEN });
const count = { sent: 0, moved: 0, blocked: 0, failed: 0 };
const make = (chat_id: number) => call.sendMessage({ chat_id, text });
for await (const { chat_id, status, cursor } of broadcast(bot, chats, make, { cursor: start, signal: stop.signal })) {
  count[status] += 1;
  if (status === "blocked" || status === "failed") console.log(`${chat_id}: ${status}`);
  await writeFile(cursorFile, String(cursor));
}
if (!stop.signal.aborted) await rm(cursorFile, { force: true });
console.log(JSON.stringify(count));
