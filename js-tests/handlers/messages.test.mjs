// commandOf, reply, targetOf and callbackRoutes, on made-up updates and in whole conversations with the emulator.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Bot, button, call, callbackRoutes, commandOf, createWebhookHandler, first, html, inlineKeyboard, on, quote, reply, replyWith, targetOf } from "botwire";
import { createEmulator } from "botwire/emulator";
import { eventually } from "../support/eventually.mjs";

const written = (text) => ({
  message_id: 9,
  date: 1,
  chat: { id: -5, type: "group" },
  text,
  entities: [{ type: "bot_command", offset: 0, length: /^\/\S*/.exec(text)?.[0].length }],
});

// What is a command: the vectors of ../text/vectors.test.mjs.
describe("commandOf", () => {
  test("returns the command with each field, or undefined for what has no text", () => {
    assert.deepEqual(commandOf(written("/start two words")), { command: "start", username: undefined, args: "two words", payload: undefined });
    assert.equal(commandOf({ text: "hi", entities: [] }), undefined);
    assert.equal(commandOf(undefined), undefined);
  });
  test("accepts the bot's username with an @, and refuses values that are no username", () => {
    assert.equal(commandOf(written("/start@My_bot x"), "@my_bot").args, "x");
    for (const wrong of ["", "@", "my bot", "@@a", 5, null]) {
      assert.throws(() => commandOf(written("/start"), wrong), { kind: "validation", path: "username" });
    }
  });
  test("refuses what is not a message", () => {
    for (const wrong of ["/start", 5, true, null]) {
      assert.throws(() => commandOf(wrong), { kind: "validation", method: "commandOf", path: "message", expected: "a Message" });
    }
    for (const wrong of [{ text: 5, entities: [{ type: "bot_command", offset: 0, length: 1 }] }, { entities: 5 }]) {
      assert.throws(() => commandOf(wrong), { kind: "validation", path: "message" });
    }
  });
  test("as the emulator writes them", () => {
    const emulator = createEmulator({ bots: [{ username: "my_bot" }] });
    const alice = emulator.user();
    assert.equal(commandOf(alice.write("/start abc"), "my_bot").payload, "abc");
    assert.equal(commandOf(alice.write("/help@my_bot please"), "my_bot").args, "please");
    assert.equal(commandOf(alice.write("see /help"), "my_bot"), undefined);
    emulator.close();
  });
});

describe("reply", () => {
  const message = written("hi");
  test("to a message, with a text, markup and more", () => {
    assert.deepEqual(reply(message, "yes"), { method: "sendMessage", chat_id: -5, text: "yes" });
    assert.deepEqual(quote(message, "yes"), { method: "sendMessage", chat_id: -5, reply_to_message_id: 9, text: "yes" });
    assert.deepEqual(reply(message, html.bold("yes"), { disable_notification: true }), {
      method: "sendMessage",
      chat_id: -5,
      text: "<b>yes</b>",
      parse_mode: "HTML",
      disable_notification: true,
    });
    assert.equal(quote(message, "yes", { reply_to_message_id: 5 }).reply_to_message_id, 5);
  });
  test("to the message of a query", () => {
    assert.deepEqual(reply({ id: "1", message, data: "x" }, "yes"), { method: "sendMessage", chat_id: -5, text: "yes" });
    for (const make of [reply, (query) => replyWith(query, "sendLocation", {}), quote]) {
      assert.throws(() => make({ id: "1", inline_message_id: "m" }, "yes"), { kind: "validation", path: "message", expected: "a Message, or a query with one" });
    }
  });
  test("refuses what is not a message", () => {
    for (const wrong of [undefined, null, {}, { message_id: 1 }]) assert.throws(() => reply(wrong, "x"), { kind: "validation", path: "message" });
    for (const wrong of [undefined, null, 5, {}, { message_id: 1 }]) assert.throws(() => reply(message, wrong), { kind: "validation", path: "text" });
    for (const wrong of ["y", 5, true]) assert.throws(() => reply(message, "x", wrong), { kind: "validation", path: "more" });
    const throwing = { get caption() { throw new Error("no"); } };
    assert.throws(() => reply(message, "x", throwing), { kind: "validation", path: "more" });
    assert.deepEqual(reply(message, "x", { chat_id: 7, text: "y" }), { method: "sendMessage", chat_id: -5, text: "x" });
    for (const wrong of [undefined, null, {}, { chat: 5 }, new Proxy({}, { get() { throw new Error(); } })]) assert.throws(() => quote(wrong, "x"), { kind: "validation", method: "quote", path: "message" });
  });
});

