// A webhook among other routes of Express.
import { createWebhookHandler } from "botwire";
import { nodeListener } from "botwire/adapters/node";
import express from "express";
import { handler } from "./bot.ts";

const { SERVICE = "", BOT_TOKEN = "", HOOK_PATH = "", PORT = "8080" } = process.env;

const webhook = createWebhookHandler({ baseUrl: SERVICE, token: BOT_TOKEN, path: HOOK_PATH }, handler);

const app = express();
app.get("/health", (_, response) => void response.send("fine"));
// Add the webhook before body parsers, which refuse bodies over 100 kB.
app.all(HOOK_PATH, nodeListener(webhook));
app.use(express.json());
const server = app.listen(Number(PORT), () => console.log(`Listening on port ${PORT}`));
// When the host or Ctrl+C stops the program, it answers the requests that have begun, and ends after the last handler.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => server.close());
