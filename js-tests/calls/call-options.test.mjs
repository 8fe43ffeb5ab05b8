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

test("httpMethod GET sends the parameters in the URL, without a body, whatever the encoding", async () => {
  for (const encoding of [undefined, "json", "form", "query", "multipart"]) {
    const sent = [];
    const fetch = async (...request) => (sent.push(request), answer(true));
    const bot = new Bot({ ...BOT, fetch });
    await bot.sendMessage({ chat_id: 1, text: "a b" }, { httpMethod: "GET", encoding });
    await bot.getMe({}, { httpMethod: "GET", encoding });
    const [[url, { method, body }], [bare]] = sent;
    assert.deepEqual([url, method, body], ["https://bots.example/bot1:TOKEN/sendMessage?chat_id=1&text=a+b", "GET", undefined]);
    assert.equal(bare, "https://bots.example/bot1:TOKEN/getMe");
  }
});

test("without parameters a body is {} as JSON, empty as a form, and none in multipart, where some servers refuse one without parts", async () => {
  const bodies = {};
  for (const encoding of ["json", "form", "multipart"]) {
    const fetch = async (_, { body, headers }) => ((bodies[encoding] = [body, headers?.["content-type"]]), answer(true));
    await new Bot({ ...BOT, fetch, encoding }).getMe();
  }
  assert.deepEqual(bodies, { json: ["{}", "application/json"], form: ["", "application/x-www-form-urlencoded"], multipart: [undefined, undefined] });
});

test("a file makes a POST of a bot's GET, and refuses that of a call", async () => {
  let method;
  const fetch = async (_, init) => ((method = init.method), answer(true));
  const bot = new Bot({ ...BOT, fetch, httpMethod: "GET" });
  const params = { chat_id: 1, document: new Uint8Array(3) };
  await bot.sendDocument(params);
  assert.equal(method, "POST");
  method = undefined;
  const error = await bot.sendDocument(params, { httpMethod: "GET" }).catch((caught) => caught);
  assert.deepEqual([error.kind, error.method, error.path], ["validation", "sendDocument", "httpMethod"]);
  assert.equal(error.message, 'sendDocument: httpMethod: expected "POST", which a file needs, got "GET"');
  assert.equal(method, undefined);
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

test("followMigration of a call is called with the move", async () => {
  const migrations = [];
  const fetch = async (_, { body }) => (JSON.parse(body).chat_id === -1 ? moved() : answer(true));
  const followMigration = (...move) => void migrations.push(move);
  await new Bot({ ...BOT, fetch }).sendMessage({ chat_id: -1, text: "hi" }, { followMigration });
  assert.deepEqual(migrations, [[-1, -1002, "sendMessage"]]);
});

test("followMigration follows nothing where no chat moved", async () => {
  for (const [method, params, failure] of [
    ["sendMessage", { chat_id: -1, text: "hi" }, { ok: false, error_code: 400, description: "no" }],
    ["sendMessage", { chat_id: -1, text: "hi" }, { ok: false, error_code: 400, description: "no", parameters: { migrate_to_chat_id: "-5" } }],
    ["getMe", {}, { ok: false, error_code: 400, description: "moved", parameters: { migrate_to_chat_id: -5 } }],
  ]) {
    let calls = 0;
    const fetch = async () => (calls++, Response.json(failure, { status: 400 }));
    const followMigration = () => assert.fail("called");
    const error = await new Bot({ ...BOT, fetch }).call(method, params, { followMigration }).catch((caught) => caught);
    assert.deepEqual([error.kind, error.description, calls], ["api", failure.description, 1]);
  }
});

test("a fetch is given a signal only where there is a timeout or a signal", async () => {
  const hasSignal = [];
  const fetch = async (_, init) => (hasSignal.push("signal" in init), answer(true));
  const bot = new Bot({ ...BOT, fetch });
  await bot.getMe({}, { timeoutMs: 0 });
  await bot.getMe();
  await bot.getMe({}, { timeoutMs: 0, signal: new AbortController().signal });
  assert.deepEqual(hasSignal, [false, true, true]);
});

for (const [name, value] of [["fetch", "no"], ["fetch", null], ["followMigration", 1], ["followMigration", null]]) {
  test(`${name}: ${value} of a call is refused`, async () => {
    const bot = new Bot({ ...BOT, fetch: () => assert.fail("sent") });
    const error = await bot.getMe({}, { [name]: value }).catch((caught) => caught);
    assert.deepEqual([error.kind, error.method, error.path], ["validation", "getMe", name]);
  });
}
