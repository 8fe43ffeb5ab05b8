// Uploads this file, by its whole path.
import { argv } from "node:process";
import { Bot } from "botwire";

const [baseUrl, token] = argv.slice(2);
const sent = await new Bot({ baseUrl, token }).sendDocument({ chat_id: 7, document: Bun.file(import.meta.path) });
console.log(JSON.stringify(sent));
