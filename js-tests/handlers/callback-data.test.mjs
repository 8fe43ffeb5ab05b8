// callbackData and pressed: fields of buttons, packed, checked and read again.
import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { Bot, button, call, callbackData, callbackRoutes, createWebhookHandler, first, inlineKeyboard, pass, pressed, quote, reply, targetOf } from "botwire";
import { createEmulator } from "botwire/emulator";
import { mulberry32 } from "../support/random.mjs";
import { vectors } from "../support/vectors.mjs";

describe("callbackData", () => {
  const page = callbackData("page", { index: "integer", mode: ["list", "grid"], isOpen: "boolean", note: "text" });

  test("packs and parses any values", () => {
    const random = mulberry32(3);
    for (const index of [0, 1, -1, 35, 36, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, Math.floor(random() * 1e9)]) {
      for (const note of ["", "a:b:c", "é😀", "~"]) {
        const values = { index, mode: "grid", isOpen: index > 0, note };
        const data = page.pack(values);
        assert.ok(new TextEncoder().encode(data).length <= 64);
        assert.deepEqual(page.parse(data), values);
      }
    }
    const plain = callbackData("plain");
    assert.deepEqual(plain.parse(plain.pack()), {});
    assert.deepEqual(plain.button("Go"), { text: "Go", callback_data: plain.pack() });
  });
  test("packs and parses as in Rust", async () => {
    for (const { name, fields, packed, old, other } of await vectors("callback-data")) {
      const declared = callbackData(name, Object.fromEntries(fields));
      for (const { values, data } of packed) {
        assert.equal(declared.pack(values), data);
        assert.deepEqual(declared.parse(data), values);
      }
      for (const data of old) assert.equal(declared.parse(data), "old", data);
      for (const data of other) assert.equal(declared.parse(data), undefined, data);
    }
  });
  test("tells old buttons from other ones", () => {
    const values = { index: 1, mode: "list", isOpen: false, note: "x" };
    const data = page.pack(values);
    assert.equal(callbackData("page", { index: "integer" }).parse(data), "old");
    assert.equal(callbackData("page", { index: "integer", mode: ["grid", "list"], isOpen: "boolean", note: "text" }).parse(data), "old");
    for (const other of [undefined, "", "page", "page:1", "pages~aa:1", callbackData("pa").pack(), callbackData("pagepage").pack()]) assert.equal(page.parse(other), undefined, other);
    assert.equal(callbackData("b").parse("buy:1"), undefined);
  });
  test("what a client forges is old, and never a wrong value", () => {
    const [start] = page.pack({ index: 1, mode: "list", isOpen: false, note: "x" }).split(":");
    for (const rest of ["", ":1", ":1:0:0", ":x!:0:0:", ":1:2:0:", ":1:-1:0:", ":1:0:2:", ":01:0:0:", ":zzzzzzzzzzz:0:0:", ":1:__proto__:0:", ":1::0:"]) {
      assert.equal(page.parse(start + rest), "old", rest);
    }
    const plain = callbackData("plain");
    assert.equal(plain.parse(`${plain.pack()}:1`), "old");
  });
  test("refuses a declaration that cannot hold its values, when the program starts", () => {
    const refused = (name, fields, path) => assert.throws(() => callbackData(name, fields), { kind: "validation", method: "callbackData", path });
    for (const name of ["", "a b", "a:b", "x".repeat(21), 5, undefined]) refused(name, {}, "name");
    refused("a", { index: "number" }, "fields.index");
    refused("a", { mode: [] }, "fields.mode");
    refused("a", { mode: [1] }, "fields.mode");
    refused("a", { note: "text", index: "integer" }, "fields.note");
    refused("a", { a: "integer", b: "integer", c: "integer", d: "integer", e: "integer" }, "fields");
    refused("a", 5, "");
  });
  test("refuses wrong values and texts that are too long, when a button is made", () => {
    const right = { index: 1, mode: "list", isOpen: false, note: "x" };
    for (const [name, value] of [["index", 1.5], ["index", "1"], ["index", 2 ** 53], ["mode", "tiles"], ["isOpen", 1], ["note", undefined], ["note", "é".repeat(30)]]) {
      assert.throws(() => page.pack({ ...right, [name]: value }), { kind: "validation", path: name }, name);
      assert.throws(() => page.button("a", { ...right, [name]: value }), { kind: "validation", path: name });
    }
    for (const wrong of [undefined, null, 5]) assert.throws(() => page.pack(wrong), { kind: "validation" });
  });
});

let emulator;
afterEach(() => emulator?.close());

