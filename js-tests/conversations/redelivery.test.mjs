// Deliveries that come again: a conversation answers with the same question, and never takes one as the next answer.
import assert from "node:assert/strict";
import { test } from "node:test";
import { commands, createWebhookHandler, first, memoryStore, sessions } from "botwire";
import { conversation } from "botwire/conversations";
import { delivery, PATH } from "../support/deliveries.mjs";

const from = { id: 5, is_bot: false, first_name: "Alice" };
const chat = { id: 5, type: "private", first_name: "Alice" };
const written = (update_id, text) => ({
  update_id,
  message: { message_id: update_id, date: Math.floor(Date.now() / 1000), chat, from, text, ...(text.startsWith("/") && { entities: [{ type: "bot_command", offset: 0, length: text.length }] }) },
});

for (const store of ["the same store", "no claims"]) {
  test(`each update twice, with ${store}: the same answer twice, and each answer counts once`, async () => {
    let effects = 0;
    const form = conversation("form", async ({ ask, once }) => {
      const name = await ask("Name?");
      await once(() => effects++);
      return `${name} ${await ask("City?")}`;
    });
    const sessionStore = memoryStore();
    const errors = [];
    const handle = createWebhookHandler(
      { baseUrl: "https://service.example", token: "1:a", path: PATH, store: store === "no claims" ? false : sessionStore, onError: (error) => void errors.push(error) },
      sessions({ store: sessionStore, by: "both" }, first(form, commands({ form: (message, command, context) => form.start(context) }))),
    );
    const answered = async (update) => {
      const response = await handle(delivery(update));
      const text = await response.text();
      return [response.status, text && JSON.parse(text).text];
    };
    const texts = ["/form", "Al", "Rome", "after"];
    const expected = ["Name?", "City?", "Al Rome", ""];
    for (const [index, text] of texts.entries()) {
      for (let time = 0; time < 2; time++) assert.deepEqual(await answered(written(index + 1, text)), [200, expected[index]], `${text}, time ${time + 1}`);
    }
    // An older one again changes nothing.
    assert.equal((await answered(written(2, "Al")))[0], 200);
    assert.equal(effects, 1);
    assert.deepEqual(errors, []);
  });
}
