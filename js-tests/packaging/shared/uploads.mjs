// Uploads with progress, and a form: prints the reported progress.
import { argv } from "node:process";
import { Bot } from "botwire";

const [baseUrl, token] = argv.slice(2);
const bot = new Bot({ baseUrl, token });
const data = Uint8Array.from({ length: 700_001 }, (_, index) => index & 255);
const reported = [];
for (const document of [data, new Blob([data]), new Uint8Array(3)]) {
  const calls = [];
  const { message_id } = await bot.sendDocument({ chat_id: 7, document }, { onUploadProgress: (sent, total) => calls.push([sent, total]) });
  reported.push({ message_id, calls });
}
const form = new FormData();
for (const [name, value] of Object.entries({ chat_id: "7", caption: "5", disable_notification: "on", parse_mode: "" })) form.append(name, value);
form.append("document", new Blob([data]), "förm.bin");
await bot.sendDocument(form);
console.log(JSON.stringify(reported));
