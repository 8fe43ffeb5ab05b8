// The guards: with errors, with errors after JSON or a message to a thread, and with objects that only look like errors.
import assert from "node:assert/strict";
import { test } from "node:test";
import { MessageChannel, receiveMessageOnPort } from "node:worker_threads";
import * as botwire from "botwire";

const { Bot } = botwire;
const bot = (fetch, options) => new Bot({ baseUrl: "https://service.example", token: "1:a", fetch, ...options });
const caught = (call) => call.catch((error) => error);
const failing = async () => { throw new TypeError("fetch failed"); };

const ERRORS = {
  Validation: await caught(bot(failing).sendMessage({})),
  Api: await caught(bot(async () => Response.json({ ok: false, error_code: 429, description: "Slow down", parameters: { retry_after: 5 } })).getMe()),
  Http: await caught(bot(async () => new Response("x", { status: 502 })).getMe()),
  Network: await caught(bot(failing).getMe()),
  Timeout: await caught(bot(() => new Promise(() => {}), { timeoutMs: 1 }).getMe()),
  Aborted: await caught(bot(failing).getMe({}, { signal: AbortSignal.abort() })),
};
const GUARDS = Object.entries(botwire).filter(([name]) => /^is\w+Error$/.test(name) && !/Transient/.test(name));

const WAYS = {
  itself: (error) => error,
  JSON: (error) => JSON.parse(JSON.stringify(error)),
  "structuredClone of toJSON()": (error) => structuredClone(error.toJSON()),
  "a message to a thread": (error) => {
    const { port1, port2 } = new MessageChannel();
    port1.postMessage(error.toJSON());
    return receiveMessageOnPort(port2).message;
  },
};

for (const [way, send] of Object.entries(WAYS)) {
  for (const [name, error] of Object.entries(ERRORS)) {
    test(`${name}Error, ${way}`, () => {
      assert.equal(error.name, `${name}Error`);
      const received = send(error);
      for (const [guard, is] of GUARDS) assert.equal(is(received), guard === `is${name}Error` || guard === "isBotwireError", guard);
      assert.equal(botwire.isTransientError(received), botwire.isTransientError(error));
    });
  }
}

test("what only looks like one is refused", () => {
  const odd = [
    undefined, null, "validation", { kind: "validation" }, { kind: "other", method: "a", message: "b" }, { method: "a", message: "b" },
    { kind: "api", method: 5, message: "b" }, { kind: "api", method: "a" }, new Error("x"), Object.assign(new Error("x"), { kind: "api" }),
    new Proxy({}, { get: () => assert.fail() }),
  ];
  const all = [...GUARDS, ["isTransientError", botwire.isTransientError]];
  for (const value of odd) for (const [guard, is] of all) assert.equal(is(value), false, guard);
});

test("a foreign error in the form of one is cleaned like any other", async () => {
  const forged = { name: "NetworkError", kind: "network", method: "getMe", message: "https://service.example/bot1:secret-secret/getMe" };
  const error = await caught(new Bot({ baseUrl: "https://service.example", token: "1:secret-secret", fetch: () => Promise.reject(forged) }).getMe());
  assert.equal(botwire.isNetworkError(error), true);
  assert.notEqual(error, forged);
  assert.doesNotMatch(JSON.stringify(error), /secret/);
});
