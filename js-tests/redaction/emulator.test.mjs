// No token in any escape in what the emulator shows: its log, the lines of the command, the answers of the control path.

import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { afterEach, describe, test } from "node:test";

// The entry whose inner files are used below.
import "../node_modules/botwire/entries/default.js";
import { createEmulator, serve } from "botwire/emulator";

const { redactor } = await import("../node_modules/botwire/errors/redact.js");
const { line } = await import("../node_modules/botwire/emulator/lines.js");

const { token: TOKEN, ...kinds } = JSON.parse(await readFile(new URL("../../tests/vectors/redact.json", import.meta.url), "utf8"));
const VECTORS = Object.values(kinds).flat().map(({ token = TOKEN, ...vector }) => ({ token, ...vector }));

const ends = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** An emulator with that token on a port, and what asks it. */
async function open(token) {
  const emulator = createEmulator({ bots: [{ token }] });
  const server = await serve(emulator, { port: 0 });
  ends.push(() => (emulator.close(), server.close()));
  const json = async (path, init) => (await fetch(server.url + path, init)).json();
  return {
    emulator,
    call: (method, parameters) =>
      json(`/bot${encodeURIComponent(token)}/${encodeURIComponent(method)}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(parameters) }),
    get: (path) => json(`/user/${path}`),
    post: (path, body) => json(`/user/${path}`, { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) }),
  };
}

/** All strings and keys of a JSON value. */
const texts = (value) =>
  typeof value === "string" ? [value]
  : value === null || typeof value !== "object" ? []
  : Object.entries(value).flatMap(([key, member]) => [key, ...texts(member)]);

describe("the vectors of the redaction", () => {
  for (const token of new Set(VECTORS.map(({ token }) => token))) {
    const vectors = VECTORS.filter((vector) => vector.token === token);
    test(token, async () => {
      const { emulator, call, get, post } = await open(token);
      const clean = redactor(token);
      const alice = emulator.user({ first_name: "Alice" });
      for (const { why, text } of vectors) {
        const expected = clean(text);
        const { number } = emulator.log().at(-1) ?? { number: 0 };
        await call("sendMessage", { chat_id: 1, text });
        await call("setWebhook", { url: `https://bot.example/${text}` });
        if (text !== "") await call(text, { [text]: text });
        const [message, webhook, unknown] = emulator.log(number);
        assert.equal(message.parameters.text, expected, why);
        assert.equal(webhook.parameters.url, clean(`https://bot.example/${text}`), why);
        if (text !== "") assert.deepEqual([unknown.method, unknown.parameters], [expected, { [expected]: expected }], why);
        await post("write", { text });
        await post("act/press", { text });
        await post(`act/${encodeURIComponent(text)}`, { text });
      }
      const answers = [await get("messages"), await get("log"), await post("act/bots", {}), await post("act/messages", { user: alice.id }), await get("log?after=x")];
      const shown = [...texts(answers), ...emulator.log().map(line)];
      assert.ok(shown.length > vectors.length);
      for (const text of shown) assert.equal(clean(text), text, "nothing is left to be redacted");
      assert.equal(JSON.stringify(answers[2].result.map(({ token }) => token)), '["<token>"]');
    });
  }
});

for (const token of ["5", "17", "true", "test"]) {
  test(`the short token ${token} is hidden in URLs, and eats nothing else`, async () => {
    const { emulator, call, get, post } = await open(token);
    const text = `a test of 5, 17 and true: ${token}`;
    const sent = (await post("write", { text })).result;
    assert.deepEqual([sent.text, sent.message_id], [text, 1]);
    const url = `http://127.0.0.1:9/bot${token}/17/true/test`;
    await call("sendMessage", { chat_id: sent.chat.id, text: `${text} ${url}`, disable_notification: true });
    await call("setWebhook", { url });
    await call("getUpdates", { limit: 17, timeout: 5 });
    await get(`../bot${token}/a/b`);
    const log = emulator.log().filter(({ kind }) => kind !== "delivery");
    assert.deepEqual(log[0].parameters, { chat_id: sent.chat.id, text: `${text} http://127.0.0.1:9/bot<token>/17/true/test`, disable_notification: true });
    assert.equal(log[0].answer.result.chat.id, sent.chat.id);
    assert.equal(log[1].parameters.url, "http://127.0.0.1:9/bot<token>/17/true/test");
    assert.deepEqual(log[2].parameters, { limit: 17, timeout: 5 });
    assert.equal(log[3].target, "/bot<token>/a/b");
    assert.deepEqual((await get("log")).result, emulator.log());
    assert.deepEqual((await get("messages")).result.map(({ text }) => text), [text, `${text} http://127.0.0.1:9/bot<token>/17/true/test`]);
    assert.deepEqual((await post("act/bots", {})).result, [{ user: emulator.bot, token: "<token>" }]);
    assert.deepEqual((await post("act/add_bot", { token: "18" })).result.token, "<token>");
    assert.match((await get("a/test")).description, /^Not Found: there are POST \/user\/write/);
  });
}

test("tokens that JSON escapes break no answer", async () => {
  const { emulator, get } = await open("1:other");
  for (const token of ['"', "\\", '",":', "\u0000", "é", "5", "true"]) {
    await get(`../bot${encodeURIComponent(token)}/getMe?text=${encodeURIComponent(`${token} 5 true`)}`);
    assert.equal(emulator.log().at(-1).parameters.text, `${token.includes(":") ? "<token>" : token} 5 true`);
  }
  assert.deepEqual((await get("log")).result, emulator.log());
});

test("the secret alone is hidden in the URL of a webhook, also where that fails", async () => {
  const secret = "AAbb-cc_DDeeFFgg0123456789hhIIjjKKll";
  const { emulator, call, get, post } = await open(`987654:${secret}`);
  const hook = createServer((_, response) => response.writeHead(500).end()).listen(0, "127.0.0.1");
  ends.push(() => (hook.close(), hook.closeAllConnections()));
  await once(hook, "listening");
  assert.equal((await call("setWebhook", { url: `http://127.0.0.1:${hook.address().port}/${secret}` })).ok, true);
  await post("write", "hi");
  await emulator.settle();
  const delivery = emulator.log().at(-1);
  assert.deepEqual([delivery.kind, delivery.url.slice(-8), delivery.status], ["delivery", "/<token>", 500]);
  assert.ok(!JSON.stringify([await get("log"), emulator.log().map(line)]).includes(secret.slice(8)));
});
