// Attacks on the emulator, by a local program or a webhook, and the maximum time of its clock.

import assert from "node:assert/strict";
import { once } from "node:events";
import { get } from "node:http";
import { test } from "node:test";

import { call, listening, posted, started } from "./started.mjs";

const MIB = 1024 * 1024;

const turns = async (count) => {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
};

test("a text of more than 4 MiB is refused, also by a control path and without a port", async () => {
  const emulator = started();
  const { json: ask } = await listening(emulator);
  const expected = { ok: false, error_code: 413, description: "Request Entity Too Large" };
  const post = (length) => posted({ text: "x".repeat(length - 11) });
  const path = `/bot${emulator.token}/getMe`;
  assert.equal((await ask(path, post(4 * MIB))).ok, true);
  assert.deepEqual(await ask(path, post(4 * MIB + 1)), expected);
  assert.deepEqual(await (await emulator.fetch(emulator.baseUrl + path, post(4 * MIB + 1))).json(), expected);
  for (const control of ["/user/write", "/user/act/users"]) {
    assert.notEqual((await ask(control, post(4 * MIB))).error_code, 413, control);
    assert.deepEqual(await ask(control, post(4 * MIB + 1)), expected, control);
  }
});

/** The log's entry of one delivery that the webhook answers so. */
async function delivered(webhook) {
  const emulator = started({ webhook });
  await call(emulator, "setWebhook", { url: "https://bot.test/" });
  emulator.user().write("hi");
  await emulator.settle();
  return emulator.log().find(({ kind }) => kind === "delivery");
}

test("of a webhook's answer at most 1 MiB is read", async () => {
  const seen = { pulled: 0, canceled: 0 };
  const large = new ReadableStream({
    pull: (controller) => (controller.enqueue(new Uint8Array(MIB / 4)), ++seen.pulled === 40 && controller.close()),
    cancel: () => void seen.canceled++,
  });
  const tooLarge = "the response of the webhook is too large";
  assert.equal((await delivered(() => new Response(large))).error, tooLarge);
  assert.ok(seen.pulled >= 5 && seen.pulled <= 8 && seen.canceled === 1, JSON.stringify(seen));
  const response = (length) => ({ status: 200, headers: new Headers(), text: async () => "x".repeat(length) });
  assert.deepEqual((await delivered(() => response(MIB + 1))).error, tooLarge);
  assert.equal((await delivered(() => response(MIB))).status, 200);
  assert.equal((await delivered(() => new Response("x".repeat(MIB)))).status, 200);
});

test("a clock that throws when a delivery ends does not end the process", async () => {
  let isBroken = false;
  let respond;
  const now = () => {
    if (isBroken) throw new Error("broken clock");
    return 1_700_000_000_000;
  };
  const emulator = started({ now, webhook: () => new Promise((resolve) => (respond = resolve)) });
  await call(emulator, "setWebhook", { url: "https://bot.test/" });
  emulator.user().write("hi");
  await turns(1);
  isBroken = true;
  respond(new Response());
  await turns(3);
  isBroken = false;
  assert.equal((await call(emulator, "getMe")).ok, true);
});

test("a webhook by a name below localhost, which DNS may resolve elsewhere, is not called from a port", async () => {
  const requests = [];
  const emulator = started();
  const { fetch: platform } = globalThis;
  // Set before the emulator is served, when webhooks may be anywhere.
  assert.equal((await call(emulator, "setWebhook", { url: "http://meta.localhost:9/" })).ok, true);
  const { json: ask } = await listening(emulator);
  globalThis.fetch = (url, init) => (requests.push(url), platform(url, init));
  try {
    emulator.user().write("hi");
    await emulator.settle();
    assert.equal(emulator.log().at(-1).error, "the webhook is not on this machine");
    assert.deepEqual(requests, []);
  } finally {
    globalThis.fetch = platform;
  }
  const { error_code, description } = await ask(`/bot${emulator.token}/setWebhook?url=http://meta.localhost:9/`);
  assert.equal(error_code, 400);
  assert.match(description, /webhooks go to this machine only/);
});

test("a slow body leaves no timer when its client is gone", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  const emulator = started();
  const { server } = await listening(emulator);
  emulator.fault({ kind: "slow", millis: 60_000, times: 1 });
  const asked = get(`${server.url}/bot${emulator.token}/getMe`, { agent: false });
  const [response] = await once(asked, "response");
  await once(response, "data");
  await turns(3);
  const during = timers();
  asked.destroy();
  await server.close();
  await turns(10);
  assert.equal(timers(), during - 1);
});

test("an encoded name of an act hides the tokens as the plain one does", async () => {
  const emulator = started({ bots: [{ token: "abcd" }] });
  const { json: ask } = await listening(emulator);
  for (const path of ["/user/act/bots", "/user/act/%62ots", "/user/act/bot%73"]) {
    assert.deepEqual((await ask(path, { method: "POST" })).result.map(({ token }) => token), ["<token>"], path);
  }
  const add = async (body) => await ask("/user/act/%61dd_bot", { method: "POST", body: JSON.stringify(body) });
  assert.match((await add({})).description, /^Bad Request: add_bot.token: expected a String/);
  assert.equal((await add({ token: "5:x" })).result.token, "<token>");
});

test("at the end of the clock a long poll ends and no timer is left", async () => {
  const emulator = started();
  await emulator.advance(2 ** 31 * 1000 - 1 - Date.now() - 15);
  assert.deepEqual(await call(emulator, "getUpdates", { timeout: 3 }), { ok: true, result: [] });
  await call(emulator, "setWebhook", { url: "https://bot.test/" });
  let deliveries = 0;
  emulator.webhook = () => (deliveries++, new Response("", { status: 500 }));
  emulator.user().write("hi");
  await emulator.settle();
  await turns(5);
  assert.equal(deliveries, 1);
});
