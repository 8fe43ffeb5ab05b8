// inOrder inside inOrder: an update does not wait for a turn that it has itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createEmulator } from "botwire/emulator";
import { chatIdOf, createWebhookHandler, inOrder, memoryStore, userIdOf } from "botwire";
import { PATH, delivery as post } from "../support/deliveries.mjs";

const options = { baseUrl: "https://service.example", token: "1:a", path: PATH, store: false };
const update = (update_id, chat = 7) => ({ update_id, message: { message_id: 1, date: 1, chat: { id: chat, type: "private" }, from: { id: 7, is_bot: false, first_name: "A" }, text: "a" } });

/** Two nested orders, and the number of updates that their handler handled at once. */
function nested(outer, inner) {
  let running = 0;
  const seen = [];
  const handler = async ({ update_id }) => {
    seen.push([update_id, ++running]);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
  };
  return [createWebhookHandler(options, inOrder(outer, inOrder(inner, handler))), seen];
}

test("the same key in the same store is held once, and other updates still wait for it", async () => {
  const store = memoryStore();
  // In a private chat the identifiers of chat and user are equal.
  const [handle, seen] = nested({ by: userIdOf, store }, { by: chatIdOf, store });
  const responses = await Promise.all([1, 2, 3].map((id) => handle(post(update(id)))));
  assert.deepEqual(responses.map(({ status }) => status), [200, 200, 200]);
  assert.deepEqual(seen, [[1, 1], [2, 1], [3, 1]]);
});

test("a turn of another update in another store is not taken for one's own", async () => {
  const shared = memoryStore();
  let running = 0;
  let most = 0;
  const one = inOrder({ store: shared }, async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
  });
  const nestedOne = inOrder({}, one);
  const handle = createWebhookHandler(options, (incoming, context) => (incoming.update_id % 2 ? one : nestedOne)(incoming, context));
  await Promise.all([1, 2].map((id) => handle(post(update(id)))));
  assert.equal(most, 1);
});

test("a renewal on its way does not outlive the turn", async () => {
  const real = memoryStore();
  let answerRenewal;
  const store = { ...real, renew: (...asked) => new Promise((resolve) => (answerRenewal = () => resolve(real.renew(...asked)))) };
  const emulator = createEmulator();
  const { clock } = emulator;
  let end;
  const handle = createWebhookHandler({ ...options, clock, leaseMs: 400 }, inOrder({ store }, () => new Promise((resolve) => (end = resolve))));
  const first = handle(post(update(1)));
  while (!end) await new Promise((resolve) => setImmediate(resolve));
  await emulator.advance("300ms");
  end();
  await first;
  answerRenewal();
  end = undefined;
  const second = handle(post(update(2)));
  await emulator.advance("2s");
  while (!end) await new Promise((resolve) => setImmediate(resolve));
  end();
  assert.equal((await second).status, 200);
  emulator.close();
});

test("the same key in another store is another turn", async () => {
  const other = memoryStore();
  const claimed = [];
  const inner = { ...other, claim: (...asked) => (claimed.push(asked[0]), other.claim(...asked)) };
  const [handle] = nested({ store: memoryStore() }, { store: inner });
  assert.equal((await handle(post(update(1)))).status, 200);
  assert.deepEqual(claimed, ["1:turn:7"]);
});
