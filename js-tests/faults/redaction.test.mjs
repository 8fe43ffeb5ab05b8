// The token is taken out of foreign texts by the same rules as in Rust: tests/vectors/redact.json.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { Bot } from "../node_modules/botwire/entries/default.js";

const vectors = JSON.parse(await readFile(new URL("../../tests/vectors/redact.json", import.meta.url), "utf8"));

// Errors also replace control characters, so the vectors go to the redactor itself.
const { redactor } = await import("../node_modules/botwire/errors/redact.js");

describe("vectors", () => {
  for (const { why, token, text, expected } of vectors) {
    test(why, () => assert.equal(redactor(token)(text), expected));
  }
});

const TOKEN = "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw";

test("a token where a long text is cut is not shown in part", async () => {
  for (let length = 16_384 - 50; length <= 16_384; length++) {
    const text = `${"x".repeat(length)}${TOKEN}${"y".repeat(100)}`;
    const fetch = async () => Response.json({ ok: false, error_code: 400, description: text });
    const error = await new Bot({ baseUrl: "https://service.example", token: TOKEN, fetch }).getMe().catch((caught) => caught);
    assert.equal(error.kind, "api");
    assert.ok(!error.description.includes(":A"), `${length}: ${error.description.slice(-50)}`);
  }
});

test("a download of a given path shows no token either, whatever its fetch throws", async () => {
  // In a program of its own, where nothing has started the engine.
  const { execFileSync } = await import("node:child_process");
  const program = `
    import { Bot, download } from "../node_modules/botwire/entries/default.js";
    const fetch = async (url) => { throw new Error("cannot reach " + encodeURIComponent(encodeURIComponent(url))); };
    const bot = new Bot({ baseUrl: "https://service.example", token: "${TOKEN}", fetch });
    const error = await download(bot, { file_id: "1", file_path: "a" }).catch((caught) => caught);
    console.log(error.kind, error.cause.message);
  `;
  const cwd = new URL(".", import.meta.url);
  const printed = execFileSync(process.execPath, ["--input-type=module", "-e", program], { cwd, encoding: "utf8" });
  assert.equal(printed, "network cannot reach https%253A%252F%252Fservice.example%252Ffile%252Fbot<token>%252Fa\n");
});
