// Unsuccessful responses: errors of the service, and responses of intermediaries.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as botwire from "botwire";
import { recorded } from "../support/recorded.mjs";
import { TOKEN, failure, ok } from "../support/recorder.mjs";

const { Bot } = botwire;
const { service, botWith } = await recorded();
const fail = async (answer, options) => {
  service.clear();
  service.answer(answer);
  return botWith(options).sendMessage({ chat_id: 1, text: "a" })
    .then(
      (result) => assert.fail(`a success: ${JSON.stringify(result)}`),
      (error) => error,
    );
};

const GUARDS = ["isValidationError", "isApiError", "isHttpError", "isNetworkError", "isTimeoutError", "isAbortedError"];

function assertKind(error, kind, className) {
  assert.ok(error instanceof Error && error instanceof botwire[className], String(error));
  assert.deepEqual([error.kind, error.name, error.method], [kind, className, "sendMessage"]);
  assert.deepEqual(GUARDS.filter((guard) => botwire[guard](error)), [`is${className}`]);
  assert.match(error.stack, new RegExp(`^${className}: sendMessage: `));
  assert.equal(Object.prototype.toString.call(error), "[object Error]");
}

describe("failures of the service", () => {
  const failures = [
    failure(400, "Bad Request: message is too long"),
    failure(403, "Forbidden: bot was blocked by the user", undefined, 200),
    failure(404, "Not Found"),
    failure(409, "Conflict: webhook is active"),
    failure(429, "Too Many Requests", { retry_after: 73_414 }),
    failure(400, "group chat was upgraded", { migrate_to_chat_id: -(2 ** 52 - 1) }),
    failure(500, "Internal Server Error"),
    failure(401, "é 👩‍👩‍👧", { new_parameter: { a: [1] } }),
  ];
  for (const answer of failures) {
    const { error_code, description, parameters } = JSON.parse(answer.body);
    test(`${answer.status}, ${answer.body}`, async () => {
      const error = await fail(answer);
      assertKind(error, "api", "ApiError");
      assert.deepEqual([error.error_code, error.description, error.parameters], [error_code, description, parameters]);
      assert.ok(error.message.includes(description) && error.message.includes(String(error_code)));
      assert.equal(service.requests.length, 1, "nothing is repeated unasked");
    });
  }
  test("a failure without a description or a code", async () => {
    const error = await fail({ status: 418, body: '{"ok":false}' });
    assertKind(error, "api", "ApiError");
    assert.deepEqual([error.error_code, error.description], [418, ""]);
  });
});

describe("what is not an answer of the service", () => {
  const pages = {
    "a proxy's page": { status: 502, headers: { "content-type": "text/html" }, body: "<html>\n<h1>Bad Gateway</h1>" },
    "a page that says 200": { status: 200, headers: { "content-type": "text/html" }, body: "<html>Please log in" },
    "an empty body": { status: 200, body: "" },
    "an empty 502": { status: 502, body: "" },
    "an empty 204": { status: 204, body: "" },
    "cut-off JSON": { status: 200, body: '{"ok":true,"result":{"message_id":1' },
    "JSON that is not an object": { status: 200, body: "[1]" },
    "a JSON string": { status: 200, body: '"ok"' },
    null: { status: 200, body: "null" },
    "an object without ok": { status: 200, body: '{"message":"API method is not supported"}' },
    "ok without a result": { status: 200, body: '{"ok":true}' },
    "ok that is a string": { status: 200, body: '{"ok":"true","result":1}' },
    "ok that is a number": { status: 200, body: '{"ok":1,"result":1}' },
    "a binary body": { status: 200, body: Buffer.from([0xff, 0xfe, 0, 1, 27, 91, 51, 49, 109]) },
    "two envelopes": { status: 200, body: '{"ok":true,"result":1}{"ok":true,"result":1}' },
  };
  for (const [what, answer] of Object.entries(pages)) {
    test(what, async () => {
      const error = await fail(answer);
      assertKind(error, "http", "HttpError");
      assert.equal(error.status, answer.status);
      assert.ok(error.message.includes(`${answer.status}`));
      const start = /Bad Gateway|Please log in|message_id|not supported/.exec(answer.body)?.[0];
      if (start) assert.ok(error.excerpt.includes(start) && error.message.includes(start));
      assert.ok(!/[\p{Cc}]/u.test(error.excerpt), "what steers a terminal is left out");
    });
  }
  test("a page of 20 MB is not retained, and not waited for", async () => {
    const error = await fail({ status: 500, headers: { "content-type": "text/html" }, body: "x".repeat(20 << 20) });
    assertKind(error, "http", "HttpError");
    assert.ok(error.message.length < 1000, `${error.message.length} characters`);
  });
  const answered = (response) =>
    botWith({ fetch: async () => response }).sendMessage({ chat_id: 1, text: "a" }).then(() => assert.fail("a success"), (error) => error);
  test("is recognized by its status and its text", async () => {
    const like = (status, body) => ({ ok: status >= 200 && status < 300, status, headers: new Headers(), text: async () => body });
    for (const [status, body, message] of [
      [200, "", "an empty body"],
      [299, "a page", "not a response from the service: a page"],
      [300, "", "a redirect, which is not followed"],
      [399, "a page", "a redirect, which is not followed: a page"],
      [400, "", "an empty body"],
      [0, "", "a redirect, which is not followed"],
      [undefined, "a page", "not a response from the service: a page"],
      [500, '{"ok":true,"result":1}', 'not a response from the service: {"ok":true,"result":1}'],
    ]) {
      const error = await answered(like(status, body));
      assert.deepEqual([error.kind, error.status, error.message], ["http", status ?? 0, `sendMessage: HTTP ${status ?? 0}, ${message}`]);
    }
  });
  test("is shown by its start: without the token, in one line", async () => {
    const { excerpt } = await answered(new Response(` \n a\t\u0000 b\u202e${TOKEN}/c `, { status: 502 }));
    assert.equal(excerpt, "a b <token>/c");
    const long = await answered(new Response("👩".repeat(500), { status: 502 }));
    assert.equal(long.excerpt, "👩".repeat(200));
  });
  test("fields of a failure that are of another type are left out", async () => {
    for (const parameters of ["x", 5, null]) {
      const error = await answered(Response.json({ ok: false, error_code: "5", description: 5, parameters }, { status: 418 }));
      assert.deepEqual([error.kind, error.error_code, error.description, error.parameters], ["api", 418, "", undefined]);
    }
  });
  test("an envelope in another type of content, or with a byte order mark, is read", async () => {
    service.answer({ headers: { "content-type": "text/plain" }, body: '\ufeff {"ok":true,"result":"é"} ' });
    assert.equal(await botWith().getMe(), "é");
  });
});

describe("guards", () => {
  test("isTransientError tells what may pass", async () => {
    const answers = [
      [failure(400, "a"), false],
      [failure(429, "a"), true],
      [failure(500, "a"), true],
      [failure(420, "a", { retry_after: 1 }), true],
      [{ status: 429, body: "x" }, true],
      [{ status: 502, body: "x" }, true],
      [{ status: 404, body: "x" }, false],
      [{ hangUp: true }, true],
    ];
    for (const [answer, isTransient] of answers)
      assert.equal(botwire.isTransientError(await fail(answer)), isTransient, JSON.stringify(answer));
  });
});
