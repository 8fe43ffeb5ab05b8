// Every kind of update that the specification lists, and those of later versions, unchanged and with their names.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { createWebhookHandler, on } from "botwire";
import { everyField } from "botwire/check";
import { TOKEN } from "../support/recorder.mjs";
import { updateKinds } from "../support/spec.mjs";
import { PATH, callback_query, delivery, message } from "../support/deliveries.mjs";

/** Updates as later versions of such services send them. */
const later = JSON.parse(await readFile(new URL("later-updates.json", import.meta.url), "utf8"));

const options = { baseUrl: "https://service.invalid", token: TOKEN, path: PATH, store: false };
const deliver = (handler, update, more) =>
  createWebhookHandler({ ...options, ...more }, handler)(delivery(update));

for (const kind of updateKinds) {
  test(kind, async () => {
    const seen = [];
    const update = { later_scalar: 5, later: { a: [null] }, update_id: 1, [kind]: { id: "1" } };
    const handler = on({ [kind]: (value, context) => void seen.push([value, context.updateKind, context.update]), other: () => assert.fail() });
    assert.equal((await deliver(handler, update)).status, 200);
    assert.deepEqual(seen, [[{ id: "1" }, kind, update]]);
    assert.equal((await deliver(handler, { update_id: 1, [kind]: "no object" })).status, 400);
  });
}

for (const check of ["shape", everyField]) {
  for (const [what, update] of Object.entries(later)) {
    test(`of a later version, checked for ${check === "shape" ? check : "every field"}: ${what}`, async () => {
      const text = JSON.stringify(update);
      const seen = [];
      assert.equal((await deliver((...seenUpdate) => void seen.push(seenUpdate), update, { check })).status, 200);
      const [[seenUpdate, context]] = seen;
      assert.deepEqual(seenUpdate, JSON.parse(text));
      // In the order of the fields too.
      assert.equal(JSON.stringify(seenUpdate), text);
      const kind = updateKinds.find((name) => update[name]) ?? Object.keys(update).sort().find((name) => typeof update[name] === "object" && update[name]);
      assert.equal(context.updateKind, kind);

      const taken = [];
      if (kind) await deliver(on({ [kind]: (value) => void taken.push(value), other: () => assert.fail() }), update, { check });
      await deliver(on({ other: (value) => void taken.push(value) }), update, { check });
      assert.deepEqual(taken, kind ? [update[kind], update] : [update]);
    });
  }
}

test("checked for fields, the first of several kinds is handled, and an identifier may be zero or negative", async () => {
  const message = { message_id: 1, date: 2, chat: { id: 7, type: "private" } };
  for (const update_id of [0, -1]) {
    const seen = [];
    const handler = (update, { updateKind }) => void seen.push([update.update_id, updateKind]);
    const update = { update_id, message, edited_message: message };
    assert.equal((await deliver(handler, update, { check: everyField })).status, 200);
    assert.deepEqual(seen, [[update_id, "message"]]);
  }
});

test("checked for fields, a country is two capital letters", async () => {
  const shipping_address = { state: "", city: "", street_line1: "", street_line2: "", post_code: "" };
  for (const [country_code, status] of [["DE", 200], ["Germany", 400], ["de", 400], ["", 400]]) {
    const from = { id: 1, is_bot: false, first_name: "Alice" };
    const shipping_query = { id: "1", from, invoice_payload: "p", shipping_address: { country_code, ...shipping_address } };
    assert.equal((await deliver(() => {}, { update_id: 1, shipping_query }, { check: everyField })).status, status, country_code);
  }
});

test("a name that the wire does not have is refused", () => {
  for (const name of ["callbackQuery", "Message"]) assert.throws(() => on({ [name]: () => {} }), { kind: "validation", path: name });
});

test("the table for the check of every field is in a file of its own, for both kinds of modules", async () => {
  const wasm = await readFile(createRequire(import.meta.url).resolve("botwire/botwire.wasm"), "latin1");
  const text = (table) => String.fromCharCode(...table);
  const required = createRequire(import.meta.url)("botwire/check").everyField;
  for (const { table } of [everyField, required]) assert.ok(text(table).includes("can_set_sticker_set"));
  assert.ok(wasm.includes("disable_web_page_preview") && !wasm.includes("can_set_sticker_set"));
});

test("the name of the check is not a check", () => {
  const make = () => createWebhookHandler({ baseUrl: "https://service.example", token: TOKEN, path: "/hook", check: "fields" }, () => {});
  assert.throws(make, ({ kind, path, expected }) => kind === "validation" && path === "check" && expected.includes("botwire/check"));
});

test("an update without any kind is one of the others, also for a handler without a name", async () => {
  const seen = [];
  const handler = on({ "": () => seen.push("no name"), other: (update) => void seen.push(update) });
  await deliver(handler, { update_id: 1 });
  assert.deepEqual(seen, [{ update_id: 1 }]);
});

test("a kind without a handler is one of the others", async () => {
  const call = { method: "sendMessage", chat_id: 7, text: "late" };
  const response = await deliver(on({ message: undefined, other: () => call }), { update_id: 1, message });
  assert.deepEqual(await response.json(), call);
});

test("the others are told which kind they are", async () => {
  const seen = [];
  const handler = on({ other: (update, { updateKind }) => void seen.push(updateKind), message: () => void seen.push("a message") });
  for (const fields of [{ message }, { callback_query }, { poll: { id: "1" } }, {}, { other: {} }]) await deliver(handler, { update_id: 1, ...fields });
  assert.deepEqual(seen, ["a message", "callback_query", "poll", undefined, "other"]);
});
