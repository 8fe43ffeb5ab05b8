// Node's own streams are files, and `null` is no signal.
import { createReadStream, openAsBlob } from "node:fs";
import { connect } from "node:net";
import process from "node:process";
import { Readable } from "node:stream";
import { Bot, poll } from "botwire";

const bot = new Bot({ baseUrl: "https://service.example", token: "123456:secret" });
const chat_id = 1001;
await bot.sendDocument({ chat_id, document: { data: await openAsBlob("report.pdf"), name: "report.pdf" } });
await bot.sendDocument({ chat_id, document: { data: createReadStream("report.pdf"), name: "report.pdf" } });
await bot.sendDocument({ chat_id, document: process.stdin });
await bot.sendDocument({ chat_id, document: Readable.from(["a"]) });
await bot.sendDocument({ chat_id, document: connect(1) }, { signal: null });
await poll(bot, () => {}, { signal: null });
// @ts-expect-error A number is not a file.
await bot.sendDocument({ chat_id, document: 5 });
