// Uploads a file that does not exist.
import { Bot } from "botwire";

const [baseUrl, token, how] = process.argv.slice(2);
const options = how === "progress" ? { onUploadProgress() {} } : {};
const bot = new Bot({ baseUrl, token });
console.log(JSON.stringify(await bot.sendDocument({ chat_id: 7, document: Bun.file("no-such-file.txt") }, options).then(() => "sent", ({ message }) => message)));
