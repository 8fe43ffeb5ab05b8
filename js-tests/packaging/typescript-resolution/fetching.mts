// What needs the platform's own types: its `fetch` as an option, and declarations made of what methods give.
import { Bot } from "botwire";

const options = { baseUrl: "https://service.example", token: "1:a" };

export const bots = [new Bot({ ...options, fetch }), new Bot({ ...options, fetch: (url, init) => fetch(url, init) })];
export const download = (bot: Bot, path: string) => bot.download(path);
