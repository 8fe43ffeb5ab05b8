// Options that a bot and a call share: those of the call come first, for that call only.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Bot } from "botwire";

const BOT = { baseUrl: "https://bots.example", token: "1:TOKEN" };
const answer = (result) => Response.json({ ok: true, result });
const moved = () =>
  Response.json({ ok: false, error_code: 400, description: "moved", parameters: { migrate_to_chat_id: -1002 } }, { status: 400 });

test("fetch of a call is used instead of the bot's, for that call only", async () => {
  const bot = new Bot({ ...BOT, fetch: async () => answer("bot") });
  assert.equal(await bot.getMe({}, { fetch: async () => answer("call") }), "call");
  assert.equal(await bot.getMe(), "bot");
});

test("fetch of a call gets no stream for a file, which it may not take", async () => {
  let body;
  const fetch = async (_, init) => ((body = init.body), answer(true));
  await new Bot(BOT).sendDocument({ chat_id: 1, document: new Blob(["abc"]) }, { fetch });
  assert.ok(body instanceof Blob, Object.prototype.toString.call(body));
});

for (const [ofBot, ofCall, isFollowed] of [[false, true, true], [true, false, false], [true, undefined, true]]) {
  test(`followMigration ${ofBot} of the bot, ${ofCall} of the call`, async () => {
    const chats = [];
    const fetch = async (_, { body }) => {
      const { chat_id } = JSON.parse(body);
      chats.push(chat_id);
      return chat_id === -1 ? moved() : answer(true);
    };
    const bot = new Bot({ ...BOT, fetch, followMigration: ofBot });
    const outcome = await bot.sendMessage({ chat_id: -1, text: "hi" }, { followMigration: ofCall }).catch((error) => error.kind);
    assert.deepEqual([outcome, chats], isFollowed ? [true, [-1, -1002]] : ["api", [-1]]);
  });
}

test("followMigration of a call is told of the move", async () => {
  const told = [];
  const fetch = async (_, { body }) => (JSON.parse(body).chat_id === -1 ? moved() : answer(true));
  const followMigration = (...move) => void told.push(move);
  await new Bot({ ...BOT, fetch }).sendMessage({ chat_id: -1, text: "hi" }, { followMigration });
  assert.deepEqual(told, [[-1, -1002, "sendMessage"]]);
});

for (const [name, value] of [["fetch", "no"], ["fetch", null], ["followMigration", 1], ["followMigration", null]]) {
  test(`${name}: ${value} of a call is refused`, async () => {
    const bot = new Bot({ ...BOT, fetch: () => assert.fail("sent") });
    const error = await bot.getMe({}, { [name]: value }).catch((caught) => caught);
    assert.deepEqual([error.kind, error.method, error.path], ["validation", "getMe", name]);
  });
}
