// An emulator for the tests of odd values: its handles with valid arguments, and checks to run afterwards.

import assert from "node:assert/strict";
import { mock } from "node:test";

import { createEmulator } from "botwire/emulator";

import { result } from "./started.mjs";

export const URL_OF_FILE = "https://files.test/a.png";

/** Asserts that a call failed with a real Error that does not come from the wasm. */
export function assertReal(error, what) {
  assert.ok(error instanceof Error, `${what}: threw ${typeof error}`);
  assert.ok(!(error instanceof WebAssembly.RuntimeError), `${what}: ${error.stack}`);
  assert.doesNotMatch(String(error.message), /memory access|unreachable|null pointer|recursive use|is not a function or its return/, `${what}: ${error.stack}`);
  assert.notEqual(error.message, "", what);
}

/** Makes a call, and lets all timers of it ring. */
export async function tried(call, what) {
  try {
    const going = Promise.resolve(call());
    let over = false;
    const ended = () => void (over = true);
    going.then(ended, ended);
    while (!over) {
      await new Promise(setImmediate);
      mock.timers.tick(0x7fffffff);
    }
    return await going;
  } catch (error) {
    assertReal(error, what);
    return undefined;
  }
}

/** Asserts that the remaining users can converse. */
export async function converses(emulator) {
  emulator.clearFaults();
  emulator.webhook = undefined;
  await result(emulator, "setWebhook", { url: "" });
  const user = emulator.user();
  const { message_id } = user.write("hello");
  await result(emulator, "sendMessage", { chat_id: user.id, text: "hi", reply_to_message_id: message_id });
  assert.equal((await user.nextMessage()).text, "hi");
  const form = new FormData();
  form.append("chat_id", String(user.id));
  form.append("document", new Blob(["file"]), "a.txt");
  const sent = await (await emulator.fetch(`${emulator.baseUrl}/bot${emulator.token}/sendDocument`, { method: "POST", body: form })).json();
  assert.equal(new TextDecoder().decode(emulator.file(sent.result.document.file_id).data), "file");
  assert.ok(emulator.log().length > 0 && emulator.save().length > 0);
}

/** All functions of the handles, with arguments that are right for them. */
function surface(emulator, alice, chat, press) {
  const file = () => ({ data: "x", name: "a.png", type: "image/png" });
  const results = { query: "1", results: [] };
  return {
    emulator: [emulator, {
      fetch: [`${emulator.baseUrl}/bot${emulator.token}/getMe`, {}],
      request: [{ method: "GET", target: `/bot${emulator.token}/getMe`, contentType: "", body: new Uint8Array() }],
      user: [{ first_name: "Bob" }],
      chat: [{ type: "group", creator: alice, members: [alice] }],
      game: ["game", { title: "Game" }],
      chats: [],
      fault: [{ kind: "slow", millis: 1, times: 1 }],
      method: ["sendPoll", () => true],
      answer: ["setMyCommands", true],
      deliver: [{ poll: {} }, { bot: emulator.bot }],
      clearFaults: [],
      host: [URL_OF_FILE, file()],
      file: ["file", emulator.bot],
      watch: [() => {}],
      save: [],
      act: ["write", { user: alice.id, text: "hi" }, file()],
      log: [0],
      settle: [],
      advance: ["1ms"],
    }],
    user: [alice, {
      write: ["hi", {}],
      send: [file(), { caption: "c" }],
      edit: [1, "better", {}],
      logIn: ["bot.example", {}],
      delete: [1, {}],
      forward: [1, { from: {}, to: {} }],
      messages: [{}],
      nextMessage: [{ timeoutMs: 1 }],
      message: [1, {}],
      nextEdit: [{ timeoutMs: 1 }],
      keyboard: [{}],
      action: [{}],
      press: ["Yes", {}],
      play: [{ message_id: 1 }, {}],
      type: ["cats", { timeoutMs: 1 }],
      choose: [results, "1", {}],
      switchToBot: [results, {}],
      pay: [{ message_id: 1 }, { timeoutMs: 1 }],
      join: [chat],
      leave: [chat],
      block: [{}],
      unblock: [{}],
      setPhoto: [file()],
    }],
    chat: [chat, {
      messages: [0],
      nextMessage: [{ timeoutMs: 1 }],
      members: [],
      add: [alice, alice],
      remove: [alice, { by: alice }],
      promote: [alice, {}, alice],
      setTitle: ["Title", alice],
      setPhoto: [file(), alice],
      pin: [1, alice],
      inviteLink: [alice],
      migrate: [],
      action: [],
    }],
    press: [press, { answer: [{ timeoutMs: 1 }] }],
  };
}

async function pressed(emulator, alice) {
  const markup = JSON.stringify({ inline_keyboard: [[{ text: "Yes", callback_data: "y" }]] });
  await emulator.fetch(`${emulator.baseUrl}/bot${emulator.token}/sendMessage?chat_id=${alice.id}&text=x&reply_markup=${encodeURIComponent(markup)}`);
  return alice.press("Yes");
}

export async function world() {
  const emulator = createEmulator({ now: () => 1e12, longestPoll: 0 });
  const alice = emulator.user({ first_name: "Alice" });
  alice.write("first");
  const press = await pressed(emulator, alice);
  const chat = emulator.chat({ type: "group", creator: alice, administrators: [emulator.bot] });
  mock.timers.enable({ apis: ["setTimeout"] });
  return { emulator, handles: surface(emulator, alice, chat, press) };
}
