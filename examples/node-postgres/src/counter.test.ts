// Users write to the bot. The emulator is the whole service in memory, so the test needs no server.
import test from "node:test";
import assert from "node:assert/strict";
import { Bot, createWebhookHandler, memoryStore } from "botwire";
import { createEmulator } from "botwire/emulator";
import { counter } from "./counter.ts";

test("the bot counts the messages of each chat", async () => {
  const emulator = createEmulator();
  const options = { baseUrl: emulator.baseUrl, token: emulator.token, fetch: emulator.fetch };
  const store = memoryStore();
  emulator.webhook = createWebhookHandler({ ...options, path: "/hook", store }, counter(store));
  await new Bot(options).setWebhook({ url: "https://bot.example/hook" });

  const [alice, bob] = [emulator.user({ first_name: "Alice" }), emulator.user({ first_name: "Bob" })];
  for (const user of [alice, alice, bob]) user.write("hello");
  assert.equal((await alice.nextMessage()).text, "Message 1");
  assert.equal((await alice.nextMessage()).text, "Message 2");
  assert.equal((await bob.nextMessage()).text, "Message 1");
  alice.write("/reset");
  assert.equal((await alice.nextMessage()).text, "I start over.");
  alice.write("hello");
  assert.equal((await alice.nextMessage()).text, "Message 1");
  emulator.close();
});
