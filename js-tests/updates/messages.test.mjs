// The messages of errors of receiving and handling updates: the owner, the place, and the expected value.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { Bot, on, pass, updates } from "botwire";
import { TOKEN, ok } from "../support/recorder.mjs";
import { startQueue, update } from "./queue.mjs";

let service;
afterEach(() => service?.close());
const bot = () => new Bot({ baseUrl: service.baseUrl, token: TOKEN, retry: { retries: 0, baseMs: 1 } });

/** The arguments of onRetry until an update arrives. */
async function reportedBefore(...answers) {
  service = await startQueue([update(1)]);
  service.fail(...answers);
  const reported = [];
  const onRetry = ({ kind, message }, retry) => void reported.push([kind, message, retry]);
  for await (const { update_id } of updates(bot(), { timeout: 1, onRetry })) if (update_id === 1) break;
  return reported;
}

test("an answer that is not a list of updates", async () => {
  const message = "getUpdates: HTTP 200, a result that is not an Array of Update";
  assert.deepEqual(await reportedBefore(ok({}), ok(true)), [["http", message, 1], ["http", message, 2]]);
});

test("updates that come again after they were confirmed", async () => {
  service = await startQueue([update(5)]);
  const reported = [];
  const onRetry = ({ message }) => void reported.push(message);
  for await (const { update_id } of updates(bot(), { timeout: 1, onRetry })) {
    if (update_id === 6) break;
    service.fail(ok([update(5)]));
    service.push(update(6));
  }
  assert.deepEqual(reported, ["getUpdates: HTTP 200, updates that were confirmed"]);
});

test("options of updates", async () => {
  service = await startQueue();
  const refused = async (...parameters) => {
    const { kind, message } = await updates(...parameters).next().catch((caught) => caught);
    assert.equal(kind, "validation");
    return message;
  };
  assert.equal(await refused(bot(), { confirmOnBreak: 1 }), "updates: confirmOnBreak: expected a Boolean, got 1");
  assert.equal(await refused(bot(), { onRetry: 1 }), "updates: onRetry: expected a function, got 1");
  assert.equal(await refused({}), "updates: bot: expected a Bot, got an object");
});

test("handlers by kind", () => {
  assert.throws(() => on({ message: 5 }), { message: "on: message: expected a function, got 5" });
  assert.throws(() => on({ other: null }), { message: "on: other: expected a function, got null" });
  assert.throws(() => on({ editedMessage() {} }), { message: "on: editedMessage: expected a wire name, such as callback_query, got capital letters" });
  assert.throws(() => on({ mesage() {} }), { message: "on: mesage: expected message, got an unknown name" });
  assert.throws(() => on({ callback() {} }), { message: "on: callback: expected callback_query, got an unknown name" });
  assert.throws(() => on({ message: { fotos() {}, photos() {} } }), { message: "on: message.photos: expected photo, got an unknown name" });
  assert.throws(() => on({ channel_post: { otherwize() {} } }), { message: "on: channel_post.otherwize: expected otherwise, got an unknown name" });
  // Kinds and contents of later versions.
  on({ poll() {}, message_reaction() {}, business_message: () => {}, my_chat_member() {}, message: { dice() {}, poll() {}, story() {} } });
  assert.throws(() => on(5), { message: "on: expected an object of options, got 5" });
  assert.throws(() => on(new Map([["message", () => {}]])), { message: "on: expected an object of options, got a Map" });
  assert.equal(on({ message: undefined })({ update_id: 1, message: {} }, { updateKind: "message" }), pass);
});
