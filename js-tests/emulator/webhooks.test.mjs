// Webhooks without a socket: deliveries, answers that are carried out, repeats, and the end.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { test } from "node:test";

import { Bot } from "botwire";

import { createEmulator } from "../support/closed.mjs";
import { eventually } from "../support/eventually.mjs";
import { call, started } from "./started.mjs";

/** The Update in a delivery. */
async function received(request) {
  assert.equal(request.method, "POST");
  assert.equal(request.headers.get("content-type"), "application/json");
  return await request.json();
}

test("a webhook gets updates without a socket, and its answer is carried out", async () => {
  const emulator = started();
  const alice = emulator.user();
  const urls = [];
  emulator.webhook = async (request) => {
    urls.push(request.url);
    const { message } = await received(request);
    return Response.json({ method: "sendMessage", chat_id: message.chat.id, text: `${message.text}!` });
  };
  const url = `https://bot.test/hook/${emulator.token}`;
  assert.equal((await call(emulator, "setWebhook", { url })).result, true);
  assert.equal((await call(emulator, "getUpdates")).error_code, 409);
  alice.write("one");
  alice.write("two");
  assert.equal((await alice.nextMessage()).text, "one!");
  assert.equal((await alice.nextMessage()).text, "two!");
  assert.deepEqual(urls, [url, url]);
  assert.deepEqual(emulator.log().map((entry) => entry.method ?? entry.update.message.text), [
    "setWebhook", "getUpdates", "one", "sendMessage", "two", "sendMessage",
  ]);
  assert.ok(!JSON.stringify(emulator.log()).includes(emulator.token));
});

test("a multipart answer of a webhook is carried out", async () => {
  const form = new FormData();
  for (const [name, value] of [["method", "sendMessage"], ["text", "ä"]]) form.set(name, value);
  const emulator = started({ webhook: () => new Response(form) });
  const alice = emulator.user();
  form.set("chat_id", String(alice.id));
  await call(emulator, "setWebhook", { url: "https://bot.test/" });
  alice.write("hi");
  assert.equal((await alice.nextMessage()).text, "ä");
});

test("allowHttpWebhooks says which webhooks may be plain HTTP", async () => {
  for (const [allowHttpWebhooks, local, remote] of [[undefined, true, false], ["loopback", true, false], [true, true, true], [false, false, false]]) {
    const emulator = started({ allowHttpWebhooks });
    const accepted = async (url) => (await call(emulator, "setWebhook", { url })).ok;
    const seen = [await accepted("http://localhost:1/"), await accepted("http://bot.example/")];
    assert.deepEqual(seen, [local, remote], String(allowHttpWebhooks));
  }
});

test("a failing webhook is asked again, later and later", async () => {
  let now = 1_700_000_000_000;
  const tries = [];
  const emulator = started({
    now: () => now,
    fetch: async (url, { method, body, redirect }) => {
      tries.push(Date.now());
      assert.deepEqual([url, method, redirect], ["https://bot.test/", "POST", "manual"]);
      assert.equal(JSON.parse(body).message.text, "hi");
      if (tries.length === 1) throw new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") });
      return new Response("", { status: tries.length === 2 ? 503 : 200 });
    },
  });
  await call(emulator, "setWebhook", { url: "https://bot.test/" });
  emulator.user().write("hi");
  await emulator.settle();
  let info = (await call(emulator, "getWebhookInfo")).result;
  assert.equal(info.last_error_message, "fetch failed: connect ECONNREFUSED");
  assert.equal(info.last_error_date, 1_700_000_000);
  assert.equal(info.pending_update_count, 1);
  await emulator.advance("10s");
  info = (await call(emulator, "getWebhookInfo")).result;
  assert.equal(tries.length, 3);
  assert.equal(info.last_error_message, "Wrong response from the webhook: 503");
  assert.equal(info.last_error_date, 1_700_000_001);
  assert.equal(info.pending_update_count, 0);
});

test("getWebhookInfo says what a webhook gives in place of a Response", async () => {
  const emulator = createEmulator();
  const bot = new Bot({ baseUrl: emulator.baseUrl, token: emulator.token, fetch: emulator.fetch });
  await bot.setWebhook({ url: "https://bot.example/hook" });
  for (const [input, kind] of [[undefined, "nothing"], [null, "null"], ["ok", "a string"], [200, "200"]]) {
    emulator.webhook = () => input;
    emulator.user().write("hi");
    await emulator.settle().catch(() => {});
    const { last_error_message } = await bot.getWebhookInfo();
    assert.equal(last_error_message, `the webhook's response: expected a Response, got ${kind}`);
  }
  emulator.close();
});

test("a closed emulator says so", async () => {
  const emulator = createEmulator();
  const alice = emulator.user();
  const waiting = call(emulator, "getUpdates", { timeout: 50 });
  await new Promise((resolve) => setTimeout(resolve, 5));
  emulator.close();
  emulator.close();
  await assert.rejects(waiting, /closed/);
  await assert.rejects(emulator.fetch("https://emulator.test/"), /closed/);
  assert.throws(() => alice.write("hi"), /closed/);
});

test("closing ends deliveries that hang, and leaves no timer behind", async () => {
  let ended;
  const emulator = createEmulator({ webhook: ({ signal }) => new Promise(() => (ended = once(signal, "abort"))) });
  await call(emulator, "setWebhook", { url: "https://bot.test/" });
  emulator.user().write("hi");
  const settled = emulator.settle();
  emulator.close();
  await settled;
  await ended;
  assert.ok(!process.getActiveResourcesInfo().includes("Timeout"));
});

test("a webhook with https on this machine, whose server has no TLS, is explained", async () => {
  const server = createServer((_, response) => response.end()).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const emulator = started();
    await call(emulator, "setWebhook", { url: `https://127.0.0.1:${server.address().port}/` });
    emulator.user().write("hi");
    await eventually(() => emulator.log().at(-1).error, "this server answers without TLS: set the webhook to a URL that begins with http://");
  } finally {
    server.close();
  }
});
