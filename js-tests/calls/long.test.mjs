// Long texts, of which the engine is told the length as long as that is enough: what is sent and what is refused stays the same.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Bot, createWebhookHandler } from "botwire";
import { onlyRequired } from "../support/samples.mjs";
import { methods } from "../support/spec.mjs";

const TEXTS = [1023, 1024, 1025, 4095, 4096, 4097, 5000].flatMap((length) => ["x", "é", "ж"].map((letter) => letter.repeat(length)));
TEXTS.push("😀".repeat(4096), "😀".repeat(4097), `${"😀".repeat(600)}\ud83d`, `\udc00${"x".repeat(4000)}`);
TEXTS.push(`<b>${"x".repeat(4096)}</b>`, `<b>${"x".repeat(4097)}</b>`, `"\\\n${"\u0000".repeat(1500)}`, " ".repeat(2000));
TEXTS.push(`https://bot.example/${"a".repeat(2000)}`, `http://bot.example/${"a".repeat(2000)}`, `~${"5".repeat(1024)}`, `~${"0".repeat(300)}1`, "~5000", "~100");

const isWellFormed = Object.getOwnPropertyDescriptor(String.prototype, "isWellFormed");

/** As in a runtime that cannot tell whether a text is well-formed, where the engine reads each. */
async function inOldRuntime(act) {
  delete String.prototype.isWellFormed;
  try {
    return await act();
  } finally {
    Object.defineProperty(String.prototype, "isWellFormed", isWellFormed);
  }
}

/** What is sent, or what is wrong. */
async function outcomeOf(method, params, options) {
  let sent;
  const fetch = async (url, init) => {
    sent = [url, await new Response(init.body).text()].join("\n").replaceAll(/\d{20,}/g, "random");
    return Response.json({ ok: true, result: true });
  };
  const bot = new Bot({ baseUrl: "https://bots.example", token: "1:TOKEN", fetch, ...options });
  const error = await bot.call(method, params).catch((caught) => caught);
  return sent ?? [error.kind, error.message, error.path, error.expected, error.received];
}

const JSON_TYPE = { "content-type": "application/json" };

/** What a handler's call becomes. */
async function replyOf(call) {
  const errors = [];
  const options = { baseUrl: "https://bots.example", token: "1:TOKEN", allowUnauthenticated: true, onError: (error) => void errors.push(error.message) };
  const handle = createWebhookHandler(options, () => call);
  const response = await handle(new Request("https://bot.example/", { method: "POST", headers: JSON_TYPE, body: '{"update_id":1}' }));
  assert.equal(response.status, errors.length === 0 ? 200 : 500);
  return [response.status, await response.text(), ...errors].join("\n").replaceAll(/\d{20,}/g, "random");
}

for (const method of Object.keys(methods)) {
  test(`${method}: each parameter with each long text`, async () => {
    for (const name of [...Object.keys(methods[method].params), "unknown", "__proto__"]) {
      for (const text of TEXTS) {
        const params = { ...onlyRequired(method), parse_mode: "HTML" };
        Object.defineProperty(params, name, { value: text, enumerable: true });
        const where = `${name}: ${text.slice(0, 12)}… of ${text.length}`;
        for (const options of [{}, { checkLimits: false }]) {
          const outcome = await outcomeOf(method, params, options);
          assert.deepEqual(outcome, await inOldRuntime(() => outcomeOf(method, params, options)), where);
        }
        const call = { ...params, method };
        Object.defineProperty(call, name, { value: text, enumerable: true });
        assert.equal(await replyOf(call), await inOldRuntime(() => replyOf(call)), where);
      }
    }
  });
}

test("a text that is too long is refused with its length, one that fits is sent whole", async () => {
  const text = "wörd ".repeat(819);
  assert.equal(await outcomeOf("sendMessage", { chat_id: 1, text }), `https://bots.example/bot1:TOKEN/sendMessage\n${JSON.stringify({ chat_id: 1, text })}`);
  const [kind, , path, expected, received] = await outcomeOf("sendMessage", { chat_id: 1, text: text + text });
  assert.deepEqual([kind, path, expected, received], ["validation", "text", "a String of 0 to 4096 visible characters", "8190 visible characters"]);
});

test("two long texts in one call, and one beside a file", async () => {
  const file = { data: new Uint8Array(3), name: "a.pdf" };
  for (const params of [
    { chat_id: 1, document: file, caption: "é".repeat(1024) },
    { chat_id: 1, document: file, caption: "é".repeat(1025) },
    { chat_id: 1, document: "x".repeat(3000), caption: "x".repeat(1024) },
    { chat_id: 1, document: "x", caption: "x".repeat(1024), unknown: { length: 2000, isWellFormed: "no" } },
    { chat_id: 1, document: new Date(), caption: "x".repeat(1024) },
  ]) {
    assert.deepEqual(await outcomeOf("sendDocument", params), await inOldRuntime(() => outcomeOf("sendDocument", params)));
  }
});

test("the engine is not given a text whose length shows that it fits", async (context) => {
  const written = [];
  const { encodeInto } = TextEncoder.prototype;
  context.mock.method(TextEncoder.prototype, "encodeInto", function (text, bytes) {
    written.push(text.length);
    return encodeInto.call(this, text, bytes);
  });
  await outcomeOf("sendMessage", { chat_id: 1, text: "é".repeat(4096) });
  await replyOf({ method: "sendMessage", chat_id: 1, text: "é".repeat(4096) });
  assert.equal(written.length, 2);
  assert.ok(Math.max(...written) < 300, `${written}`);
});

test("a lone surrogate in a long text is refused", async () => {
  const [kind, , path, , received] = await outcomeOf("sendMessage", { chat_id: 1, text: `${"x".repeat(2000)}\ud83d` });
  assert.deepEqual([kind, path, received], ["validation", "text", "a lone surrogate"]);
});

test("what looks like a length is a text, beside a long one too", async () => {
  for (const text of ["~5000", "~1", "~", "~+7", "~~"]) {
    for (const unknown of [undefined, "x".repeat(2000)]) {
      const outcome = await outcomeOf("sendMessage", { chat_id: 1, text, unknown });
      assert.equal(JSON.parse(outcome.split("\n")[1]).text, text);
    }
  }
  const params = { callback_query_id: "1", text: `~${"0".repeat(300)}1`, unknown: "x".repeat(2000) };
  const [kind, , path] = await outcomeOf("answerCallbackQuery", params);
  assert.deepEqual([kind, path], ["validation", "text"]);
});

test("long texts need no random numbers", async (context) => {
  context.mock.method(crypto, "getRandomValues", () => assert.fail("not here"));
  assert.equal(typeof (await outcomeOf("sendMessage", { chat_id: 1, text: "x".repeat(4000) })), "string");
});

test("the method of an inline call", async () => {
  const hidden = Object.defineProperty({ chat_id: 1, text: "hi" }, "method", { value: "sendMessage" });
  assert.equal(await replyOf(hidden), '200\n{"method":"sendMessage","chat_id":1,"text":"hi"}');
  assert.equal(await replyOf({ chat_id: 1, text: "hi", method: "sendMessage" }), '200\n{"method":"sendMessage","chat_id":1,"text":"hi"}');
  assert.match(await replyOf({ method: null, chat_id: 1, text: "hi" }), /got null$/);
  assert.match(await replyOf({ chat_id: 1, text: "hi" }), /got nothing$/);
});
