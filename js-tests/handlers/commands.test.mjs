// commands: messages by their command, on updates of the emulator.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Bot, commands, createWebhookHandler, first, helpOf, on, pass, reply } from "botwire";
import { createEmulator } from "botwire/emulator";
import { delivery, message as privateMessage, PATH } from "../support/deliveries.mjs";

/** Returns the answers of a handler to texts that a user writes to the bot, one after the other. */
async function texts(handler, ...written) {
  return textsBy((options) => options, handler, ...written);
}

/** The same; `optionsOf` maps the bot's options to the webhook's. */
async function textsBy(optionsOf, handler, ...written) {
  const emulator = createEmulator();
  const { baseUrl, token, fetch } = emulator;
  const bot = new Bot({ baseUrl, token, fetch });
  const handle = createWebhookHandler(optionsOf({ baseUrl, token, fetch, path: PATH }), handler);
  const alice = emulator.user();
  const { username } = await bot.getMe();
  for (const text of written) alice.write(text.replace("@me", `@${username.toUpperCase()}`));
  const made = [];
  for (const update of await bot.getUpdates()) {
    const response = await handle(delivery(update));
    made.push((JSON.parse((await response.text()) || "{}")).text);
  }
  return { made, asked: emulator.log().filter(({ method }) => method === "getMe").length - 1 };
}

const routes = {
  start: (message, { payload }) => reply(message, `start ${payload}`),
  note: (message, { args }, { updateKind }) => reply(message, `${updateKind} ${args}`),
};

test("arguments, deep links, upper case and unknown commands", async () => {
  const handler = first(commands(routes), on({ message: (message) => reply(message, `else ${message.text}`) }));
  const { made, asked } = await texts(handler, "/start ref_1", "/NOTE two words", "/other", "hello", "/constructor");
  assert.deepEqual(made, ["start ref_1", "message two words", "else /other", "else hello", "else /constructor"]);
  assert.equal(asked, 0);
});

test("commands with a username: those of other bots are passed, and getMe is called once", async () => {
  const handler = first(commands(routes), on({ message: (message) => reply(message, "else") }));
  const { made, asked } = await texts(handler, "/start@me a", "/start@other_bot a", "/unknown@other_bot", "/note@me x");
  assert.deepEqual(made, ["start a", "else", "else", "message x"]);
  assert.equal(asked, 1);
});

test("getMe is called once also where each request makes a bot of its own", async () => {
  const anew = (options) => (_env, _request) => ({ ...options, store: false });
  const { made, asked } = await textsBy(anew, commands(routes), "/start@me a", "/start@other_bot a", "/note@me x");
  assert.deepEqual(made, ["start a", undefined, "message x"]);
  assert.equal(asked, 1);
});

test("a token without an identifier: getMe is called once for each token", async () => {
  const asked = [];
  const handler = commands({ start: () => "started" });
  const fetch = async (url) => {
    const [, name] = /secretOfThe(\w+)Bot/.exec(url);
    asked.push(name);
    return Response.json({ ok: true, result: { id: 1, is_bot: true, first_name: name, username: `${name}_bot` } });
  };
  const message = { ...privateMessage, text: "/start@first_bot", entities: [{ type: "bot_command", offset: 0, length: 16 }] };
  for (const name of ["first", "second", "first", "second"]) {
    const bot = new Bot({ baseUrl: "https://service.example", token: `secretOfThe${name}Bot`, fetch });
    assert.equal(await handler({ message }, { bot }), name === "first" ? "started" : pass);
  }
  assert.deepEqual(asked, ["first", "second"]);
});

test("two bots with one router have a username each", async () => {
  const emulator = createEmulator({ bots: [{ username: "first_bot" }, { username: "second_bot" }] });
  const { baseUrl, fetch } = emulator;
  const handler = commands(routes);
  const answers = [];
  for (const { token } of emulator.bots) {
    const handle = createWebhookHandler({ baseUrl, token, fetch, path: PATH }, handler);
    const entities = [{ type: "bot_command", offset: 0, length: "/start@first_bot".length }];
    const message = { ...privateMessage, text: "/start@first_bot", entities };
    const response = await handle(delivery({ update_id: 1, message }));
    answers.push((await response.text()) !== "");
  }
  assert.deepEqual(answers, [true, false]);
  emulator.close();
});

test("refuses invalid routes", () => {
  for (const [input, path] of [[{ "/start": () => {} }, "/start"], [{ Start: () => {} }, "Start"], [{ start: 5 }, "start"], [{ start: { help: "Starts" } }, "start"], [{ start: { run: () => {} } }, "start"], [undefined, ""], ["start", ""], [[], ""], [new Map([["start", () => {}]]), ""]]) {
    assert.throws(() => commands(input), { kind: "validation", method: "commands", path });
  }
  assert.throws(() => commands({ start: { help: "Starts", runs: () => {} } }), { message: "commands: start.runs: expected one of the options help, run, got an unknown option" });
});

test("commands with a help text run, and helpOf lists them", async () => {
  const notes = { note: { help: "Saves a note", run: (message, { args }) => reply(message, `Noted: ${args}`) }, hidden: () => undefined };
  const all = { ...notes, help: { help: "Lists the commands", run: (message) => reply(message, helpOf(all)) } };
  const { made } = await texts(commands(all), "/note milk", "/help", "/hidden");
  assert.deepEqual(made, ["Noted: milk", "/note Saves a note\n/help Lists the commands", undefined]);
  assert.equal(helpOf(notes, { add: { help: "Adds", run: () => {} } }), "/note Saves a note\n/add Adds");
  assert.throws(() => helpOf({ start: 5 }), { kind: "validation", method: "helpOf", path: "start" });
});
