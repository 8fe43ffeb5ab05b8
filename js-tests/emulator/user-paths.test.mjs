// The control path beyond actions: a user's view, files, snapshots, reset, the bots' presence.

import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { beforeEach, test } from "node:test";

import { eventually } from "../support/eventually.mjs";
import { served } from "./started.mjs";

let emulator, server, ask, json, post, call;
let hook;
beforeEach(async () => {
  hook = () => new Response("ok");
  const options = { bots: [{ token: "77:secretOfTheBot" }], webhook: (request) => hook(request) };
  ({ emulator, server, ask, json, post, call } = await served(options));
});

const bots = async () => (await json("/user/bots")).result.bots;

test("a view has the messages, keyboard, action and members of a chat, and takes no other parameters", async () => {
  const alice = emulator.user({ first_name: "Alice" });
  const group = emulator.chat({ creator: alice, members: [emulator.bot] });
  const { message_id } = alice.write("one");
  alice.write("two");
  await call("sendMessage", { chat_id: alice.id, text: "three", reply_markup: { keyboard: [[{ text: "A" }]] } });
  await call("sendChatAction", { chat_id: alice.id, action: "typing" });
  const { result } = await json(`/user/view?user=${alice.id}&after=${message_id}`);
  assert.deepEqual(result.messages.map(({ text }) => text), ["two", "three"]);
  assert.equal(result.keyboard.keyboard[0][0].text, "A");
  assert.equal(result.action, "typing");
  const shared = (await json(`/user/view?user=${alice.id}&chat=${group.id}`)).result;
  assert.equal(shared.chat.id, group.id);
  assert.equal(shared.members.length, 2);
  for (const [path, expected] of [
    ["/user/view?usr=5", /^Bad Request: \/user\/view: expected user, bot, chat, after in the query, got usr/],
    ["/user/view?user=5", /user not found/],
    ["/user/bots?bot=5", /expected nothing in the query, got bot/],
    ["/user/snapshot?name=a", /expected nothing in the query, got name/],
    ["/user/events?before=5", /^Bad Request: \/user\/events: expected after in the query, got before/],
    ["/user/file/x?user=5", /expected bot in the query, got user/],
    ["/user/file/x", /file/],
  ]) {
    const answer = await json(path);
    assert.equal(answer.ok, false);
    assert.match(answer.description, expected);
  }
});

test("a file is read without the token, with ranges; what a page could run is only saved", async () => {
  const alice = emulator.user();
  const picture = await alice.send({ data: new Uint8Array([1, 2, 3, 4]), name: "it's.bin", type: "video/mp4" });
  const found = await ask(`/user/file/${picture.video.file_id}`, { headers: { range: "bytes=1-2" } });
  assert.equal(found.status, 206);
  assert.deepEqual([...new Uint8Array(await found.arrayBuffer())], [2, 3]);
  assert.match(found.headers.get("content-disposition"), /^inline; /);
  for (const type of ["text/html", "image/svg+xml", "application/pdf"]) {
    const { document } = await alice.send({ data: "<script>1</script>", name: "a\r\nb.html", type }, { type: "document" });
    const answer = await ask(`/user/file/${document.file_id}`);
    assert.match(answer.headers.get("content-disposition"), /^attachment; filename\*=UTF-8''[\w%.-]+$/);
    assert.equal(answer.headers.get("content-security-policy"), "sandbox; default-src 'none'");
    assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
  }
});

test("a snapshot has no token, and loading it brings everything back with greater update_ids", async () => {
  const alice = emulator.user({ first_name: "Alice" });
  alice.write(`the token is ${emulator.token}, ${encodeURIComponent(emulator.token)}`);
  const [{ update_id: first }] = await call("getUpdates");
  const saved = new Uint8Array(await (await ask("/user/snapshot")).arrayBuffer());
  const text = new TextDecoder().decode(saved);
  assert.ok(!text.includes("secretOfTheBot") && text.includes("<token of 77>"));
  alice.write("after");
  const ids = [(await call("getUpdates")).at(-1).update_id];
  for (let round = 0; round < 3; round++) {
    assert.deepEqual(await post("/user/snapshot", saved), { ok: true, result: true });
    assert.equal(emulator.users[0].messages().length, 1);
    assert.equal(emulator.users[0].messages()[0].text.startsWith("the token is 77:secretOfTheBot"), true);
    const updates = await call("getUpdates");
    assert.equal(updates.length, 1, "what waited still waits");
    assert.ok(updates[0].update_id > Math.max(first, ...ids), "under a number that the bot has not confirmed");
    emulator.users[0].write("again");
    const { update_id } = (await call("getUpdates")).at(-1);
    assert.ok(update_id > ids.at(-1), `${update_id} after ${ids}`);
    ids.push(update_id);
  }
  for (const [bytes, expected] of [
    [new Uint8Array(5), /not a snapshot/],
    [saved.subarray(0, saved.length - 1), /damaged/],
    [saved.with(saved.length - 3, 65), /damaged/],
  ]) {
    assert.match((await post("/user/snapshot", bytes)).description, expected);
  }
  const other = await served({ bots: [{ token: "78:other" }] });
  assert.match((await other.post("/user/snapshot", saved)).description, /another bot, whose identifier is 77/);
  const renewed = await served({ bots: [{ token: "77:renewed" }] });
  assert.equal((await renewed.post("/user/snapshot", saved)).ok, true);
  assert.equal((await renewed.ask("/bot77:renewed/getMe")).status, 200);
});

