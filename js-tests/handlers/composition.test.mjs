// first, pass, on by content, and the filters: a bot of several modules in conversations with the emulator.
import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { Bot, byAdmins, call, callbackRoutes, commands, createWebhookHandler, first, hears, inChannels, inGroups, inPrivate, me, on, pass, quote, registerWebhook, reply, when } from "botwire";
import { createEmulator } from "botwire/emulator";
import { mulberry32 } from "../support/random.mjs";

let emulator;
afterEach(() => emulator?.close());

/** A bot with a webhook in a new emulator. */
async function started(handler, clockOf = () => undefined) {
  emulator?.close();
  emulator = createEmulator();
  const { baseUrl, token, fetch } = emulator;
  const clock = clockOf(emulator);
  const errors = [];
  emulator.webhook = createWebhookHandler({ baseUrl, token, fetch, clock, path: "/hook", onError: (error) => void errors.push(error) }, handler);
  const bot = new Bot({ baseUrl, token, fetch });
  await bot.setWebhook({ url: "https://bot.example/hook" });
  return { bot, alice: emulator.user({ first_name: "Alice" }), bob: emulator.user({ first_name: "Bob" }), errors };
}

/** What the bot says to a user who writes these texts, one after the other. */
async function said(user, ...texts) {
  const answers = [];
  for (const text of texts) {
    user.write(text);
    answers.push((await user.nextMessage()).text);
  }
  return answers;
}

describe("first", () => {
  test("asks modules in order until one does not pass", async () => {
    const seen = [];
    const admin = commands({ mute: () => void seen.push("mute"), stats: (message) => reply(message, "stats") });
    const shop = commands({ shop: (message) => reply(message, "shop"), stats: (message) => reply(message, "never") });
    const { alice, errors } = await started(first(admin, shop, first(), on({ message: (message) => reply(message, `else ${message.text}`) })));
    assert.deepEqual(await said(alice, "/stats", "/shop", "/nothing", "hello"), ["stats", "shop", "else /nothing", "else hello"]);
    alice.write("/mute");
    assert.deepEqual(await said(alice, "after"), ["else after"]);
    assert.deepEqual(seen, ["mute"]);
    assert.deepEqual(errors, []);
  });
  test("what nobody takes counts as handled, and the last function counts it", async () => {
    let unhandled = 0;
    const { alice, errors } = await started(first(commands({ a: (message) => reply(message, "a") }), () => void unhandled++));
    alice.write("hello");
    assert.deepEqual(await said(alice, "/a"), ["a"]);
    assert.equal(unhandled, 1);
    const passing = await started(commands({ a: (message) => reply(message, "a") }));
    passing.alice.write("hello");
    assert.deepEqual(await said(passing.alice, "/a"), ["a"]);
    assert.equal((await passing.bot.getWebhookInfo()).pending_update_count, 0);
    assert.deepEqual([...errors, ...passing.errors], []);
  });
  test("refuses what is not a handler, by its place", () => {
    assert.throws(() => first(() => {}, { message() {} }), { kind: "validation", method: "first", path: "1" });
  });
});

describe("on", () => {
  test("the first content that is present decides, and otherwise takes the rest", async () => {
    const handler = first(
      on({ message: { photo: (message) => reply(message, `photo ${message.photo.length > 0}`), text: (message) => reply(message, `text ${message.text}`) } }),
      on({ message: { location: (message) => reply(message, `at ${message.location.latitude}`), otherwise: (message) => reply(message, `other ${"contact" in message}`) }, edited_message: (message) => reply(message, "edited") }),
    );
    const { alice } = await started(handler);
    assert.deepEqual(await said(alice, "hi"), ["text hi"]);
    alice.send(new Blob(["x"], { type: "image/png" }), { caption: "look" });
    assert.equal((await alice.nextMessage()).text, "photo true");
    alice.send({ latitude: 5, longitude: 6 });
    assert.match((await alice.nextMessage()).text, /^at 5/);
    alice.send({ phone_number: "+1", first_name: "Al" });
    assert.equal((await alice.nextMessage()).text, "other true");
  });
  test("refuses names and values that are no handlers, with their path", () => {
    const refused = (handlers, path) => assert.throws(() => on(handlers), { kind: "validation", method: "on", path });
    refused({ message: { photo: 5 } }, "message.photo");
    refused({ message: { newChatMembers: () => {} } }, "message.newChatMembers");
    refused({ message: 5 }, "message");
    refused({ callback_query: { data: () => {} } }, "callback_query");
    refused({ callbackQuery: () => {} }, "callbackQuery");
    refused({ other: {} }, "other");
  });
});

