// The webhook handler: authentication, accepted requests, responses.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TOKEN } from "../support/recorder.mjs";
import { PATH } from "../support/deliveries.mjs";
import { MESSAGE, make, service } from "./service.mjs";

const message = { message_id: 1, date: 1, chat: { id: 2 ** 52 - 1, type: "private" }, text: "a" };
const UPDATE = { update_id: 7, message };
const post = (body = UPDATE, { path = PATH, method = "POST", type = "application/json" } = {}) =>
  new Request(`https://bot.example${path}`, {
    method,
    headers: { "content-type": type },
    body: typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body),
  });
const never = () => assert.fail("the handler is not to be called");

describe("who may call it", () => {
  test("a body of another kind of stream, as node-fetch has, is taken as text", async () => {
    const like = { method: "POST", url: `https://bot.example${PATH}`, headers: new Headers(), body: { pipe() {} }, text: async () => JSON.stringify(UPDATE) };
    assert.equal((await make(() => undefined)(like)).status, 200);
    const large = { ...like, text: async () => JSON.stringify({ ...UPDATE, x: "x".repeat(1 << 20) }) };
    assert.equal((await make(never)(large)).status, 413);
  });
  test("a body that was read before is answered 500 after the guard, and onError and onReject get the error", async () => {
    const rejected = [];
    const errors = [];
    const handle = make(never, {
      onReject: ({ status, error }) => rejected.push(`${status} ${error.message}`),
      onError: (error, { request, update }) => void errors.push([error.message, request.url, update]),
    });
    for (const [path, status] of [[PATH, 500], ["/other", 404]]) {
      const request = post(UPDATE, { path });
      await request.text();
      assert.equal((await handle(request)).status, status);
    }
    assert.match(rejected[0], /^500 .*body: expected an unread body .*, got one that was read before$/);
    assert.deepEqual(errors, [[rejected[0].slice("500 ".length), `https://bot.example${PATH}`, undefined]]);
  });
  test("a body that was read before is written to the console by default", async (t) => {
    const { error } = console;
    const printed = [];
    t.after(() => (console.error = error));
    console.error = (...values) => printed.push(values.join(" "));
    const request = post();
    await request.text();
    assert.equal((await make(never)(request)).status, 500);
    assert.match(printed.join(), /^ValidationError: webhook: body: expected an unread body .*, got one that was read before$/);
  });
  test("a query after the path does not matter", async () => {
    assert.equal((await make(() => undefined)(post(UPDATE, { path: `${PATH}?a=b` }))).status, 200);
  });
  test("the host does not matter", async () => {
    const handle = make(() => undefined);
    for (const origin of ["http://127.0.0.1:8787", "https://a.b.example:8443"]) {
      assert.equal((await handle(new Request(`${origin}${PATH}`, post()))).status, 200);
    }
  });
});

describe("what it answers", () => {
  test("the returned call, as JSON", async () => {
    const call = {
      method: "sendMessage",
      chat_id: 2 ** 52 - 1,
      text: 'é 👩‍👩‍👧 "',
      reply_markup: { force_reply: true, selective: undefined },
      parse_mode: undefined,
    };
    for (const handler of [() => call, async () => call]) {
      const response = await make(handler)(post());
      assert.equal(response.status, 200);
      assert.match(response.headers.get("content-type"), /^application\/json/);
      assert.deepEqual(await response.json(), {
        method: "sendMessage",
        chat_id: 2 ** 52 - 1,
        text: call.text,
        reply_markup: { force_reply: true },
      });
    }
  });
  for (const nothing of [undefined, null]) {
    test(`${nothing}: 200 and nothing`, async () => {
      const response = await make(() => nothing)(post());
      assert.deepEqual([response.status, await response.text()], [200, ""]);
    });
  }
  const faults = {
    "throws an Error": () => { throw new Error(`at https://x/bot${TOKEN}/getMe`); },
    "throws a string": () => { throw "a"; },
    "throws nothing": () => { throw undefined; },
    "is rejected": async () => { throw new Error("a"); },
    "returns a call with a fault": () => ({ method: "sendMessage", chat_id: 1 }),
    "returns a call beyond a limit": () => ({ method: "answerCallbackQuery", callback_query_id: "1", text: "x".repeat(201) }),
    "returns no call": () => ({ chat_id: 1, text: "a" }),
    "returns a string": () => "sendMessage",
    "returns a cyclic object": () => {
      const call = { method: "sendMessage", chat_id: 1, text: "a" };
      call.self = call;
      return call;
    },
    "returns a revoked proxy": () => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      return proxy;
    },
  };
  for (const [what, handler] of Object.entries(faults)) {
    test(`a handler that ${what}: given up with an empty 200, and the next delivery is fine`, async () => {
      let broken = true;
      const handle = make((update) => (broken ? handler(update) : undefined));
      const response = await handle(post());
      assert.deepEqual([response.status, await response.text()], [200, ""]);
      broken = false;
      assert.equal((await handle(post({ ...UPDATE, update_id: 8 }))).status, 200);
    });
  }
  test("an unknown method passes", async () => {
    const response = await make(() => ({ method: "sendPoll", question: "?" }))(post());
    assert.deepEqual(await response.json(), { method: "sendPoll", question: "?" });
  });
});

test("the handler gets a bot, and no call is made on its own", async () => {
  const handle = make(async (_, { bot, waitUntil }) => {
    assert.equal(typeof waitUntil, "function");
    assert.deepEqual(await bot.sendMessage({ chat_id: 1, text: "by call" }), MESSAGE);
  });
  assert.equal(service.requests.length, 0);
  const promises = [];
  const response = await handle(post(), {}, { waitUntil: (promise) => promises.push(promise) });
  assert.equal(response.status, 200);
  assert.equal(service.only.params.text, "by call");
  await Promise.all(promises);
});

describe("how a reply is written", () => {
  const call = { method: "sendMessage", chat_id: 7, text: "b" };
  const keyboard = { inline_keyboard: [[{ text: "a", callback_data: "b" }]] };
  test("urlencoded", async () => {
    const response = await make(() => ({ ...call, reply_markup: keyboard }), { replyEncoding: "form" })(post());
    const form = new URLSearchParams(await response.text());
    assert.deepEqual([form.get("method"), JSON.parse(form.get("reply_markup"))], ["sendMessage", keyboard]);
  });
  for (const [what, returned, options] of [
    ["multipart by option", call, { replyEncoding: "multipart" }],
    ["multipart by a file", { method: "sendPhoto", chat_id: 7, photo: new File(["x"], "a.png") }],
    ["multipart by a file deeper down", { method: "sendMediaGroup", chat_id: 7, media: [{ type: "photo", media: new Blob(["x"]) }, { type: "photo", media: "id" }] }],
  ]) {
    test(what, async () => {
      const form = await (await make(() => returned, options)(post())).formData();
      assert.equal(form.get("method"), returned.method);
      assert.equal(form.get("chat_id"), "7");
      if (returned.photo) assert.equal(form.get("photo").name, "a.png");
      const attached = returned.media && JSON.parse(form.get("media"))[0].media.slice("attach://".length);
      if (attached) assert.equal(await form.get(attached).text(), "x");
    });
  }
});
