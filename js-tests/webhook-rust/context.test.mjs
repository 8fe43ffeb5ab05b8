// The context of a handler in Rust, in a worker and in its router of axum, which has the whole webhook too.
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { TOKEN, ok, record } from "../support/recorder.mjs";
import { startRust } from "./build.mjs";

const HOOK = "/hook/s3cret-p4th";
const from = { id: 7, is_bot: false, first_name: "A" };
const chat = { id: 7, type: "private" };
let id = 0;
const pressed = (data) => ({ update_id: ++id, callback_query: { id: "q", from, chat_instance: "1", data } });
const written = (text) => ({ update_id: ++id, message: { message_id: 1, date: 1, chat, text } });
const statusAndBody = async (response) => [response.status, await response.text()];

for (const [what, bindings] of Object.entries({ "a worker": {}, "a router of axum": { AXUM: "1" } })) describe(what, () => {
  let service;
  let worker;
  before(async () => {
    service = await record();
    worker = await startRust({ HOOK, BASE_URL: service.baseUrl, TOKEN, DEADLINE_MS: "200", TOLD: "1", STORE: "durable object", ...bindings });
  });
  after(() => Promise.all([service?.close(), worker?.dispose()]));
  beforeEach(() => {
    service.answer(ok({ message_id: 9, date: 1, chat }));
    service.clear();
  });

  const ask = (body, init = {}) =>
    worker.dispatchFetch(`https://bot.example${HOOK}`, { method: "POST", headers: { "content-type": "application/json" }, body: typeof body === "string" ? body : JSON.stringify(body), ...init });
  const arrived = async (count) => {
    while (service.requests.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
    return service.requests.map(({ name, params }) => [name, params.text]).sort();
  };
  const ANSWER = '{"method":"answerCallbackQuery","callback_query_id":"q","text":"early"}';

  test("an answer is in the response at the deadline, and the call of the handler is made by the bot", async () => {
    assert.deepEqual(await statusAndBody(await ask(pressed("/early 500"))), [200, ANSWER]);
    assert.deepEqual(await arrived(1), [["sendMessage", "late: true"]]);
  });
  test("an answer next to another call is made by the bot", async () => {
    const [status, body] = await statusAndBody(await ask(pressed("/early 1")));
    assert.deepEqual([status, JSON.parse(body).text], [200, "late: false"]);
    assert.deepEqual(await arrived(1), [["answerCallbackQuery", "early"]]);
  });
  test("a task goes on after the response, with its signal", async () => {
    const [status, body] = await statusAndBody(await ask(written("/later 400")));
    assert.deepEqual([status, JSON.parse(body).text], [200, "message"]);
    assert.deepEqual(await arrived(1), [["sendMessage", "by a task, aborted: false"]]);
  });
  test("an update is handled once, also when it is late", async () => {
    for (const text of ["once", "/slow 500"]) {
      const update = written(text);
      const [status, body] = await statusAndBody(await ask(update));
      assert.deepEqual([status, body === ""], [200, text !== "once"]);
      if (text !== "once") await arrived(1);
      let again;
      do again = await statusAndBody(await ask(update));
      while (again[0] === 503);
      // The service lost the response, but not a call that was sent.
      assert.deepEqual(again, [200, body]);
    }
    assert.equal(service.requests.length, 1);
  });
  test("a file makes the response a form", async () => {
    const parts = await (await ask(written("/document content"))).formData();
    assert.deepEqual([parts.get("method"), await parts.get("document").text()], ["sendDocument", "content"]);
  });
  test("what is not a delivery is refused", async () => {
    const refused = [
      [405, { method: "PUT" }],
      [415, { headers: { "content-type": "text/plain" } }],
      [400, { body: "{" }],
      [413, { body: " ".repeat((1 << 20) + 1) }],
    ];
    for (const [status, init] of refused) assert.deepEqual(await statusAndBody(await ask(written("a"), init)), [status, ""]);
    assert.equal((await worker.dispatchFetch("https://bot.example/hook/other", { method: "POST", body: "{}" })).status, 404);
    assert.deepEqual(await statusAndBody(await ask(written("/fail one"))), [500, `update ${id}: one`]);
  });
});
