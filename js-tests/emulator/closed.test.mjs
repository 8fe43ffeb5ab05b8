// The check of outgoing data against the specification finds later additions, missing fields and wrong values.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createEmulator } from "botwire/emulator";

import { faultsOfAnswer, faultsOfUpdate } from "../support/closed.mjs";
import { call as asked, started } from "./started.mjs";

for (const compat of [false, true]) {
  test(`answers with compat ${compat ? "on have more than the specification" : "off have no more than the specification"}`, async () => {
    const emulator = started({ compat }, createEmulator);
    const alice = emulator.user({ id: 7 });
    alice.unblock();
    const chat = emulator.chat({ type: "supergroup", creator: alice, members: [8].map((id) => emulator.user({ id })), administrators: [emulator.bot] });
    emulator.act("photo", { user: 7, chat: chat.id }, { data: "photo", name: "p.jpg" });
    const set = { user_id: 7, name: `s_by_${emulator.bot.username}`, title: "S", emojis: "😺", png_sticker: "https://files.test/s.png" };
    await asked(emulator, "createNewStickerSet", set);
    await asked(emulator, "restrictChatMember", { chat_id: chat.id, user_id: 8, can_send_messages: true });
    const { result } = await asked(emulator, "sendDocument", { chat_id: 7, document: "https://files.test/d.pdf" });
    for (const [method, parameters] of [
      ["getMe", {}],
      ["getChat", { chat_id: 7 }],
      ["getChat", { chat_id: chat.id }],
      ["getChatMember", { chat_id: chat.id, user_id: 7 }],
      ["getChatMember", { chat_id: chat.id, user_id: 8 }],
      ["getChatAdministrators", { chat_id: chat.id }],
      ["getFile", { file_id: result.document.file_id }],
      ["getStickerSet", { name: set.name }],
      ["sendVenue", { chat_id: 7, latitude: 1, longitude: 2, title: "t", address: "a" }],
      ["sendPhoto", { chat_id: 7, photo: "https://files.test/p.jpg" }],
      ["sendSticker", { chat_id: 7, sticker: "https://files.test/s.webp" }],
    ]) {
      const envelope = await asked(emulator, method, parameters);
      assert.equal(envelope.ok, true, envelope.description);
      // The location next to a venue is a field of the specification that says something else there.
      if (method === "sendVenue") assert.equal("location" in envelope.result, compat);
      else assert.equal(faultsOfAnswer(method, envelope).length > 0, compat, `${method}: ${JSON.stringify(envelope)}`);
    }
  });
}

test("a successful payment has the specification's charge id, and with compat the later name", async () => {
  for (const compat of [false, true]) {
    const emulator = started({ compat }, createEmulator);
    const alice = emulator.user({ id: 7 });
    alice.unblock();
    const terms = { title: "t", description: "d", payload: "p", provider_token: "t", start_parameter: "s", currency: "EUR" };
    await asked(emulator, "sendInvoice", { chat_id: 7, ...terms, prices: [{ label: "l", amount: 5 }] });
    const { payment } = emulator.act("pay", { user: alice.id ?? 7, message_id: 1 });
    const { result } = await asked(emulator, "getUpdates", {});
    await asked(emulator, "answerPreCheckoutQuery", { pre_checkout_query_id: result[0].pre_checkout_query.id, ok: true });
    assert.equal(emulator.act("payment", { payment }).stage, "paid");
    const { result: [, paid] } = await asked(emulator, "getUpdates", {});
    const names = ["currency", "total_amount", "invoice_payload", "platform_payment_charge_id", "provider_payment_charge_id"];
    if (compat) names.push("telegram_payment_charge_id");
    assert.deepEqual(Object.keys(paid.message.successful_payment).sort(), names.sort());
  }
});

test("what is unknown, missing or wrong is found at any depth", () => {
  const user = { id: 7, is_bot: false, first_name: "A" };
  const message = { message_id: 1, from: user, date: 2, chat: { id: 7, type: "private" }, text: "x" };
  const faults = (more) => faultsOfUpdate({ update_id: 1, message: { ...message, ...more } });
  assert.deepEqual(faults({}), []);
  for (const [more, place] of [
    [{ via_bot: user }, "Update.message.via_bot"],
    [{ from: { ...user, is_premium: true } }, "Update.message.from.is_premium"],
    [{ entities: [{ type: "spoiler", offset: 0, length: 1 }] }, "Update.message.entities[0].type"],
    [{ photo: [{ file_id: "a", width: 1 }] }, "Update.message.photo[0].height"],
    [{ date: "2" }, "Update.message.date"],
    [{ text: null }, "Update.message.text"],
    [{ chat: { id: 7, type: "secret" } }, "Update.message.chat.type"],
    [{ delete_chat_photo: false }, "Update.message.delete_chat_photo"],
  ]) {
    assert.ok(faults(more).some((fault) => fault.startsWith(`${place}:`)), `${JSON.stringify(more)}: ${faults(more)}`);
  }
  assert.deepEqual(faultsOfAnswer("getMe", { ok: false, error_code: 400, description: "", parameters: { retry: 1 } }).length, 1);
});
