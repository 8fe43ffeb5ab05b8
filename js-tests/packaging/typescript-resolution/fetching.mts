// Code that needs the platform's types: its `fetch` as an option, and declarations inferred from results of methods.
import { Bot, download } from "botwire";

const options = { baseUrl: "https://service.example", token: "1:a" };

export const bots = [new Bot({ ...options, fetch }), new Bot({ ...options, fetch: (url, init) => fetch(url, init) })];
export const downloaded = (bot: Bot, path: string) => download(bot, path);
