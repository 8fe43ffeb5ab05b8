// Options that do not exist are refused by their names, in plain JavaScript too, everywhere in the package.

import assert from "node:assert/strict";
import { after, test } from "node:test";

import { Bot, broadcast, createWebhookHandler, download, inOrder, isValidationError, poll, registerWebhook, updates, validate } from "botwire";
import { lambdaHandler } from "botwire/adapters/lambda";
import { nodeListener } from "botwire/adapters/node";
import { durableObjectStore } from "botwire/stores/durable-object";
import { createEmulator, serve } from "botwire/emulator";

const emulator = createEmulator();
after(() => emulator.close());
const { baseUrl, token, fetch } = emulator;
const bot = new Bot({ baseUrl, token, fetch });
const [alice, bob] = [emulator.user(), emulator.user()];
alice.unblock();
const group = emulator.chat({ type: "supergroup", creator: alice, members: [bob, emulator.bot] });
const { message_id } = alice.write("hi");
const inline_keyboard = [[{ text: "A", callback_data: "a" }]];
const asked = await bot.sendMessage({ chat_id: alice.id, text: "?", reply_markup: { inline_keyboard } });
const bogus = { bogus: 1 };
const ignore = () => {};

/** Everything that takes options, by its name. Entries with `service` are refused by the service, as over HTTP. */
const TAKERS = {
  "bot.getMe": () => bot.getMe({}, bogus),
  "bot.call": () => bot.call("getMe", {}, bogus),
  "bot.call of another method": () => bot.call("sendPoll", {}, bogus),
  Bot: () => new Bot({ baseUrl, token, ...bogus }),
  createWebhookHandler: () => createWebhookHandler({ bot, path: "/hook", ...bogus }, ignore),
  registerWebhook: () => registerWebhook(bot, { url: "https://bot.example/hook", ...bogus }),
  poll: () => poll(bot, ignore, bogus),
  updates: () => updates(bot, bogus).next(),
  inOrder: () => inOrder(bogus, ignore),
  nodeListener: () => nodeListener(ignore, bogus),
  lambdaHandler: () => lambdaHandler(ignore, bogus),
  durableObjectStore: () => durableObjectStore({ get: ignore, idFromName: ignore }, bogus),
  "retry of a bot": () => new Bot({ baseUrl, token, retry: { retries: 1, ...bogus } }),
  "retry of a call": () => bot.getMe({}, { retry: { retries: 1, ...bogus } }),
  download: () => download(bot, "x", bogus),
  broadcast: () => broadcast(bot, [1], () => undefined, bogus).next(),
  validate: () => validate("getMe", {}, bogus),
  createEmulator: () => createEmulator(bogus),
  "createEmulator with a token": () => createEmulator({ token: "1:bogus" }),
  serve: () => serve(emulator, bogus),
  "user.forward": () => alice.forward(message_id, bogus),
  "user.forward from": () => alice.forward(message_id, { from: bogus }),
  "user.forward to": () => alice.forward(message_id, { to: bogus }),
  "user.nextMessage": () => alice.nextMessage(bogus),
  "user.nextEdit": () => alice.nextEdit(bogus),
  "user.play": () => alice.play(asked, bogus),
  "user.type": () => alice.type("q", bogus),
  "press.answer": () => alice.press("A").answer(bogus),
  "chat.remove": () => group.remove(bob, bogus),
  "chat.nextMessage": () => group.nextMessage(bogus),
};
const REFUSED_BY_THE_SERVICE = {
  "a bot of createEmulator": () => createEmulator({ bots: [bogus] }),
  "emulator.user": () => emulator.user(bogus),
  "emulator.chat": () => emulator.chat(bogus),
  "emulator.game": () => emulator.game("g", bogus),
  "emulator.fault": () => emulator.fault({ kind: "drop", ...bogus }),
  "emulator.act": () => emulator.act("write", { text: "x", ...bogus }),
  "user.write": () => alice.write("x", bogus),
  "user.send": () => alice.send({ data: "x" }, bogus),
  "user.edit": () => alice.edit(message_id, "x", bogus),
  "user.logIn": () => alice.logIn("https://e.example", bogus),
  "user.delete": () => alice.delete(message_id, bogus),
  "user.messages": () => alice.messages(bogus),
  "user.message": () => alice.message(message_id, bogus),
  "user.keyboard": () => alice.keyboard(bogus),
  "user.action": () => alice.action(bogus),
  "user.press": () => alice.press("A", bogus),
  "user.choose": () => alice.choose({ query: "1", results: [] }, "1", bogus),
  "user.pay": () => alice.pay(asked, bogus),
  "user.block": () => alice.block(bogus),
  "user.unblock": () => alice.unblock(bogus),
  "chat.promote": () => group.promote(bob, bogus),
};

for (const [name, take] of Object.entries(TAKERS)) {
  test(`${name} refuses an option that does not exist`, async () => {
    await assert.rejects(async () => take(), (error) => {
      assert.ok(isValidationError(error), String(error));
      const option = name.endsWith("token") ? "token" : "bogus";
      assert.equal(error.path, name.startsWith("retry") ? `retry.${option}` : option);
      assert.match(error.message, /expected one of the options \w+.*, got an unknown option$/);
      return true;
    });
  });
}

for (const [name, take] of Object.entries(REFUSED_BY_THE_SERVICE)) {
  test(`${name} refuses a field that does not exist`, async () => {
    await assert.rejects(async () => take(), { message: /^Bad Request: \w+\.bogus: expected one of the fields \w+.*, got an unknown field$/ });
  });
}
