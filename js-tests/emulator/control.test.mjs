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
