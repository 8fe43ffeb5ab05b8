// `emulator.clock`: time for programs under test, which `advance()` moves.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";

import { listen } from "../support/serve.mjs";
import { call, started, uncaughtIn } from "./started.mjs";

const FIXED = 1_790_000_000_000;
/** An emulator whose time advances only by `advance()`. */
const still = (options) => started({ now: () => FIXED, ...options });
const sleep = (clock, ms) => new Promise((resolve) => clock.setTimeout(resolve, ms));

test("timers fire in order, each at its time, and no sooner", async () => {
  const emulator = still();
  const { now, setTimeout, clearTimeout } = emulator.clock;
  const fired = [];
  const note = (name) => () => void fired.push([name, now() - FIXED]);
  setTimeout(note("b"), 2000);
  setTimeout(note("a"), 1000);
  setTimeout(note("c"), 2000);
  const gone = setTimeout(note("never"), 1500);
  setTimeout(() => (note("d")(), setTimeout(note("e"), 500)), 3000);
  clearTimeout(gone);
  clearTimeout(undefined);
  assert.deepEqual(fired, []);
  await emulator.advance(999);
  assert.deepEqual(fired, []);
  await emulator.advance(1);
  assert.deepEqual(fired, [["a", 1000]]);
  await emulator.advance("1h");
  assert.deepEqual(fired, [["a", 1000], ["b", 2000], ["c", 2000], ["d", 3000], ["e", 3500]]);
  assert.equal(now() - FIXED, 3_601_000);
});

test("a timer that sets itself again moves with the time, and one of 0 ms does not hold it", async () => {
  const emulator = still();
  let times = 0;
  const again = () => void (times++, emulator.clock.setTimeout(again, 0));
  again();
  await emulator.advance(5);
  assert.equal(times, 6);
});

test("what a timer starts has happened when advance returns", async () => {
  const emulator = still();
  const alice = emulator.user();
  alice.unblock();
  void (async () => {
    await sleep(emulator.clock, 1000);
    await call(emulator, "sendMessage", { chat_id: alice.id, text: "one" });
    await sleep(emulator.clock, 60_000);
    await call(emulator, "sendMessage", { chat_id: alice.id, text: "two" });
  })();
  await emulator.advance("2m");
  const messages = alice.messages();
  assert.deepEqual(messages.map(({ text, date }) => [text, date - FIXED / 1000]), [["one", 1], ["two", 61]]);
});

test("the deadline of a webhook passes without a wait, though its delivery is under way", async () => {
  const emulator = still();
  const statuses = [];
  emulator.webhook = () =>
    new Promise((resolve) => {
      emulator.clock.setTimeout(() => (statuses.push("deadline"), resolve(new Response(null, { status: 503 }))), 25_000);
    });
  await call(emulator, "setWebhook", { url: "https://bot.example/hook" });
  emulator.user().write("hi");
  await emulator.advance("24s");
  assert.deepEqual(statuses, []);
  await emulator.advance("1s");
  assert.deepEqual(statuses, ["deadline"]);
  const [delivery] = emulator.log().filter(({ kind }) => kind === "delivery");
  assert.equal(delivery.status, 503);
});

test("the same over HTTP, where the timer is set after advance was called", async () => {
  const emulator = still();
  const { url, close } = await listen(createServer((request, response) => {
    request.resume();
    emulator.clock.setTimeout(() => response.writeHead(503).end(), 25_000);
  }));
  try {
    await call(emulator, "setWebhook", { url: `${url}/hook` });
    emulator.user().write("hi");
    await emulator.advance("24s");
    assert.deepEqual(emulator.log().filter(({ kind }) => kind === "delivery"), []);
    await emulator.advance("1s");
    await emulator.settle();
    assert.equal(emulator.log().find(({ kind }) => kind === "delivery").status, 503);
  } finally {
    await close();
  }
});

test("the ten seconds for answerPreCheckoutQuery pass without a wait", async () => {
  for (const [answersAfter, paid] of [[9000, true], [11_000, false]]) {
    const emulator = still();
    const alice = emulator.user();
    alice.unblock();
    emulator.webhook = async (request) => {
      const { pre_checkout_query } = await request.json();
      if (pre_checkout_query === undefined) return new Response();
      await sleep(emulator.clock, answersAfter);
      const params = { pre_checkout_query_id: pre_checkout_query.id, ok: true };
      return Response.json({ method: "answerPreCheckoutQuery", ...params });
    };
    await call(emulator, "setWebhook", { url: "https://bot.example/hook" });
    const { result: invoice } = await call(emulator, "sendInvoice", {
      chat_id: alice.id, title: "t", description: "d", payload: "p", provider_token: "x", start_parameter: "s", currency: "EUR",
      prices: [{ label: "l", amount: 100 }],
    });
    const paying = alice.pay(invoice).then(() => true, () => false);
    await emulator.advance("15s");
    assert.equal(await paying, paid, `${answersAfter}`);
  }
});

test("timers fire as real time passes, unless the time is the test's own", async () => {
  const emulator = started();
  const before = emulator.clock.now();
  await sleep(emulator.clock, 5);
  assert.ok(emulator.clock.now() >= before + 5);
  await emulator.advance("1h");
  assert.ok(emulator.clock.now() >= before + 3_600_000);
});

test("a callback that throws is an uncaught exception, and the next timer fires", async () => {
  const emulator = still();
  let fired = false;
  const uncaught = await uncaughtIn(async () => {
    emulator.clock.setTimeout(() => { throw new Error("a timer"); }, 1);
    emulator.clock.setTimeout(() => void (fired = true), 1);
    await emulator.advance(1);
  });
  assert.deepEqual([uncaught, fired], [["a timer"], true]);
  assert.throws(() => emulator.clock.setTimeout("x", 1), { message: "callback: expected a function, got a string" });
});

test("a closed emulator fires no timer", async () => {
  const emulator = still();
  let fired = false;
  emulator.clock.setTimeout(() => void (fired = true), 1);
  const advancing = emulator.advance(0);
  emulator.close();
  await advancing;
  assert.equal(fired, false);
});
