// The package reads no more of a body than it needs, regardless of the headers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Bot } from "botwire";

const PIECE = 1024;
/** Bytes of a failure that are read. */
const MAX_FAILURE = 65_536;

/** Calls getMe, whose response arrives in these chunks. Returns the error, and the number of chunks read. */
async function taken(pieces, init, options) {
  let count = 0;
  const pull = (controller) => (count < pieces.length ? controller.enqueue(pieces[count++]) : controller.close());
  const fetch = async () => new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), init);
  const bot = new Bot({ baseUrl: "https://service.example", token: "1:a", fetch, ...options });
  const error = await bot.getMe().catch((caught) => caught);
  return { error, count };
}

const filled = (count) => Array(count).fill(new Uint8Array(PIECE).fill(97));

for (const [what, headers] of Object.entries({
  "no length": {},
  "its length": { "content-length": `${9 * PIECE}` },
  "the length of what is compressed": { "content-length": "500", "content-encoding": "gzip" },
})) {
  test(`a success that announces ${what} is left once it is too long`, async () => {
    const { error, count } = await taken(filled(9), { headers }, { maxResponseBytes: 2.5 * PIECE });
    assert.match(error.message, /more than 2560 bytes/);
    assert.equal(count, 3);
  });
}

for (const [what, piece] of Object.entries({ lists: "[", "lists side by side": "[],", objects: '{"":' , numbers: "1," })) {
  test(`an answer of more than 300,000 values is not parsed: ${what}`, async () => {
    const text = (count) => `{"ok":true,"result":[${piece.repeat(count)}`;
    const bytes = (count) => [new TextEncoder().encode(text(count))];
    assert.equal((await taken(bytes(310_000))).error.message, "getMe: HTTP 200, an answer of more than 300000 values");
    assert.match((await taken(bytes(140_000))).error.message, /not a response from the service/);
  });
}

for (const [what, open, close] of [["lists", "[", "]"], ["objects", '{"a":', "}"], ["both", '[{"a":', "}]"]]) {
  test(`a result nested deeper than 2500 levels does not reach the caller: ${what}`, async () => {
    const answer = (levels) => {
      const count = (levels - 1) / (open.length > 5 ? 2 : 1);
      return [new TextEncoder().encode(`{"ok":true,"result":${open.repeat(count)}"\\"[{"${close.repeat(count)}}`)];
    };
    assert.equal((await taken(answer(900_001))).error.message, "getMe: HTTP 200, an answer of more than 300000 values");
    assert.equal((await taken(answer(2_503))).error.message, "getMe: HTTP 200, an answer of more than 2500 levels");
    assert.equal(typeof (await taken(answer(2_499))).error, "object");
    assert.ok(!((await taken(answer(2_499))).error instanceof Error));
  });
}

test("commas and brackets in texts are not values", async () => {
  const { error: result } = await taken([new TextEncoder().encode(JSON.stringify({ ok: true, result: '[{,\\"'.repeat(200_000) }))]);
  assert.equal(result.length, 1_000_000);
});

test("a long answer of few values is a result", async () => {
  const { error: result } = await taken([new TextEncoder().encode(JSON.stringify({ ok: true, result: "x".repeat(3_000_000) }))]);
  assert.equal(result.length, 3_000_000);
});

test("of a failure the first 64 KiB are read", async () => {
  const { error, count } = await taken(filled(100), { status: 502 });
  assert.equal(error.status, 502);
  assert.equal(count, MAX_FAILURE / PIECE);
});

test("a failure in pieces is read to its end", async () => {
  const text = JSON.stringify({ ok: false, error_code: 400, description: "Bad Request: chat not found" });
  const { error } = await taken([text.slice(0, 9), text.slice(9, 40), text.slice(40)].map((part) => new TextEncoder().encode(part)), { status: 400 });
  assert.equal(error.description, "Bad Request: chat not found");
});