describe("replyWith", () => {
  const message = written("hi");
  test("replies by any method that sends a message", () => {
    assert.deepEqual(replyWith(message, "sendPhoto", { photo: "file", ...html.bold("a cat").toCaption() }), {
      method: "sendPhoto",
      chat_id: -5,
      photo: "file",
      caption: "<b>a cat</b>",
      parse_mode: "HTML",
    });
    assert.equal(replyWith(message, "sendlocation", { latitude: 1, longitude: 2 }).method, "sendLocation");
    assert.equal(replyWith(message, "sendPoll", { question: "?" }).method, "sendPoll");
    assert.equal(replyWith(message, "sendSticker", { sticker: "x", reply_to_message_id: 9 }).reply_to_message_id, 9);
    assert.deepEqual(replyWith(message, "sendSticker", { sticker: "x", chat_id: 7, method: "leaveChat" }), {
      method: "sendSticker",
      chat_id: -5,
      sticker: "x",
    });
  });
  test("refuses a wrong message, method or parameters", () => {
    const refused = (path, ...parameters) => assert.throws(() => replyWith(...parameters), { kind: "validation", method: "replyWith", path });
    for (const wrong of [undefined, null, {}, { message_id: 1 }]) refused("message", wrong, "sendPhoto", { photo: "x" });
    for (const wrong of [undefined, null, {}, "send photo", 5]) refused("method", message, wrong, { photo: "x" });
    for (const wrong of [undefined, null, "x", 5, []]) refused("params", message, "sendPhoto", wrong);
  });

  const media = {
    sendPhoto: ["photo", new Uint8Array([1, 2])],
    sendDocument: ["document", new File(["text"], "a.txt")],
    sendVideo: ["video", new Blob(["video"])],
    sendAudio: ["audio", new Blob(["audio"])],
    sendVoice: ["voice", new Blob(["voice"])],
    sendVideoNote: ["video_note", new Blob(["note"])],
    sendSticker: ["sticker", new Blob(["sticker"])],
  };
  const others = {
    sendLocation: { latitude: 1, longitude: 2 },
    sendVenue: { latitude: 1, longitude: 2, title: "Here", address: "Street" },
    sendContact: { phone_number: "+1", first_name: "Bob" },
  };
  const all = [...Object.entries(media).map(([method, [name, file]]) => [method, { [name]: file }]), ...Object.entries(others)];
  for (const returned of [true, false]) {
    test(`the emulator gets each one, ${returned ? "returned" : "called"}`, async () => {
      const emulator = createEmulator();
      const { baseUrl, token, fetch } = emulator;
      const errors = [];
      for (const [method, params] of all) {
        const handler = on({
          message: async (value, { bot }) => {
            const made = replyWith(value, method, { ...params, reply_to_message_id: value.message_id });
            if (returned) return made;
            assert.equal((await bot.call(made)).reply_to_message.message_id, value.message_id);
          },
        });
        emulator.webhook = createWebhookHandler({ baseUrl, token, fetch, path: "/hook", onError: (error) => void errors.push(error) }, handler);
        await new Bot({ baseUrl, token, fetch }).setWebhook({ url: "https://bot.example/hook" });
        const alice = emulator.user();
        const { message_id } = alice.write("hi");
        const sent = await alice.nextMessage();
        assert.equal(sent.reply_to_message?.message_id, message_id, method);
        assert.ok(sent[method.slice(4).replace(/(?!^)[A-Z]/, "_$&").toLowerCase()], method);
      }
      assert.deepEqual(errors, []);
      emulator.close();
    });
  }
});

describe("targetOf", () => {
  test("a message, a query in a chat, a query of inline mode, a chosen result", () => {
    const message = written("hi");
    const target = { chat_id: -5, message_id: 9 };
    assert.deepEqual(targetOf(message), target);
    assert.deepEqual(targetOf({ id: "1", message, data: "x" }), target);
    assert.deepEqual(targetOf({ id: "1", inline_message_id: "m" }), { inline_message_id: "m" });
    assert.deepEqual(targetOf({ result_id: "1", inline_message_id: "m" }), { inline_message_id: "m" });
  });
  test("refuses what has no message", () => {
    for (const wrong of [undefined, {}, { result_id: "1" }, { message_id: 1 }]) assert.throws(() => targetOf(wrong), { kind: "validation" });
  });
});

// Which route is called: the vectors of routes.test.mjs.
describe("callbackRoutes", () => {
  test("a handler is called with the query, the rest and the context", () => {
    const query = { id: "1", data: "page:3" };
    const context = {};
    const [passedQuery, rest, passedContext] = callbackRoutes({ "page:": (...args) => args }, { answer: false })({ callback_query: query }, context);
    assert.deepEqual([passedQuery, rest], [query, "3"]);
    assert.equal(passedContext, context);
  });
  test("refuses what are not routes", () => {
    for (const wrong of [undefined, 5, { "a:": 5 }]) assert.throws(() => callbackRoutes(wrong), { kind: "validation" });
    assert.throws(() => callbackRoutes({ "a:": 5 }), { path: "a:" });
    assert.throws(() => callbackRoutes({}, { answers: true }), { kind: "validation", path: "answers" });
  });
});

test("all of them in one bot", async () => {
  const emulator = createEmulator({ bots: [{ username: "my_bot" }] });
  const options = { baseUrl: emulator.baseUrl, token: emulator.token, fetch: emulator.fetch };
  const keyboard = (page) => inlineKeyboard([[button.callback("Next", `page:${page + 1}`)]]);
  emulator.webhook = createWebhookHandler({ ...options, path: "/hook" }, first(
    on({
      message: (message) => {
        const command = commandOf(message, "my_bot");
        if (command?.command === "start") return quote(message, html`From <b>${command.payload ?? "?"}</b>`, { reply_markup: keyboard(0) });
        return undefined;
      },
    }),
    callbackRoutes({
      "page:": (query, rest, { answer }) => {
        answer({ text: `Page ${rest}` });
        return call.editMessageText({ ...targetOf(query), text: `Page ${rest}`, reply_markup: keyboard(Number(rest)) });
      },
    }),
  ));
  await new Bot(options).setWebhook({ url: "https://bot.example/hook" });
  const alice = emulator.user();
  const start = alice.write("/start ref");
  const greeting = await alice.nextMessage();
  assert.deepEqual([greeting.text, greeting.reply_to_message.message_id], ["From ref", start.message_id]);
  for (const page of [1, 2]) {
    assert.equal((await alice.press("Next").answer()).text, `Page ${page}`);
    await eventually(() => alice.messages().at(-1).text, `Page ${page}`);
  }
  emulator.close();
});
