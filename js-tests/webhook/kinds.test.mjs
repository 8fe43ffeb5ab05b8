// Every kind of update that the specification lists, and those of later versions, unchanged and with their names.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWebhookHandler, on } from "botwire";
import { TOKEN } from "../support/recorder.mjs";
import { updateKinds } from "../support/spec.mjs";

const options = { baseUrl: "https://service.invalid", token: TOKEN, path: "/hook/s3cret-p4th", store: false };
const deliver = (handler, update, more) =>
  createWebhookHandler({ ...options, ...more }, handler)(
    new Request("https://bot.example/hook/s3cret-p4th", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(update) }),
  );

for (const kind of updateKinds) {
  test(kind, async () => {
    const seen = [];
    const name = kind.replace(/_./g, ([, letter]) => letter.toUpperCase());
    const update = { later_scalar: 5, later: { a: [null] }, update_id: 1, [kind]: { id: "1" } };
    const handler = on({ [name]: (value, context) => void seen.push([value, context.updateKind, context.update]), other: () => assert.fail() });
    assert.equal((await deliver(handler, update)).status, 200);
    assert.deepEqual(seen, [[{ id: "1" }, kind, update]]);
    assert.equal((await deliver(handler, { update_id: 1, [kind]: "no object" })).status, 400);
  });
}

test("updates of later versions reach the handler unchanged, in both depths of the check", async () => {
  const updates = [
    { update_id: 1, my_chat_member: { chat: { id: -1001234567890, type: "supergroup", is_forum: true }, old_chat_member: { status: "restricted", is_member: false } } },
    { update_id: 2, message: { message_id: 1, date: 1, chat: { id: 1, type: "forum" }, quote: { text: "x" }, entities: [{ type: "spoiler", offset: 0, length: 1 }], story: null } },
    { update_id: 3, message_reaction_count: { reactions: [{ type: { type: "emoji", emoji: "👍" }, total_count: 3 }] } },
  ];
  for (const check of ["shape", "fields"]) {
    for (const update of updates) {
      let seen;
      assert.equal((await deliver((given) => void (seen = given), update, { check })).status, 200);
      assert.deepEqual(seen, update);
    }
  }
});
