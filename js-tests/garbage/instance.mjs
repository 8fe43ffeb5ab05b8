// One instance of the engine for all garbage, and the plain call that must work after it.
import assert from "node:assert/strict";
import { Bot } from "botwire";
import { methods } from "../support/spec.mjs";

/** The methods of the service, as a bot has them. */
export const METHODS_OF_BOT = Object.keys(methods);

/** A fetch that answers at once. */
export const instant = async () => new Response('{"ok":true,"result":[]}');

let sent;
const bot = new Bot({
  baseUrl: "https://service.example",
  token: "1:a",
  fetch: async (_, { body }) => {
    sent = body;
    return new Response('{"ok":true,"result":{"message_id":1}}');
  },
});

/** Asserts that the engine still works: it sends valid calls and refuses invalid ones. */
export async function works() {
  assert.deepEqual(await bot.sendMessage({ chat_id: 1, text: "é" }, { encoding: "json" }), { message_id: 1 });
  assert.equal(sent, '{"chat_id":1,"text":"é"}');
  await bot.sendMessage({ chat_id: 1, text: "a b" }, { encoding: "form" });
  assert.equal(sent, "chat_id=1&text=a+b");
  const error = await bot.call("sendMessage", { chat_id: 1 }).catch((caught) => caught);
  assert.deepEqual([error.kind, error.path], ["validation", "text"]);
}
