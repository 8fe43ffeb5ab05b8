// Groups that become supergroups during a broadcast.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Bot, broadcast, call } from "botwire";
import { inVirtualTime } from "../support/virtual-time.mjs";
import { all, make, serving } from "./serving.mjs";

const moving = (to) => ({ error_code: 400, parameters: { migrate_to_chat_id: to } });

test("a group that moved and has removed the bot is blocked; one that moves again fails", async () => {
  const script = ({ chat_id }) => (chat_id === -1 ? moving(-1002) : chat_id === -1002 ? { error_code: 403 } : moving(chat_id - 1));
  await serving(script, async ({ bot }) => {
    const [blocked, failed] = await all(broadcast(bot, [-1, -8], make));
    assert.deepEqual([blocked.status, blocked.chat_id, blocked.migrate_to_chat_id], ["blocked", -1, -1002]);
    assert.deepEqual([failed.status, failed.chat_id, failed.migrate_to_chat_id], ["failed", -8, -9]);
  });
});

test("a bot that follows migrations itself tells them too", async () => {
  const script = ({ chat_id }) => (chat_id === -1 ? moving(-1002) : { result: { chat: { id: chat_id } } });
  await inVirtualTime(async (_, { body }) => {
    const { result, ...failure } = script(JSON.parse(body));
    return new Response(JSON.stringify(result ? { ok: true, result } : { ok: false, description: "Moved", ...failure }));
  }, async ({ fetch }) => {
    const bot = new Bot({ baseUrl: "https://service.example", token: "1:a", fetch, followMigration: true });
    const [moved, sent] = await all(broadcast(bot, [-1, 2], make));
    assert.deepEqual([moved.status, moved.chat_id, moved.migrate_to_chat_id, sent.status], ["moved", -1, -1002, "sent"]);
  });
});

test("a forward from a group that moved fails, and the chat is not taken for another", async () => {
  const forwarded = (chat_id) => call.forwardMessage({ chat_id, from_chat_id: -7, message_id: 1 });
  await serving(() => moving(-1007), async ({ bot, started }) => {
    const [group, user] = await all(broadcast(bot, [-1, 2], forwarded));
    assert.deepEqual([group.status, group.migrate_to_chat_id, user.status, user.migrate_to_chat_id], ["failed", undefined, "failed", undefined]);
    assert.deepEqual(started.map(({ chat_id }) => chat_id), [-1, 2]);
  });
});

test("a call for another chat than the one in the list is sent, not moved", async () => {
  const script = ({ chat_id }) => ({ result: { chat: { id: chat_id } } });
  await serving(script, async ({ bot }) => {
    const [{ status, migrate_to_chat_id }] = await all(broadcast(bot, [-1], () => make(-50)));
    assert.deepEqual([status, migrate_to_chat_id], ["sent", undefined]);
  });
});
