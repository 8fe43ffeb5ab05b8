// Long texts: what is sent and what is refused, in a call and in the call that a handler returns.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Bot, createWebhookHandler } from "botwire";
import { onlyRequired } from "../support/samples.mjs";
import { methods } from "../support/spec.mjs";

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

/** Texts whose visible length is known. */
const TEXTS = [1024, 4095, 4096, 4097, 5000].flatMap((length) =>
  ["x", "é", "ж", "😀", '"', "\u0000"].map((letter) => [letter.repeat(length), length]),
);
TEXTS.push([`<b>${"x".repeat(4096)}</b>`, 4096], [`<b>${"x".repeat(4097)}</b>`, 4097], [`<b>${"😀".repeat(4000)}</b>&amp;&lt;`, 4002]);

test("a text at the limit, checked and not, in a call and in a reply", async () => {
  for (const [text, length] of TEXTS) {
    const params = { chat_id: 1, text, parse_mode: "HTML" };
    const where = `${text.slice(0, 12)}… of ${length}`;
    const json = JSON.stringify(params);
    const [outcome, reply] = [await outcomeOf("sendMessage", params), await replyOf({ method: "sendMessage", ...params })];
    if (length <= 4096) {
      assert.equal(outcome, `https://bots.example/bot1:TOKEN/sendMessage\n${json}`, where);
      assert.equal(reply, `200\n{"method":"sendMessage",${json.slice(1)}`, where);
    } else {
      const fault = `sendMessage: text: expected a String of 0 to 4096 visible characters, got ${length} visible characters`;
      assert.equal(outcome[1], fault, where);
      assert.equal(reply, `500\n\n${fault}`, where);
    }
    assert.equal((await outcomeOf("sendMessage", params, { checkLimits: false })).split("\n")[1], json, where);
  }
});

for (const method of Object.keys(methods)) {
  test(`${method}: each parameter with a long text, in a call and in a reply`, async () => {
    for (const name of [...Object.keys(methods[method].params), "unknown", "__proto__"]) {
      for (const text of ["x".repeat(1025), "😀".repeat(4097), `${"😀".repeat(600)}\ud83d`, `http://bot.example/${"a".repeat(2000)}`]) {
        const params = { ...onlyRequired(method) };
        Object.defineProperty(params, name, { value: text, enumerable: true });
        const call = { ...params, method };
        Object.defineProperty(call, name, { value: text, enumerable: true });
        const [outcome, reply] = [await outcomeOf(method, params), await replyOf(call)];
        const where = `${name}: ${text.slice(0, 12)}… of ${text.length}`;
        if (typeof outcome === "string") assert.match(reply, /^200\n/, where);
        else assert.equal(reply, `500\n\n${outcome[1]}`, where);
        if (text.endsWith("\ud83d")) assert.notEqual(typeof outcome, "string", where);
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

test("two long texts in one call, and one next to a file", async () => {
  const file = { data: new Uint8Array(3), name: "a.pdf" };
  const outcome = async (params) => {
    const found = await outcomeOf("sendDocument", { chat_id: 1, ...params });
    return typeof found === "string" ? "sent" : found[2];
  };
  assert.equal(await outcome({ document: file, caption: "é".repeat(200) }), "sent");
  assert.equal(await outcome({ document: file, caption: "é".repeat(1025) }), "caption");
  assert.equal(await outcome({ document: "x".repeat(3000), caption: "x".repeat(200) }), "sent");
  assert.equal(await outcome({ document: "x", caption: "x", unknown: { length: 2000, isWellFormed: "no" } }), "sent");
  assert.equal(await outcome({ document: new Date(), caption: "x".repeat(200) }), "document");
});

test("a lone surrogate in a long text is refused", async () => {
  const [kind, , path, , received] = await outcomeOf("sendMessage", { chat_id: 1, text: `${"x".repeat(2000)}\ud83d` });
  assert.deepEqual([kind, path, received], ["validation", "text", "a lone surrogate"]);
});

test("what looks like a length is a text, next to a long one too", async () => {
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