/** A user who has the message of a bot with these buttons. */
async function pressing(handler, rows) {
  emulator = createEmulator();
  const { baseUrl, token, fetch } = emulator;
  const errors = [];
  emulator.webhook = createWebhookHandler({ baseUrl, token, fetch, path: "/hook", onError: (error) => void errors.push(error) }, handler);
  const bot = new Bot({ baseUrl, token, fetch });
  await bot.setWebhook({ url: "https://bot.example/hook" });
  const alice = emulator.user();
  await alice.write("hi");
  await bot.sendMessage({ chat_id: alice.id, text: "Choose", reply_markup: inlineKeyboard(rows) });
  await alice.nextMessage();
  return { alice, errors, answers: () => emulator.log().filter(({ method }) => method === "answerCallbackQuery").length };
}

describe("pressed", () => {
  const buy = callbackData("buy", { item: ["tea", "cake"], count: "integer" });

  test("gets the fields, and the query is answered if the handler did not", async () => {
    const handler = first(
      pressed(buy, (query, { item, count }) => reply(query, `${count + 1} ${item}`)),
      callbackRoutes({ "": (query, rest) => quote(query.message, `raw ${rest}`) }),
    );
    const { alice, errors } = await pressing(handler, [[buy.button("Tea", { item: "tea", count: 1 }), button.callback("Raw", "x")]]);
    const answer = await alice.press("Tea").answer();
    assert.equal(answer.text, undefined);
    assert.equal((await alice.nextMessage()).text, "2 tea");
    await alice.press("Raw").answer();
    assert.equal((await alice.nextMessage()).text, "raw x");
    assert.deepEqual(errors, []);
  });
  test("an answer of the handler is the only one", async () => {
    const handler = first(
      pressed(buy, (query, { item }, { answer }) => (item === "tea" ? answer({ text: "Tea!" }) : call.answerCallbackQuery({ callback_query_id: query.id, text: "Cake!" }))),
      pressed(callbackData("own"), async (query, _, { bot }) => void (await bot.answerCallbackQuery({ callback_query_id: query.id, text: "Own!" })), { answer: false }),
    );
    const { alice, errors } = await pressing(handler, [[buy.button("Tea", { item: "tea", count: 1 }), buy.button("Cake", { item: "cake", count: 1 }), callbackData("own").button("Own")]]);
    for (const label of ["Tea", "Cake", "Own"]) assert.equal((await alice.press(label).answer()).text, `${label}!`);
    assert.deepEqual(errors, []);
  });
  test("an old button is answered with a text, and its handler does not run", async () => {
    let runs = 0;
    const handler = first(pressed(buy, () => void runs++), pressed(callbackData("sell"), () => void runs++, { old: "Out of date" }));
    const { alice, errors } = await pressing(handler, [[callbackData("buy", { item: "text" }).button("Tea", { item: "tea" }), callbackData("sell", { item: "text" }).button("Sell", { item: "tea" })]]);
    assert.equal((await alice.press("Tea").answer()).text, "This button is too old.");
    assert.equal((await alice.press("Sell").answer()).text, "Out of date");
    assert.equal(runs, 0);
    assert.deepEqual(errors, []);
  });
  test("passes everything else, and refuses wrong arguments", async () => {
    const handler = pressed(buy, () => {});
    for (const update of [{ message: { text: "buy" } }, { callback_query: { id: "1" } }, { callback_query: { id: "1", data: "buy" } }]) assert.equal(await handler(update, {}), pass);
    assert.throws(() => pressed({}, () => {}), { kind: "validation", method: "pressed", path: "data" });
    assert.throws(() => pressed(buy, 5), { kind: "validation", path: "handler" });
    assert.throws(() => pressed(buy, () => {}, { older: "x" }), { kind: "validation", path: "older" });
  });
  test("a menu of pages: edits its own message, back and forth", async () => {
    const pages = ["One", "Two", "Three"];
    const turn = callbackData("turn", { index: "integer" });
    const show = (index) => ({
      text: pages[index],
      reply_markup: inlineKeyboard([[...(index > 0 ? [turn.button("Back", { index: index - 1 })] : []), ...(index < 2 ? [turn.button("Next", { index: index + 1 })] : [])]]),
    });
    const { alice, errors } = await pressing(pressed(turn, (query, { index }) => call.editMessageText({ ...targetOf(query), ...show(index) })), [[turn.button("Next", { index: 1 })]]);
    for (const [label, text] of [["Next", "Two"], ["Next", "Three"], ["Back", "Two"], ["Back", "One"]]) {
      alice.press(label);
      assert.equal((await alice.nextEdit()).text, text);
    }
    assert.deepEqual(errors, []);
  });
});