describe("filters", () => {
  test("inPrivate and inGroups around routes and modules", async () => {
    const handler = first(
      inGroups(commands({ both: (message) => reply(message, "in a group") })),
      commands({ both: (message) => reply(message, "elsewhere"), mine: inPrivate((message) => reply(message, `only ${message.from.first_name}`)) }),
      on({ message: { text: inGroups((message) => reply(message, `else ${message.chat.type}`)) } }),
    );
    const { alice } = await started(handler);
    assert.deepEqual(await said(alice, "/both", "/mine"), ["elsewhere", "only Alice"]);
    const group = emulator.chat({ members: [alice, emulator.bot] });
    const inGroup = async (text) => {
      alice.write(text, { chat: group });
      return (await alice.nextMessage({ chat: group })).text;
    };
    assert.deepEqual([await inGroup("/both"), await inGroup("/mine")], ["in a group", "else group"]);
  });
  test("by what they are given: an update, a query, a message, a post", async () => {
    const chat = (type) => ({ message_id: 1, chat: { id: 1, type }, from: { id: 2 } });
    for (const [filter, type, other] of [[inPrivate, "private", "group"], [inGroups, "supergroup", "channel"], [inGroups, "group", "private"], [inChannels, "channel", "private"]]) {
      const handler = filter((...args) => args);
      for (const wrap of [(message) => message, (message) => ({ update_id: 1, message }), (message) => ({ update_id: 1, channel_post: message }), (message) => ({ update_id: 1, callback_query: { id: "1", message } }), (message) => ({ id: "1", message })]) {
        if (wrap(1).id === "1" && filter === inChannels) continue;
        const value = wrap(chat(type));
        const found = wrap(1).id === "1" ? handler({ ...value }) : handler(value, "more");
        if (wrap(1).id !== "1") assert.deepEqual(found, [value, "more"]);
        assert.equal(await handler(wrap(chat(other))), pass, `${filter.name} ${JSON.stringify(wrap(chat(other)))}`);
      }
      assert.equal(handler({ update_id: 1, inline_query: { id: "1", from: { id: 2 } } }), pass);
      assert.throws(() => filter(5), { kind: "validation", path: "handler" });
    }
  });
  test("when takes a test of your own", async () => {
    const { alice } = await started(first(on({ message: when((message) => message.text === "thanks", (message) => quote(message, "welcome")) }), on({ message: (message) => reply(message, "else") })));
    assert.deepEqual(await said(alice, "thanks", "no"), ["welcome", "else"]);
    assert.throws(() => when(5, () => {}), { kind: "validation", method: "when", path: "test" });
  });
  test("byAdmins asks once a minute, asks again for the promoted, and refuses others", async () => {
    const handler = first(commands({ demote: byAdmins(({ chat }, { args }) => call.promoteChatMember({ chat_id: chat.id, user_id: Number(args), can_pin_messages: false })), ban: inGroups(byAdmins((message) => reply(message, `banned by ${message.from.first_name}`), "No.")) }), on({ message: { text: byAdmins((message) => reply(message, "admin")) } }), on({ message: { text: (message) => reply(message, "else") } }));
    const { bot, alice, bob } = await started(handler, ({ clock }) => clock);
    const group = emulator.chat({ type: "supergroup", creator: alice, members: [bob], administrators: [emulator.bot] });
    const inGroup = async (user, text) => {
      user.write(text, { chat: group });
      return (await alice.nextMessage({ chat: group })).text;
    };
    const asked = () => emulator.log().filter(({ method }) => method === "getChatAdministrators").length;
    assert.deepEqual([await inGroup(alice, "/ban"), await inGroup(bob, "/ban"), await inGroup(bob, "hi"), await inGroup(alice, "hi")], ["banned by Alice", "No.", "else", "admin"]);
    assert.equal(asked(), 1);
    assert.deepEqual(await said(alice, "hi"), ["admin"], "a private chat");
    // Another program promotes Bob.
    await emulator.fetch(`${emulator.baseUrl}/bot${emulator.token}/promoteChatMember?chat_id=${group.id}&user_id=${bob.id}&can_pin_messages=true`);
    assert.equal(await inGroup(bob, "/ban"), "No.", "remembered for a moment");
    await emulator.advance("6s");
    assert.equal(await inGroup(bob, "/ban"), "banned by Bob");
    assert.equal(asked(), 2);
    await emulator.advance("2m");
    await inGroup(bob, "/ban");
    assert.equal(asked(), 3);
    await bot.promoteChatMember({ chat_id: group.id, user_id: bob.id, can_pin_messages: false });
    assert.deepEqual([await inGroup(bob, "/ban"), asked()], ["No.", 4], "forgotten after a call of the bot");
    await bot.promoteChatMember({ chat_id: group.id, user_id: bob.id, can_pin_messages: true });
    assert.equal(await inGroup(bob, "/ban"), "banned by Bob");
    alice.write(`/demote ${bob.id}`, { chat: group });
    assert.deepEqual([await inGroup(bob, "/ban"), asked()], ["No.", 6], "forgotten after a returned call");
    assert.throws(() => byAdmins(() => {}, 5), { kind: "validation", method: "byAdmins", path: "refusal" });
  });
});

