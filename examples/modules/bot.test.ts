// The modules together, against the emulator: who gets which update, and what is left over.
import test from "node:test";
import assert from "node:assert/strict";
import { Bot, createWebhookHandler, memoryStore } from "botwire";
import { createEmulator } from "botwire/emulator";
import { bot, unhandled } from "./bot.ts";

test("modules in order, with one session", async () => {
  const emulator = createEmulator();
  const options = { baseUrl: emulator.baseUrl, token: emulator.token, fetch: emulator.fetch };
  emulator.webhook = createWebhookHandler(() => ({ ...options, path: "/hook" }), bot(memoryStore()));
  await new Bot(options).setWebhook({ url: "https://bot.example/hook" });
  const alice = emulator.user({ first_name: "Alice" });
  const says = async (text: string) => {
    alice.write(text);
    return (await alice.nextMessage()).text;
  };

  assert.equal(await says("/help"), "/shop Shows the goods\n/cart Shows your cart\n/stock Shows what is left");
  assert.equal(await says("/cart"), "Your cart is empty.");
  await says("/shop");
  assert.equal((await alice.press("tea").answer()).text, "1 in your cart");
  assert.equal((await alice.press("cake").answer()).text, "2 in your cart");
  assert.equal(await says("/cart"), "tea, cake");
  alice.send({ latitude: 52, longitude: 13 });
  assert.match(`${(await alice.nextMessage()).text}`, /^We deliver to 52/);
  assert.equal(await says("hello"), "I do not understand that. Try /help.");

  const bob = emulator.user({ first_name: "Bob" });
  const group = emulator.chat({ creator: alice, members: [bob], administrators: [emulator.bot] });
  const inGroup = async (text: string) => {
    bob.write(text, { chat: group });
    return (await bob.nextMessage({ chat: group })).text;
  };
  assert.equal(await inGroup("/ban"), "Only administrators can do this.");
  assert.equal(await inGroup("/cart"), "Your cart is empty.");
  const before = unhandled.count;
  bob.write("nobody answers this", { chat: group });
  assert.equal(await inGroup("/stock"), "Only administrators can do this.");
  assert.equal(unhandled.count, before + 1);
  emulator.close();
});
