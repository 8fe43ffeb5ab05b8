// The user's side over HTTP as curl uses it: defaults, read-only requests, and errors in a sentence.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { served } from "./started.mjs";

let emulator, json, post, call;
beforeEach(async () => ({ emulator, json, post, call } = await served()));

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
  for (const [button, input, expected] of [
    ["Press me", { text: "Press me" }, "new"],
    ["Home", { text: "Home" }, "Home"],
    [[0, 0], { row: 0, column: 0 }, "new"],
    [[0, 1], { row: 0, column: 1 }, "Home"],
  ]) {
    assert.equal(await pressed(() => post("/user/act/press", input)), expected);
    assert.equal(await pressed(() => alice.press(button)), expected);
  }
  const message = 'Bad Request: button not found: "Away"; there are "Press me", "Home", "Press me"';
  assert.equal((await post("/user/act/press", { text: "Away" })).description, message);
  assert.throws(() => alice.press("Away"), { message });
});

test("who reads messages is not created", async () => {
  assert.deepEqual(await json("/user/messages"), { ok: true, result: [] });
  assert.equal((await json("/user/messages?user=5")).description, "Bad Request: user not found");
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
    [json("/user/messages?user="), /^Bad Request: messages\.user: expected an Integer, got ""/],
    [json("/user/messages?user=alice"), /^Bad Request: messages\.user: expected an Integer, got "alice"/],
    [json("/user/messages?text=a"), /^Bad Request: messages\.text: expected one of the fields .*, got an unknown field/],
    [json("/user/messages?user=77"), /^Bad Request: user not found/],
    [json("/user/messages?bot=77"), /^Bad Request: bot not found/],
    [json("/user/messages?chat=-77"), /^Bad Request: chat not found/],
    [json("/user/log?after=a"), /^after: expected a number, got a string/],
    [post("/user/act/join", {}), /^Bad Request: join needs a chat or a link/],
    [json("/user/log?user=5"), /^Bad Request: \/user\/log: expected after in the query, got user/],
    [post("/user/act/write?user=5", { text: "a" }), /^Bad Request: \/user\/act\/write: expected nothing in the query, got user/],
    [post("/user/advance?seconds=5", "5s"), /^Bad Request: \/user\/advance: expected nothing in the query, got seconds/],
  ]) {
    assert.match((await answer).description, expected);
  }
  assert.equal(alice.messages().length, 0);
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

test("a file is sent by a form, as curl -F does", async () => {
  const form = (fields) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, ...[value].flat());
    return body;
  };
  const act = (name, body) => json(`/user/act/${name}`, { method: "POST", body });
  const png = new Uint8Array(300_000).fill(7);
  const alice = emulator.user();
  const group = emulator.chat();
  alice.write("first");
  const { result } = await act("send", form({ file: [new Blob([png], { type: "image/png" }), "a.png"], caption: "123", chat: String(group.id) }));
  assert.deepEqual([result.chat.id, result.caption, result.photo.at(-1).file_size], [group.id, "123", png.length]);
  assert.deepEqual(emulator.file(result.photo.at(-1).file_id).data, png);
  const sent = await act("send", form({ file: [new Blob([png], { type: "video/mp4" }), "v.mp4"], duration: "5", reply_to_message_id: "1", user: String(alice.id) }));
  assert.deepEqual([sent.result.video.duration, sent.result.from.id], [5, alice.id]);
  // More than a body in JSON may have.
  const large = await act("send", form({ file: [new Blob([new Uint8Array(6 << 20)]), "a.bin"] }));
  assert.equal(large.result.document.file_size, 6 << 20);
  assert.equal((await act("profile_photo", form({ file: [new Blob([png], { type: "image/png" }), "a.png"] }))).ok, true);
  assert.equal((await act("send", form({ latitude: "1.5", longitude: "-2" }))).result.location.longitude, -2);
  for (const [answer, expected] of [
    [act("send", form({ file: [new Blob([png]), "a"], duration: "x" })), /^Bad Request: send\.duration: expected an Integer, got "x"/],
    [act("send", form({ file: [new Blob([png]), "a"], bogus: "1" })), /^Bad Request: send\.bogus: expected one of the fields /],
    [act("send", form({ other: [new Blob([png]), "a"] })), /^Bad Request: the body: expected one file, in the field file$/],
    [act("write", form({ file: [new Blob([png]), "a"], text: "x" })), /^Bad Request: write\.file: expected one of the fields /],
    [json("/user/act/send", { method: "POST", body: "x", headers: { "content-type": "multipart/form-data; boundary=y" } }), /^Bad Request: the body: expected multipart\/form-data$/],
  ]) {
    assert.match((await answer).description, expected);
  }
});
