// The clock and the webhook over HTTP: stop, resume, the next event; the webhook's answers, and the queue.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { createEmulator, serve } from "botwire/emulator";
import { eventually } from "../support/eventually.mjs";
import { listen } from "../support/serve.mjs";

const emulator = createEmulator({ bots: [{ token: "77:secretOfTheBot" }] });
const { url } = await serve(emulator, { port: 0 });
after(() => emulator.close());

async function ask(path, body) {
  const response = await fetch(`${url}/user/${path}`, body === undefined ? {} : { method: "POST", body });
  return response.json();
}

test("the clock stands still, is moved, and goes on", async () => {
  const { result: stopped } = await ask("clock", "stop");
  assert.equal(stopped.stopped, true);
  await ask("advance", "1000");
  assert.deepEqual((await ask("clock")).result, { now: stopped.now + 1000, stopped: true });
  const { result: going } = await ask("clock", "start");
  assert.equal(going.stopped, false);
  assert.ok(going.now >= stopped.now + 1000 && going.now < stopped.now + 60_000, "it goes on from where it stood");
  assert.match((await ask("clock", "halt")).description, /expected stop or start/);
  assert.match((await ask("advance", "next")).description, /nothing is due/);
});

test("a webhook that fails: its answer without the token, the queue, the next event, and none of it after a deletion", async () => {
  let status = 500;
  const { url, close } = await listen(createServer((request, response) => {
    request.resume();
    response.writeHead(status).end(status === 200 ? "" : "77:secretOfTheBot broke <b>");
  }));
  after(close);
  await ask("clock", "stop");
  const hook = `${url}/hook`;
  assert.match((await ask("webhook", "ftp://x")).description, /Bad Request/);
  assert.equal((await ask("webhook", hook)).result, true);
  await ask("write", "hello");
  const bot = async () => (await ask("bots")).result.bots[0];
  await eventually(async () => (await bot()).failing, 1, "the failure");
  const { deliveries: [last], waiting, next_retry } = await bot();
  assert.deepEqual([last.status, last.answer, last.update, last.attempt, waiting], [500, "<token> broke <b>", "message", 1, 1]);
  const { result: queue } = await ask("act/queue", "{}");
  assert.deepEqual(queue.map(({ message }) => message.text), ["hello"]);
  assert.equal((await ask("clock")).result.next, next_retry);
  status = 200;
  await ask("advance", "next");
  await eventually(async () => (await bot()).waiting, 0, "the queue is empty");
  assert.deepEqual([(await bot()).deliveries[0].status, (await bot()).deliveries[0].attempt], [200, 2]);
  assert.equal((await ask("webhook", "")).result, true);
  assert.equal((await bot()).webhook, undefined);
});
