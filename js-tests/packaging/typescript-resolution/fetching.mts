// What needs the platform's own types: its `fetch` as an option, and declarations made of what methods give.
import { Bot, download } from "botwire";

const options = { baseUrl: "https://service.example", token: "1:a" };

export const bots = [new Bot({ ...options, fetch }), new Bot({ ...options, fetch: (url, init) => fetch(url, init) })];
export const downloaded = (bot: Bot, path: string) => download(bot, path);