test("a reset keeps the bot and its webhook, and nothing else", async () => {
  await call("setWebhook", { url: "http://127.0.0.1:9/hook", max_connections: 3 });
  emulator.user({ first_name: "Alice" }).write("hello");
  await emulator.settle();
  const poll = json("/user/log");
  await poll;
  assert.deepEqual(await post("/user/reset"), { ok: true, result: true });
  assert.deepEqual([emulator.users.length, emulator.act("users").length, emulator.chats().length], [0, 0, 0]);
  const info = await call("getWebhookInfo");
  assert.deepEqual([info.url, info.max_connections], ["http://127.0.0.1:9/hook", 3]);
  const got = [];
  hook = async (request) => (got.push(await request.json()), new Response("ok"));
  emulator.user({ first_name: "Bob" }).write("new");
  await emulator.settle();
  assert.equal(got[0].message.text, "new");
});

test("a bot that polls gets each message once across resets and snapshots, also with a second bot", async () => {
  const other = emulator.act("add_bot", { token: "88:secretOfTheOther" });
  await post("/user/reset");
  emulator.act("add_bot", { token: other.token });
  const start = new Uint8Array(await (await ask("/user/snapshot")).arrayBuffer());
  let offset = 0;
  const poll = async () => {
    const updates = await call("getUpdates", { offset });
    offset = (updates.at(-1)?.update_id ?? offset - 1) + 1;
    return updates.map(({ message }) => message.text);
  };
  for (const goBack of [() => post("/user/reset"), () => post("/user/snapshot", start), () => post("/user/reset")]) {
    // The greatest numbers are those of the other bot.
    const alice = emulator.user({ first_name: "Alice" });
    for (const text of ["a", "b", "c"]) {
      alice.write(text);
      assert.deepEqual(await poll(), [text]);
    }
    await goBack();
  }
  emulator.user().write("the last");
  assert.deepEqual(await poll(), ["the last"]);
});

test("a reset ends long polls without updates", async () => {
  const poll = call("getUpdates", { timeout: 50 });
  while (!(await bots())[0].polling) await new Promise((resolve) => setImmediate(resolve));
  await post("/user/reset");
  assert.deepEqual(await poll, []);
  assert.equal((await bots())[0].polling, false);
});

test("the presence of a bot: nothing, a poll, a webhook that fails, the retry, and one that comes back", async () => {
  assert.deepEqual((await bots()).map(({ polling, webhook, failing, user }) => [user.id, polling, webhook, failing]), [[77, false, undefined, 0]]);
  const alice = emulator.user();
  alice.write("hello");
  assert.match((await json("/user/bots")).result.waiting, /^1 update waits for getUpdates/);
  await call("getUpdates", { offset: -1 });
  assert.equal(typeof (await bots())[0].last_poll, "number");
  hook = () => new Response("no", { status: 500 });
  await call("setWebhook", { url: "http://127.0.0.1:9/hook" });
  await emulator.settle();
  let [bot] = await bots();
  assert.equal(bot.webhook, "http://127.0.0.1:9/hook");
  assert.deepEqual([bot.failing, bot.deliveries[0].status, bot.deliveries[0].attempt, bot.next_retry - bot.deliveries[0].time], [1, 500, 1, 1000]);
  await emulator.advance(1000);
  [bot] = await bots();
  assert.deepEqual([bot.failing, bot.deliveries[0].attempt, bot.next_retry - bot.deliveries[0].time], [1, 2, 2000]);
  hook = () => new Response("ok");
  assert.deepEqual(await post("/user/retry"), { ok: true, result: true });
  await emulator.settle();
  [bot] = await bots();
  assert.deepEqual([bot.failing, bot.deliveries[0].status, bot.next_retry], [0, 200, undefined]);
  await call("deleteWebhook");
  assert.equal((await bots())[0].webhook, undefined);
  assert.equal((await post("/user/retry?bot=77")).result, false);
  assert.equal(emulator.log().filter(({ method }) => method === "getWebhookInfo").length, 0, "a look is not a call");
});

