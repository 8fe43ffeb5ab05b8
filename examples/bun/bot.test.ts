// A user writes to the bot. The emulator is the whole service in memory and needs no network.
import { test } from "bun:test";
import assert from "node:assert/strict";
import { Bot, createWebhookHandler } from "botwire";
import { createEmulator } from "botwire/emulator";
import { handler } from "./bot.ts";

test("the bot repeats a text, and answers a button", async () => {
  const emulator = createEmulator();
  const options = { baseUrl: emulator.baseUrl, token: emulator.token, fetch: emulator.fetch };
  emulator.webhook = createWebhookHandler({ ...options, path: "/hook" }, handler);
  await new Bot(options).setWebhook({ url: "https://bot.example/hook" });

  const alice = emulator.user({ first_name: "Alice" });
  alice.write("hello");
  assert.equal((await alice.nextMessage()).text, "hello");
  alice.write("/start");
  await alice.nextMessage();
  assert.equal((await alice.press("Press me").answer()).text, "pressed");
  emulator.close();
});