describe("hears", () => {
  test("fields of a pattern have types, and a regular expression gives its groups", async () => {
    const handler = first(
      hears("buy {count:integer} of {item}", (message, { count, item }) => reply(message, `${count + 1} ${item}`)),
      hears(/^(?<greeting>hi|hello)\b(?<rest>!)?/gi, (message, { greeting, rest }) => reply(message, `${greeting} ${rest}`)),
      hears("1.5 (a|b)?", (message) => reply(message, "literal")),
      on({ message: (message) => reply(message, "else") }),
    );
    const { alice } = await started(handler);
    assert.deepEqual(await said(alice, "Buy  3 of green tea ", "hi", "Hello! you", "hi", "buy x of tea", "1.5 (a|b)?", "155 a", "buy -2 of x\ny"), [
      "4 green tea", "hi undefined", "Hello !", "hi undefined", "else", "literal", "else", "-1 x\ny",
    ]);
    alice.send(new Blob(["x"], { type: "image/png" }), { caption: "hi" });
    assert.equal((await alice.nextMessage()).text, "else");
  });
  test("a text ends where what follows it first fits, as with an expression that tries all places", () => {
    const random = mulberry32(5);
    const any = (items) => items[Math.floor(random() * items.length)];
    const some = (items, most) => Array.from({ length: 1 + Math.floor(random() * most) }, () => any(items));
    let matches = 0;
    for (let round = 0; round < 3000; round++) {
      let fields = 0;
      const parts = some(["T", "I", " ", "a", "b"], 7).map((part) => (/[TI]/.test(part) ? `${part}${fields++}` : part));
      // An integer beside a text has no place of its own.
      const pattern = parts.map((part) => (part[0] === "T" ? `{f${part.slice(1)}}` : part[0] === "I" ? `-{f${part.slice(1)}:integer};` : part)).join("").trim();
      const naive = pattern.replace(/\{(\w+)(:integer)?\}/g, (_, name, isInteger) => `(?<${name}>${isInteger ? "[+-]?\\d{1,15}" : ".+?"})`).replace(/ +/g, "\\s+");
      const text = some(["a", "b", "a b", "-7;", "x", " "], 8).join("").trim().replace(/ +/g, " ");
      let heard;
      hears(pattern, (_, given) => void (heard = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))))({ update_id: 1, message: { text } }, {});
      const expected = new RegExp(`^${naive}$`, "isu").exec(text);
      assert.deepEqual(heard, expected ? { ...expected.groups } : undefined, `${pattern} in ${text}`);
      matches += heard ? 1 : 0;
    }
    assert.ok(matches > 200, `${matches} matches`);
  });
  test("a long text does not try all combinations of places", () => {
    const handler = hears("{a} {b} {c:integer} {d} {e} {f}!", () => {});
    for (const text of ["a ".repeat(2048), "1 ".repeat(2048), " ".repeat(4096), `a${" ".repeat(4000)}b`]) assert.equal(handler({ update_id: 1, message: { text } }, {}), pass);
  });
  test("refuses what is not a pattern", () => {
    for (const wrong of [5, undefined, {}, "buy {count:number}", "{}", "{a} {a}", "{1x}", "buy {item", "buy item}", "{a{b}}"]) {
      assert.throws(() => hears(wrong, () => {}), { kind: "validation", method: "hears", path: "pattern" }, `${wrong}`);
    }
    assert.throws(() => hears("a", 5), { kind: "validation", path: "handler" });
  });
});

test("registerWebhook sees the kinds of a composed bot", async () => {
  emulator = createEmulator();
  const { baseUrl, token, fetch } = emulator;
  const bot = new Bot({ baseUrl, token, fetch });
  const missing = async (handler) => {
    await bot.setWebhook({ url: "https://bot.example/hook", allowed_updates: ["edited_message"] });
    return (await registerWebhook(bot, { url: "https://bot.example/hook", handler })).missing;
  };
  const shop = first(commands({ a: () => {} }), inPrivate(byAdmins(callbackRoutes({ "": () => {} }))), on({ inline_query: () => {} }));
  assert.deepEqual(await missing(shop), ["message", "callback_query", "inline_query"]);
  assert.deepEqual(await missing(first(shop, () => {})), [], "a function takes any kind");
});

test("me asks once for each bot, and a failure is not remembered", async () => {
  const { bot } = await started(() => {});
  const asked = () => emulator.log().filter(({ method }) => method === "getMe").length;
  const first = await me(bot);
  assert.equal((await me(bot)).username, first.username);
  assert.equal(asked(), 1);
  const other = createEmulator({ bots: [{ username: "other_bot" }] });
  assert.equal((await me(new Bot({ baseUrl: other.baseUrl, token: other.token, fetch: other.fetch }))).username, "other_bot");
  other.close();
  let calls = 0;
  const failing = new Bot({ baseUrl: "https://service.example", token: "1:secret", fetch: async () => (calls++, new Response("no", { status: 502 })) });
  await assert.rejects(me(failing), { kind: "http" });
  await assert.rejects(me(failing), { kind: "http" });
  assert.equal(calls, 2);
});