test("a call is made as the bot does, without its token", async () => {
  const alice = emulator.user();
  alice.unblock();
  const sent = (await post("/user/call", { method: "sendMessage", parameters: { chat_id: alice.id, text: "again" } })).result;
  assert.deepEqual([sent.status, sent.answer.result.text], [200, "again"]);
  const failed = (await post("/user/call", { bot: 77, method: "sendMessage", parameters: { chat_id: 1, text: "again" } })).result;
  assert.deepEqual([failed.status, failed.answer.ok], [400, false]);
  assert.deepEqual((await json("/user/log")).result.map(({ number }) => number), [sent.entry, failed.entry]);
  for (const [request, expected] of [
    [{ method: "../x" }, /call\.method: expected the name of a method/], [{ method: "getMe", bot: 5 }, /call\.bot: bot not found/],
    [{ method: "getMe", parameters: [] }, /call\.parameters: expected an Object/], [{ method: "getMe", token: 1 }, /unknown parameter: token/],
  ]) assert.match((await post("/user/call", request)).description, expected);
});

test("an update that fails is skipped, and the next one arrives", async () => {
  hook = async (request) => new Response("", { status: (await request.json()).message.text === "fails" ? 500 : 200 });
  await call("setWebhook", { url: "http://127.0.0.1:9/hook" });
  const alice = emulator.user();
  for (const text of ["fails", "one", "two"]) alice.write(text);
  await emulator.settle();
  let [bot] = await bots();
  assert.deepEqual([bot.failing, bot.waiting], [1, 3]);
  assert.deepEqual(await post("/user/skip?bot=77"), { ok: true, result: true });
  await emulator.settle();
  [bot] = await bots();
  assert.deepEqual([bot.failing, bot.waiting], [0, 0]);
  assert.equal((await post("/user/skip")).result, false);
  await call("deleteWebhook");
  alice.write("three");
  assert.equal((await post("/user/skip")).result, true);
  assert.deepEqual(await call("getUpdates"), []);
});

test("the log goes on after a reset, with durations", async () => {
  const log = async () => (await json("/user/log")).result;
  await log(); // Durations are measured from the first look on.
  await call("getMe");
  await post("/user/reset");
  await call("getMe");
  await eventually(async () => (await log()).map(({ method, ms }) => [method, typeof ms]), [["getMe", "number"], ["getMe", "number"]]);
  emulator.act("fault", { kind: "slow", millis: 1, times: 1 });
  await call("getMe");
  await eventually(async () => (await log()).at(-1).ms >= 1, true, "the delay of the fault is in it");
});

test("when the connection of a bot closes, the bot is away, and an event says so", async () => {
  const socket = connect(server.port, "127.0.0.1");
  socket.write("GET /bot77:secretOfTheBot/getMe HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await once(socket, "data");
  assert.equal((await bots())[0].connected, true);
  socket.destroy();
  await eventually(async () => (await bots())[0].connected, false);
});

test("a conversation begins without a user: the first one is created", async () => {
  for (const [name, parameters] of [["send", { file: "https://x.test/a.png" }], ["write", { text: "hi" }], ["type", { query: "cats" }]]) {
    const fresh = await served({ bots: [{ token: "77:secretOfTheBot" }] });
    const answer = await fresh.json(`/user/act/${name}`, { method: "POST", body: JSON.stringify(parameters) });
    assert.equal(answer.ok, true, answer.description);
    assert.deepEqual(fresh.emulator.act("users").map(({ first_name }) => first_name), ["Alice"]);
    const missing = await fresh.json(`/user/act/${name}`, { method: "POST", body: JSON.stringify({ ...parameters, user: 5 }) });
    assert.match(missing.description, /user not found/);
  }
});

test("a retry sets the webhook again with its secret, and drops no update that waits", async () => {
  const secrets = [];
  const webhook = (request) => (secrets.push(request.headers.get("x-secret")), new Response("no", { status: 500 }));
  const { emulator, call, post } = await served({ compat: true, secretHeader: "x-secret", webhook });
  await call("setWebhook", { url: "http://127.0.0.1:9/hook", secret_token: "first", max_connections: 7, drop_pending_updates: true });
  emulator.user().write("hello");
  await emulator.settle();
  assert.deepEqual(await post("/user/retry"), { ok: true, result: true });
  await emulator.settle();
  assert.deepEqual([secrets, emulator.act("queue").length, (await call("getWebhookInfo")).max_connections], [["first", "first"], 1, 7]);
});
