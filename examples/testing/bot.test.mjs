import test from "node:test";
import assert from "node:assert/strict";
import { Bot, createWebhookHandler } from "botwire";
import { createEmulator } from "botwire/emulator";
import { handler } from "./bot.js";

test("the bot greets", async () => {
  const emulator = createEmulator();
  const options = { baseUrl: emulator.baseUrl, token: emulator.token, fetch: emulator.fetch };
  emulator.webhook = createWebhookHandler({ ...options, path: "/hook" }, handler);
  await new Bot(options).setWebhook({ url: "https://bot.example/hook" });

  const alice = emulator.user({ first_name: "Alice" });
  alice.write("/start");
  assert.equal((await alice.nextMessage()).text, "Hello, Alice");
  emulator.close();
});
