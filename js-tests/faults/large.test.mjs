// Answers of a size that no honest one has: the call fails, the request ends, and the memory stays free.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { isHttpError, isValidationError } from "botwire";
import { recorded } from "../support/recorded.mjs";
import { ok } from "../support/recorder.mjs";

const MAX = 1000;
const { service, botWith } = await recorded();

/** An envelope of exactly so many bytes. */
const envelopeOf = (bytes) => `{"ok":true,"result":"${"a".repeat(bytes - '{"ok":true,"result":""}'.length)}"}`;
const WAYS = {
  "with its length": (body) => ({ body }),
  "in chunks": (body) => ({ body, headers: { "transfer-encoding": "chunked", "content-length": [] } }),
  compressed: (body) => ({ body: gzipSync(body), headers: { "content-encoding": "gzip" } }),
};

describe("an answer of", () => {
  for (const [how, way] of Object.entries(WAYS)) {
    test(`as many bytes as are allowed, ${how}: read`, async () => {
      service.answer(way(envelopeOf(MAX)));
      assert.equal(`${await botWith({ maxResponseBytes: MAX }).getMe()}`.length, MAX - 23);
      assert.equal(`${await botWith().getMe({}, { maxResponseBytes: MAX })}`.length, MAX - 23);
    });
    test(`one byte more, ${how}: an HttpError that says so`, async () => {
      service.answer(way(envelopeOf(MAX + 1)));
      for (const call of [botWith({ maxResponseBytes: MAX }).getMe(), botWith().getMe({}, { maxResponseBytes: MAX })]) {
        const error = await call.catch((caught) => caught);
        assert.ok(isHttpError(error), String(error));
        assert.deepEqual([error.method, error.status], ["getMe", 200]);
        assert.match(error.message, /more than 1000 bytes/);
      }
      assert.equal(`${await botWith({ maxResponseBytes: MAX }).getMe({}, { maxResponseBytes: MAX + 1 })}`.length, MAX - 22);
    });
    test(`16 MiB is read, ${how}, and one byte more is not`, async () => {
      service.answer(way(envelopeOf(2 ** 24)));
      assert.equal(`${await botWith().getMe()}`.length, 2 ** 24 - 23);
      service.answer(way(envelopeOf(2 ** 24 + 1)));
      await assert.rejects(botWith().getMe(), { kind: "http", message: /more than 16777216 bytes/ });
    });
  }
  test("any size, by Infinity", async () => {
    service.answer(ok("a".repeat(2 ** 24)));
    assert.equal(`${await botWith({ maxResponseBytes: Infinity }).getMe()}`.length, 2 ** 24);
  });
});

test("a failure larger than the largest answer is a failure all the same", async () => {
  const description = "d".repeat(500);
  service.answer({ status: 400, body: JSON.stringify({ ok: false, error_code: 400, description }) });
  await assert.rejects(botWith({ maxResponseBytes: 100 }).getMe(), { kind: "api", description });
});

test("characters that are cut by chunks are whole", async () => {
  const text = "é👩‍👩‍👧\ufeff".repeat(50);
  const bytes = new TextEncoder().encode(`\ufeff${JSON.stringify({ ok: true, result: text })}`);
  const bytewise = new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  assert.equal(await botWith({ fetch: async () => new Response(bytewise) }).getMe(), text);
});

test("a page cannot see whether the answer of another origin is compressed: it is counted", async () => {
  let isCanceled = false;
  const body = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1 << 16)), cancel: () => void (isCanceled = true) });
  const response = { ok: true, status: 200, type: "cors", headers: new Headers({ "content-length": "10" }), body, text: () => assert.fail("read whole") };
  await assert.rejects(botWith({ fetch: async () => response }).getMe(), { kind: "http", message: /more than 16777216 bytes/ });
  assert.equal(isCanceled, true);
});

test("a body that is not a stream is measured", async () => {
  const response = { ok: true, status: 200, headers: new Headers(), text: async () => envelopeOf(MAX + 1) };
  await assert.rejects(botWith({ fetch: async () => response, maxResponseBytes: MAX }).getMe(), { kind: "http", message: /more than 1000 bytes/ });
});

for (const maxResponseBytes of [-1, NaN, "1000", null, 1n]) {
  test(`${typeof maxResponseBytes} ${maxResponseBytes} is not a number of bytes`, async () => {
    assert.throws(() => botWith({ maxResponseBytes }), (error) => isValidationError(error) && error.path === "maxResponseBytes");
    const error = await botWith().getMe({}, { maxResponseBytes }).catch((caught) => caught);
    assert.deepEqual([error.kind, error.path], ["validation", "maxResponseBytes"]);
  });
}
