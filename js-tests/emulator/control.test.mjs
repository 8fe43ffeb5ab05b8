// The user's side over HTTP as curl uses it: what has a default, what only reads, and what is refused in a sentence.

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { createEmulator, serve } from "botwire/emulator";

let emulator;
let server;
beforeEach(async () => {
  emulator = createEmulator();
  server = await serve(emulator, { port: 0 });
});
afterEach(() => {
  emulator.close();
  return server.close();
});

const json = async (path, init) => (await fetch(`${server.url}${path}`, init)).json();
const post = (path, body) => json(path, { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) });
const call = async (method, parameters) => {
  const body = JSON.stringify(parameters);
  return (await json(`/bot${emulator.token}/${method}`, { method: "POST", headers: { "content-type": "application/json" }, body })).result;
};

test("a press needs no message_id, by curl as in JavaScript", async () => {
  const alice = emulator.user();
  alice.unblock();
  const send = (reply_markup) => call("sendMessage", { chat_id: alice.id, text: "?", reply_markup });
  const inline = (text, callback_data) => send({ inline_keyboard: [[{ text, callback_data }]] });
  await inline("Press me", "old");
  await inline("Press me", "new");
  await send({ keyboard: [[{ text: "Press me" }, { text: "Home" }]] });
  const pressed = async (press) => {
    await press();
    const updates = await call("getUpdates", {});
    await call("getUpdates", { offset: updates.at(-1).update_id + 1 });
    const { callback_query, message } = updates.at(-1);
    return callback_query?.data ?? message.text;
  };
  for (const [button, given, expected] of [
    ["Press me", { text: "Press me" }, "new"],
    ["Home", { text: "Home" }, "Home"],
    [[0, 0], { row: 0, column: 0 }, "new"],
    [[0, 1], { row: 0, column: 1 }, "Home"],
  ]) {
    assert.equal(await pressed(() => post("/user/act/press", given)), expected);
    assert.equal(await pressed(() => alice.press(button)), expected);
  }
  const message = 'Bad Request: button not found: "Away"; there are "Press me", "Home", "Press me"';
  assert.equal((await post("/user/act/press", { text: "Away" })).description, message);
  assert.throws(() => alice.press("Away"), { message });
});

test("who reads messages is not created", async () => {
  assert.deepEqual(await json("/user/messages"), { ok: true, result: [] });
  assert.deepEqual(await json("/user/messages?user=5"), { ok: true, result: [] });
  assert.deepEqual(emulator.act("users"), []);
  const { result } = await post("/user/write", "hi");
  assert.equal(result.from.username, "alice");
  assert.equal((await json("/user/messages")).result[0].text, "hi");
  assert.equal((await json(`/user/messages?user=${result.from.id}`)).result.length, 1);
  const { result: other } = await post("/user/write", { text: "hello", user: 5 });
  assert.equal(other.from.id, 5);
});

test("a write and a look at messages take the fields of their actions, and no others", async () => {
  const alice = emulator.user({ username: "alice" });
  const group = emulator.chat();
  assert.equal((await post("/user/write", { text: "a", chat: group.id })).result.chat.id, group.id);
  assert.equal((await post(`/user/write?chat=${group.id}`, "b")).result.chat.id, group.id);
  const { result } = await json(`/user/messages?chat=${group.id}&after=1`);
  assert.deepEqual(result.slice(-2).map(({ text }) => text), ["a", "b"]);
  for (const [answer, expected] of [
    [post("/user/write", { text: "a", usr: 5 }), /^Bad Request: write\.usr: .*chat/],
    [post("/user/write", { user: alice.id }), /^Bad Request: write\.text: expected a String \(the fields are text, .*\), got nothing/],
    [post("/user/write?usr=5", "a"), /^Bad Request: write\.usr: .*chat/],
    [json("/user/messages?usr=5"), /^Bad Request: messages\.usr: .*chat/],
    [json("/user/messages?user="), /^user: expected a number, got nothing/],
    [json("/user/log?user=5"), /^Bad Request: \/user\/log: expected after in the query, got user/],
    [post("/user/act/write?user=5", { text: "a" }), /^Bad Request: \/user\/act\/write: expected nothing in the query, got user/],
    [post("/user/advance?seconds=5", "5s"), /^Bad Request: \/user\/advance: expected nothing in the query, got seconds/],
  ]) {
    assert.match((await answer).description, expected);
  }
  assert.equal(alice.messages().length, 0);
});

test("the clock moves by milliseconds or by a duration", async () => {
  const time = async () => (await post("/user/write", "now")).result.date;
  const before = await time();
  for (const duration of ["3600000", "1h"]) assert.equal((await post("/user/advance", duration)).ok, true);
  assert.ok(await time() - before >= 7200);
  assert.match((await post("/user/advance", "1 hour")).description, /expected milliseconds or a duration such as "25h"/);
});

test("the fields say what is sent, by curl as in JavaScript", async () => {
  const alice = emulator.user();
  for (const [given, kind] of [
    [{ latitude: 1, longitude: 2 }, "location"],
    [{ latitude: 1, longitude: 2, title: "t", address: "a" }, "venue"],
    [{ phone_number: "+1", first_name: "Bob" }, "contact"],
  ]) {
    assert.equal(typeof (await post("/user/act/send", given)).result[kind], "object", kind);
    assert.equal(typeof (await alice.send(given))[kind], "object", kind);
  }
  const { description } = await post("/user/act/send", { caption: "x" });
  assert.equal(description, "Bad Request: send needs a file, latitude and longitude, or phone_number and first_name");
});

test("a body that is no JSON object is a Bad Request that says so, without the body", async () => {
  for (const body of ["notjson", "{", "[]", "5", "null", '"x"', emulator.token]) {
    const { ok, error_code, description } = await post("/user/act/write", body);
    assert.deepEqual([ok, error_code, description], [false, 400, "Bad Request: the body: expected a JSON object"], body);
  }
});

test("nobody writes an empty text", async () => {
  for (const body of ["", " \n", '{"text":""}']) {
    assert.equal((await post("/user/write", body)).description, "Bad Request: message text is empty", body);
  }
  assert.throws(() => emulator.user().write(""), { message: "Bad Request: message text is empty" });
});
