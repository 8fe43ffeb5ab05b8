// No token in any escape in what the emulator shows: its log, the lines of the command, the answers of the control path.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";

// The entry whose inner files are used below.
import "../node_modules/botwire/entries/default.js";
import { served } from "../emulator/served.mjs";

const { redactor } = await import("../node_modules/botwire/errors/redact.js");
const { line } = await import("../node_modules/botwire/emulator/lines.js");

const { token: TOKEN, replaced, withheld, shown } = JSON.parse(await readFile(new URL("../../tests/vectors/redact.json", import.meta.url), "utf8"));
const VECTORS = [replaced, withheld, shown].flat().map(({ token = TOKEN, ...vector }) => ({ token, ...vector }));

/** All strings and keys of a JSON value. */
const texts = (value) =>
  typeof value === "string" ? [value]
  : value === null || typeof value !== "object" ? []
  : Object.entries(value).flatMap(([key, member]) => [key, ...texts(member)]);

describe("the vectors of the redaction", () => {
  for (const token of new Set(VECTORS.map(({ token }) => token))) {
    const vectors = VECTORS.filter((vector) => vector.token === token);
    test(token, async () => {
      const { emulator, call, json, post } = await served({ bots: [{ token }] });
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
        await post("/user/write", { text });
        await post("/user/act/press", { text });
        await post(`/user/act/${encodeURIComponent(text)}`, { text });
      }
      const answers = [await json("/user/messages"), await json("/user/log"), await post("/user/act/bots", {}), await post("/user/act/messages", { user: alice.id }), await json("/user/log?after=x")];
      const shown = [...texts(answers), ...emulator.log().map(line)];
      assert.ok(shown.length > vectors.length);
      for (const text of shown) assert.equal(clean(text), text, "nothing is left to be redacted");
      assert.equal(JSON.stringify(answers[2].result.map(({ token }) => token)), '["<token>"]');
    });
  }
});
