// `GET /user/events`: a client that reconnects gets the events it has missed, or learns that they are lost.

import assert from "node:assert/strict";
import { connect } from "node:net";
import { beforeEach, test } from "node:test";
import { setTimeout } from "node:timers/promises";

import { PATIENCE } from "../support/eventually.mjs";
import { mulberry32 } from "../support/random.mjs";
import { served } from "./started.mjs";

let emulator, server, call;
beforeEach(async () => ({ emulator, server, call } = await served({ bots: [{ token: "77:secretOfTheBot" }] })));

/** The events of a stream, which `until` reads up to the first that fits. */
async function connected(headers = {}, query = "") {
  const stop = new AbortController();
  const response = await fetch(`${server.url}/user/events${query}`, { headers, signal: stop.signal });
  assert.equal(response.headers.get("content-type"), "text/event-stream");
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const events = [];
  let text = "";
  let read = 0;
  const until = async (fits) => {
    for (;;) {
      for (; read < events.length; read++) if (fits(events[read])) return events[read++];
      const { value = "", done } = await Promise.race([reader.read(), setTimeout(PATIENCE, { done: true }, { ref: false })]);
      assert.ok(!done, `no such event: ${fits} after ${JSON.stringify(events.slice(-5))}`);
      const parts = (text + value).split("\n\n");
      text = parts.pop();
      for (const part of parts) {
        const [, id, data] = /^id: (\S+)\ndata: (.*)$/.exec(part) ?? [];
        if (data !== undefined) events.push({ id, ...JSON.parse(data) });
      }
    }
  };
  const kind = (name) => until((event) => event.kind === name);
  return { events, until, kind, close: () => stop.abort() };
}

test("messages, edits, deletions and actions of users and bots are sent with their chat", async () => {
  const alice = emulator.user({ first_name: "Alice" });
  alice.write("before");
  const stream = await connected();
  assert.equal((await stream.kind("open")).missed, false);
  const written = alice.write("hello");
  const place = { user: alice.id, bot: 77 };
  const at = ({ user, bot, chat }) => (chat === undefined ? { user, bot } : { chat });
  const first = await stream.kind("message");
  assert.deepEqual([first.message.text, at(first)], ["hello", place]);
  const answer = await call("sendMessage", { chat_id: alice.id, text: "answer" });
  assert.equal((await stream.kind("message")).message.text, "answer");
  await call("editMessageText", { chat_id: alice.id, message_id: answer.message_id, text: "changed" });
  assert.deepEqual([at(await stream.kind("edit"))], [place]);
  alice.edit(written.message_id, "mine");
  assert.equal((await stream.kind("edit")).message.text, "mine");
  await call("sendChatAction", { chat_id: alice.id, action: "typing" });
  assert.equal((await stream.kind("action")).action, "typing");
  alice.delete(written.message_id);
  assert.equal((await stream.kind("deletion")).message_id, written.message_id);
  const group = emulator.chat({ creator: alice, members: [emulator.bot] });
  await stream.kind("people");
  alice.write("all", { chat: group });
  assert.deepEqual(at(await stream.until(({ message }) => message?.text === "all")), { chat: group.id });
  const { message_id } = await call("sendMessage", { chat_id: group.id, text: "short-lived" });
  await call("deleteMessage", { chat_id: group.id, message_id });
  const deletion = await stream.until(({ kind, chat }) => kind === "deletion" && chat === group.id);
  assert.equal(deletion.message_id, message_id);
  alice.forward(alice.write("forth", { chat: group }).message_id, { from: { chat: group } });
  assert.deepEqual(at(await stream.until(({ message }) => message?.forward_from !== undefined)), place);
  assert.ok(!stream.events.some(({ message }) => message?.text === "before"));
  stream.close();
});

test("a fixed answer may name chats that do not exist", async () => {
  emulator.answer("sendPoll", true);
  emulator.answer("sendDice", { message_id: 1, chat: { id: -5, type: "group" } });
  const alice = emulator.user();
  const stream = await connected();
  for (const chat_id of [1, -1, alice.id]) assert.equal(await call("sendPoll", { chat_id }), true);
  assert.equal((await call("sendDice", { chat_id: 1 })).message_id, 1);
  alice.write("hello");
  assert.equal((await stream.kind("message")).message.text, "hello");
  stream.close();
});

test("a call has a beginning, an entry of the log and an end; a delivery a beginning and its time", async () => {
  emulator.webhook = () => Response.json({ method: "sendMessage", chat_id: emulator.users[0].id, text: "inline" });
  const stream = await connected();
  await stream.kind("open");
  const poll = call("getUpdates", { timeout: 50 });
  const begun = await stream.kind("call");
  assert.deepEqual([begun.bot, begun.method, begun.verb], [77, "getUpdates", "POST"]);
  emulator.user().write("hello");
  assert.equal((await poll).length, 1);
  const { entry } = await stream.until(({ kind, entry }) => kind === "log" && entry.method === "getUpdates");
  const end = await stream.kind("call_end");
  assert.deepEqual([end.call, end.entry], [begun.call, entry.number]);
  await call("setWebhook", { url: `http://127.0.0.1:9/${emulator.token}` });
  const delivery = await stream.kind("delivery");
  assert.equal(delivery.update.message.text, "hello");
  const logged = await stream.until(({ entry }) => entry?.kind === "delivery");
  assert.deepEqual([logged.entry.delivery, logged.entry.status, typeof logged.ms], [delivery.delivery, 200, "number"]);
  await stream.until(({ message }) => message?.text === "inline");
  await call("sendMessage", { chat_id: emulator.users[0].id, text: emulator.token });
  await stream.until(({ message }) => message?.text === "<token>");
  assert.ok(!JSON.stringify(stream.events).includes("secretOfTheBot"));
  stream.close();
});

