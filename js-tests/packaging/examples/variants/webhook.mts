// Shared by the variants: a webhook with the bot of the examples, whose file is copied next to this one.
import { createWebhookHandler } from "botwire";
import { handler } from "./bot.ts";

const { SERVICE = "", BOT_TOKEN = "" } = process.env;

export const path = "/hook/3f9a";
export const webhook = createWebhookHandler({ baseUrl: SERVICE, token: BOT_TOKEN, path }, handler);
