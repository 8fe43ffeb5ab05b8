// Responses of the Rust worker before and after the deadline: failures, files, encodings.
import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { TOKEN, failure, ok, record } from "../support/recorder.mjs";
import { startRust } from "./build.mjs";

const HOOK = "/hook/s3cret-p4th";
/** The deadline of deliveries whose handler or store is slower on purpose. */
const DEADLINE_MS = "200";
let service;
let id = 1000;
const workers = {};
before(async () => {
  service = await record();
  const bot = { HOOK, BASE_URL: service.baseUrl, TOKEN, DEADLINE_MS, TOLD: "1" };
  workers.plain = await startRust(bot);
  workers.form = await startRust({ ...bot, ENCODING: "form" });
  workers.multipart = await startRust({ ...bot, ENCODING: "multipart" });
  workers.botless = await startRust({ HOOK, DEADLINE_MS });
});
after(() => Promise.all([service?.close(), ...Object.values(workers).map((worker) => worker.dispose())]));
beforeEach(() => {
  service.answer(ok({ message_id: 9, date: 1, chat: { id: 7, type: "private" } }));
  service.clear();
});

const chat = { id: 7, type: "private" };
const updateOf = (text, update_id = ++id) => ({ update_id, message: { message_id: 1, date: 1, chat, text } });
/** Only intentionally slow updates get the short deadline, so that slow machines do not fail the others. */
const isSlow = ({ message, pre_checkout_query }) => message?.text.startsWith("/slow") || pre_checkout_query?.id.startsWith("slow");
const post = (update, worker = workers.plain, query = isSlow(update) ? "" : "DEADLINE_MS=60000") =>
  worker.dispatchFetch(`https://bot.example${HOOK}?${query}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(update) });
const arrived = async (count = 1) => {
  while (service.requests.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
  return service.requests[count - 1];
};
const statusAndBody = async (response) => [response.status, await response.text()];

describe("a handler that outlasts the deadline", () => {
  test("is answered 200, goes on, and its call is made by the bot", async () => {
    assert.deepEqual(await statusAndBody(await post(updateOf("/slow 600"))), [200, ""]);
    const { name, params } = await arrived();
    assert.deepEqual([name, params], ["sendMessage", { chat_id: 7, text: "after 600 ms" }]);
  });
  test("its call is repeated while the service is out of order", async () => {
    service.answer([failure(429, "later", { retry_after: 0 }), ok({ message_id: 9 })]);
    assert.deepEqual(await statusAndBody(await post(updateOf("/slow 400"))), [200, ""]);
    assert.equal((await arrived(2)).params.text, "after 400 ms");
  });
  test("is waited for where no bot could make its call", async () => {
    const [status, body] = await statusAndBody(await post(updateOf("/slow 600"), workers.botless));
    assert.deepEqual([status, JSON.parse(body).text], [200, "after 600 ms"]);
  });
  test("has a repeated delivery wait for how it ends, and not handled again; the hook gets the answered status", async () => {
    await workers.plain.refused();
    const update = updateOf("/slow 2000");
    assert.equal((await post(update)).status, 200);
    // In flight: the first delivery may still fail.
    assert.equal((await post(update)).status, 503);
    await arrived();
    let answer;
    do answer = await statusAndBody(await post(update));
    while (answer[0] === 503);
    assert.deepEqual(answer, [200, ""]);
    assert.equal(service.requests.length, 1);
    assert.deepEqual([...new Set((await workers.plain.refused()).map(String))], ["503,update_id", "200,update_id"]);
  });
  test("has a delivery wait that comes at the same time, and answers it in the same way", async () => {
    const update = updateOf("/slow 100");
    const patiently = () => post(update, workers.plain, "DEADLINE_MS=60000");
    const answers = await Promise.all([patiently(), patiently()].map(async (answer) => statusAndBody(await answer)));
    assert.deepEqual(answers.map(([status, body]) => `${status} ${body !== ""}`).sort(), ["200 true", "200 true"]);
  });
});

describe("a pre-checkout query", () => {
  const query = (id) => ({ update_id: ++idOf, pre_checkout_query: { id, from: { id: 1, is_bot: false, first_name: "A" }, currency: "EUR", total_amount: 1, invoice_payload: "p" } });
  let idOf = 500_000;
  test("is answered inline", async () => {
    const [, body] = await statusAndBody(await post(query("q1")));
    assert.equal(body, '{"method":"answerPreCheckoutQuery","pre_checkout_query_id":"q1","ok":true}');
  });
  test("and late, within its 10 s", async () => {
    assert.deepEqual(await statusAndBody(await post(query("slow 400"))), [200, ""]);
    assert.deepEqual((await arrived()).params, { pre_checkout_query_id: "slow 400", ok: true });
  });
  test("again if the service is out of order", async () => {
    service.answer([failure(429, "later", { retry_after: 0 }), ok()]);
    assert.deepEqual(await statusAndBody(await post(query("slow 500"))), [200, ""]);
    assert.deepEqual((await arrived(2)).params, { pre_checkout_query_id: "slow 500", ok: true });
  });
});

describe("what fails", () => {
  test("an error of the handler: the hook gets the error, and the update can come again", async () => {
    const update = updateOf("/fail one");
    for (let times = 0; times < 2; times++) assert.deepEqual(await statusAndBody(await post(update)), [500, `update ${update.update_id}: one`]);
  });
  test("a call with a fault, with its path", async () => {
    const update = updateOf("/long 4097");
    for (let times = 0; times < 2; times++) {
      const [status, text] = await statusAndBody(await post(update));
      assert.equal(status, 500);
      assert.match(text, /sendMessage: text: expected a String of 0 to 4096 visible characters/);
    }
  });
  test("without a hook, an error of the program ends the update", async () => {
    assert.deepEqual(await statusAndBody(await post(updateOf("/fail one"), workers.botless)), [200, ""]);
  });
});

describe("how a reply is written", () => {
  const form = async (response) => {
    assert.match(response.headers.get("content-type"), /^multipart\/form-data; ?boundary=/);
    const entries = [...(await response.formData())];
    return Promise.all(entries.map(async ([name, value]) => [name, typeof value === "string" ? value : { name: value.name, type: value.type, text: await value.text() }]));
  };
  const MARKUP = '{"inline_keyboard":[[{"text":"again","callback_data":"again 1"}]]}';
  test("urlencoded when asked", async () => {
    const response = await post(updateOf("a&b=ü"), workers.form);
    assert.equal(response.headers.get("content-type"), "application/x-www-form-urlencoded");
    assert.equal(await response.text(), `method=sendMessage&chat_id=7&text=a%26b%3D%C3%BC&reply_to_message_id=1&reply_markup=${encodeURIComponent(MARKUP).replaceAll("%20", "+")}`);
  });
  test("multipart when asked", async () => {
    assert.deepEqual(await form(await post(updateOf("a"), workers.multipart)), [["method", "sendMessage"], ["chat_id", "7"], ["text", "a"], ["reply_to_message_id", "1"], ["reply_markup", MARKUP]]);
  });
  test("multipart when there is a file, also where JSON or a form was asked for", async () => {
    for (const worker of [workers.plain, workers.form]) {
      const parts = await form(await post(updateOf("/document content"), worker));
      assert.deepEqual(parts, [
        ["method", "sendDocument"],
        ["chat_id", "7"],
        ["document", { name: 'a "b".txt', type: "text/plain", text: "content" }],
        ["caption", "line\nline"],
      ]);
    }
  });
  test("a nested file by its attach:// name", async () => {
    const parts = Object.fromEntries(await form(await post(updateOf("/album bytes"))));
    const [photo, video] = JSON.parse(parts.media);
    const [, name] = /^attach:\/\/(.+)$/.exec(photo.media);
    assert.deepEqual([photo.type, photo.caption, video], ["photo", "c", { type: "video", media: "file_id" }]);
    assert.deepEqual(parts[name], { name: "a.jpg", type: parts[name].type, text: "bytes" });
  });
  test("a method that the specification does not know, by name", async () => {
    assert.equal((await statusAndBody(await post(updateOf("/named 🎲"))))[1], '{"method":"SENDDICE","chat_id":7,"emoji":"🎲"}');
  });
});
