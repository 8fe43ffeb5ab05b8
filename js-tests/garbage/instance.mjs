// One instance of the engine for all garbage: how an outcome is judged, and the plain call that must work after it.
import assert from "node:assert/strict";
import { types } from "node:util";
import { Bot, isBotwireError } from "botwire";
import { methods } from "../support/spec.mjs";

/** The methods of the service, as a bot has them. */
export const METHODS_OF_BOT = Object.keys(methods);

/** A fetch that answers at once. */
export const instant = async () => new Response('{"ok":true,"result":[]}');

/** Milliseconds after which an outcome is called missing. */
const PATIENCE = 10_000;

/** Asserts that it returns, or throws or rejects with an error of botwire, in bounded time. Gives the error, if any. */
export async function settled(run, what) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} has no outcome`)), PATIENCE);
  });
  try {
    // In a box: awaiting the result itself would call a `then` that is garbage.
    await Promise.race([late, (async () => [await unboxed(run())])()]);
    return undefined;
  } catch (error) {
    assert.ok(isBotwireError(error), `${what} ends with ${types.isNativeError(error) ? error.stack : typeof error}`);
    assert.equal(typeof error.message, "string");
    assert.ok(error.message.length < 2_000, `a message of ${error.message.length} characters`);
    return error;
  } finally {
    clearTimeout(timer);
  }
}

/** The value of one of our promises, or what came instead. */
const unboxed = (value) => (types.isPromise(value) ? value : undefined);

let sent;
const bot = new Bot({
  baseUrl: "https://service.example",
  token: "1:a",
  fetch: async (_, { body }) => {
    sent = body;
    return new Response('{"ok":true,"result":{"message_id":1}}');
  },
});

/** Asserts that the engine goes on working: it sends what is right and refuses what is wrong. */
export async function works() {
  assert.deepEqual(await bot.sendMessage({ chat_id: 1, text: "é" }, { encoding: "json" }), { message_id: 1 });
  assert.equal(sent, '{"chat_id":1,"text":"é"}');
  await bot.sendMessage({ chat_id: 1, text: "a b" }, { encoding: "form" });
  assert.equal(sent, "chat_id=1&text=a+b");
  const error = await bot.call("sendMessage", { chat_id: 1 }).catch((caught) => caught);
  assert.deepEqual([error.kind, error.path], ["validation", "text"]);
}
