// What the variants share: the webhook around the bot of the examples, which is put beside this file.
import { createWebhookHandler } from "botwire";
import { handler } from "./bot.ts";

const { SERVICE = "", BOT_TOKEN = "" } = process.env;

export const path = "/hook/3f9a";
export const webhook = createWebhookHandler({ baseUrl: SERVICE, token: BOT_TOKEN, path }, handler);
