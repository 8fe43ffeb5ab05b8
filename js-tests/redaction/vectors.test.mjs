// The token is not shown, and innocent texts are: tests/vectors/redact.json, which Rust passes too.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { stepsOf } from "../support/steps.mjs";
import { vectors as vectorsOf } from "../support/vectors.mjs";
// The entry whose inner files are used below.
import { Bot } from "../node_modules/botwire/entries/default.js";

const { redactor } = await import("../node_modules/botwire/errors/redact.js");
const { REDACTED, WITHHELD } = await import("../node_modules/botwire/policy.js");
const vectors = await vectorsOf("redact");
const TOKEN = vectors.token;

describe("the token is replaced", () => {
  for (const { why, token = TOKEN, text, expected } of vectors.replaced) test(why, () => assert.equal(redactor(token)(text), expected));
});

describe("a text in which the token is suspected is withheld", () => {
  for (const { why, token = TOKEN, text } of vectors.withheld) test(why, () => assert.equal(redactor(token)(text), WITHHELD));
});

describe("an innocent text is shown", () => {
  for (const { why, token = TOKEN, text } of vectors.shown) test(why, () => assert.equal(redactor(token)(text), text));
});

test("a token in several escapes at once is replaced or withheld", () => {
  for (const { token, text } of vectors.spelled) {
    const shown = redactor(token)(text);
    assert.ok(shown === WITHHELD || shown.includes(REDACTED), `${text} of ${token} is ${shown}`);
  }
});

test("spellings of another token are shown", () => {
  for (const { token, text } of vectors.unrelated) assert.equal(redactor(token)(text), text);
});

describe("what is shown is shown again", () => {
  for (const { why, token = TOKEN, text } of [...vectors.replaced, ...vectors.withheld]) {
    test(why, () => {
      const clean = redactor(token);
      const shown = clean(text);
      assert.equal(clean(shown), shown);
    });
  }
});

test("no part of the token of at least eleven characters is shown, wherever it begins", () => {
  const secret = TOKEN.split(":")[1].replace(/[^a-z\d]/gi, "");
  const clean = redactor(TOKEN);
  for (let length = 11; length <= secret.length; length++) {
    for (let at = 0; at + length <= secret.length; at++) {
      const part = secret.slice(at, at + length);
      assert.ok(!clean(`key ${part}, and more`).includes(part), part);
    }
  }
});

test("a token where a long text is cut is not shown in part", async () => {
  for (let length = 4096 - 50; length <= 4096; length++) {
    const text = `${"x".repeat(length)}${TOKEN}${"y".repeat(100)}`;
    const fetch = async () => Response.json({ ok: false, error_code: 400, description: text });
    const error = await new Bot({ baseUrl: "https://service.example", token: TOKEN, fetch }).getMe().catch((caught) => caught);
    assert.equal(error.kind, "api");
    assert.ok(!error.description.includes(":A"), `${length}: ${error.description.slice(-50)}`);
  }
});

for (const piece of ["%25", "\\", "\\u{0", "&", "&#0", "&amp;", "=3D", "A", "987654321:A", "OTg3NjU0", "#37;\\u0026", "<a>", "57,", "37 ", "JTI1"]) {
  test(`a text of ${JSON.stringify(piece)} and nothing else takes linear time`, async () => {
    const clean = redactor(TOKEN);
    const work = (length) => stepsOf(() => clean(piece.repeat(length / piece.length)));
    const [short, long] = [await work(500), await work(4000)];
    assert.ok(short > 0 && long < 12 * short, `${short} steps, and ${long} for eight times the text`);
  });
}

test("a download of a known path shows no token either, whatever its fetch throws", async () => {
  // In a separate program, in which the engine has not been started.
  const { execFileSync } = await import("node:child_process");
  const program = `
    import { Bot, download } from "../node_modules/botwire/entries/default.js";
    const fetch = async (url) => { throw new Error("cannot reach " + encodeURIComponent(encodeURIComponent(url))); };
    const bot = new Bot({ baseUrl: "https://service.example", token: "${TOKEN}", fetch });
    const error = await download(bot, { file_id: "1", file_path: "a" }).catch((caught) => caught);
    console.log(error.kind, error.cause.message);
  `;
  const cwd = new URL(".", import.meta.url);
  const printed = execFileSync(process.execPath, ["--input-type=module", "-e", program], { cwd, encoding: "utf8", timeout: 60_000 });
  assert.equal(printed, "network cannot reach https%253A%252F%252Fservice.example%252Ffile%252Fbot<token>%252Fa\n");
});
