// No token in any escape in what the emulator shows: its log, the lines of the command, the answers of the control path.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { afterEach, describe, test } from "node:test";

// The entry whose inner files are used below.
import "../node_modules/botwire/entries/default.js";
import { createEmulator, serve } from "botwire/emulator";

const { redactor } = await import("../node_modules/botwire/errors/redact.js");
const { line } = await import("../node_modules/botwire/emulator/lines.js");

const { token: TOKEN, replaced, withheld, shown } = JSON.parse(await readFile(new URL("../../tests/vectors/redact.json", import.meta.url), "utf8"));
const VECTORS = [replaced, withheld, shown].flat().map(({ token = TOKEN, ...vector }) => ({ token, ...vector }));

const ends = [];
afterEach(async () => { for (const end of ends.splice(0)) await end(); });

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