test("changes of faults, time and people are sent, and so is a reset", async () => {
  const stream = await connected();
  await stream.kind("open");
  const remove = emulator.fault({ kind: "error", times: 2 });
  assert.deepEqual((await stream.kind("faults")).faults.map(({ kind, times }) => [kind, times]), [["error", 2]]);
  await call("getMe");
  assert.equal((await stream.kind("faults")).faults[0].times, 1);
  remove();
  assert.deepEqual((await stream.kind("faults")).faults, []);
  const now = emulator.clock.now();
  await emulator.advance("1h");
  assert.ok((await stream.kind("time")).now - now >= 3_600_000);
  emulator.user({ first_name: "Alice" });
  await stream.kind("people");
  await fetch(`${server.url}/user/reset`, { method: "POST" });
  await stream.kind("reset");
  emulator.user({ first_name: "Bob" }).write("after the reset");
  assert.equal((await stream.kind("message")).message.text, "after the reset");
  stream.close();
});

test("who comes back with the cursor gets what happened meanwhile, and nothing twice", async () => {
  const alice = emulator.user();
  const first = await connected();
  await first.kind("open");
  alice.write("one");
  const { id } = await first.kind("message");
  first.close();
  for (const text of ["two", "three"]) alice.write(text);
  for (const second of [await connected({ "last-event-id": id }), await connected({}, `?after=${id}`)]) {
    assert.equal((await second.kind("open")).missed, false);
    alice.write("four");
    const texts = [];
    while (texts.at(-1) !== "four") texts.push((await second.kind("message")).message.text);
    assert.deepEqual(texts.slice(0, 3), ["two", "three", "four"]);
    second.close();
  }
});

test("a client whose connections end at random moments, in the middle of events too, misses nothing and gets nothing twice", async () => {
  const [MESSAGES, seed] = [400, Date.now() % 2 ** 31];
  const random = mulberry32(seed);
  const alice = emulator.user();
  let [text, cursor, connections, written] = ["", "", 0, 0];
  const seen = [];
  const take = () => {
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const [, id, data] = /^id: (\S+)\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
      text = text.slice(end + 2);
      if (id === undefined) continue;
      cursor = id;
      const { kind, missed, message } = JSON.parse(data);
      assert.notEqual(missed, true, `seed ${seed}`);
      if (kind === "message") seen.push(Number(message.text));
    }
  };
  while (seen.length < MESSAGES) {
    const socket = connect(server.port, "127.0.0.1");
    connections += 1;
    text = "";
    socket.write(`GET /user/events HTTP/1.0\r\nhost: localhost\r\n${cursor && `last-event-id: ${cursor}\r\n`}\r\n`);
    // Cuts the connection in the head, in the replay, or later.
    let remaining = 1 + Math.floor(random() * 8_000);
    for await (const chunk of socket) {
      text += chunk.toString("latin1", 0, remaining);
      remaining -= chunk.length;
      text = text.replace(/^HTTP[^]*?\r\n\r\n/, "");
      if (!text.startsWith("HTTP")) take();
      const next = 1 + Math.floor(random() * 40);
      for (let count = 0; count < next && cursor !== "" && written < MESSAGES; count += 1) alice.write(String((written += 1)));
      if (remaining <= 0 || (written === MESSAGES && seen.length === MESSAGES)) break;
    }
  }
  assert.deepEqual(seen, Array.from({ length: MESSAGES }, (_, index) => index + 1), `seed ${seed}`);
  assert.ok(connections > 5, `${connections} connections`);
});

test("a client whose cursor is too old, or from another start, learns that it has missed events", async () => {
  const alice = emulator.user();
  const first = await connected();
  const { id } = await first.kind("open");
  first.close();
  for (let message = 0; message < 5001; message++) alice.write("x");
  for (const cursor of [id, "another.5", "nonsense", `${id}0000000`]) {
    const second = await connected({ "last-event-id": cursor });
    assert.equal((await second.kind("open")).missed, true, cursor);
    alice.write("now");
    assert.equal((await second.kind("message")).message.text, "now");
    second.close();
  }
});

test("a call that any chat fits, such as one with a fixed result, does not end the emulator", async () => {
  emulator.user({ first_name: "Alice" });
  emulator.answer("sendPaidMedia", { message_id: 1 });
  const stream = await connected();
  await stream.kind("open");
  for (const chat_id of [1, -1, 1e15]) assert.deepEqual(await call("sendPaidMedia", { chat_id }), { message_id: 1 });
  emulator.answer("sendPaidMedia", { message_id: 1, chat: { id: 1 } });
  await call("sendPaidMedia");
  emulator.act("write", { text: "still there" });
  assert.equal((await stream.kind("message")).message.text, "still there");
  stream.close();
});
