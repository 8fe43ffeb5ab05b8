// When a call is retried: after 429, and after unknown outcomes only if that is safe. Wait times:
// virtual-waits.test.mjs.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { recorded } from "../support/recorded.mjs";
import { failure, ok } from "../support/recorder.mjs";
import { onlyRequired } from "../support/samples.mjs";
import { methods } from "../support/spec.mjs";

const { service, botWith } = await recorded();
const QUICK = { retries: 2, baseMs: 1 };

async function call(answers, retry, { method = "sendMessage", params = { chat_id: 1, text: "a" }, ...options } = {}) {
  service.clear();
  service.answer(answers);
  const outcome = await botWith({ retry, ...options }).call(method, params).then(
    (result) => ({ result }),
    (error) => ({ error }),
  );
  return { ...outcome, tries: service.requests.length };
}

const slowDown = (retry_after) => failure(429, "Too Many Requests", { retry_after });

describe("429", () => {
  test("a wait of 0 s is not a wait", async () => {
    const { result, tries } = await call([slowDown(0), slowDown(0), ok("done")], 2);
    assert.deepEqual([result, tries], ["done", 3]);
  });
  test("with retry_after 73414 fails at once, and says how long", async () => {
    const { error, tries } = await call(slowDown(73_414), 5);
    assert.deepEqual([error.kind, error.parameters.retry_after, tries], ["api", 73_414, 1]);
  });
  test("is not repeated unasked", async () => {
    assert.equal((await call(slowDown(0), undefined)).tries, 1);
    assert.equal((await call(slowDown(0), 0)).tries, 1);
  });
  test("no more often than asked", async () => {
    const { error, tries } = await call(slowDown(0), 3);
    assert.deepEqual([error.error_code, tries], [429, 4]);
  });
  test("without a wait, or from a proxy", async () => {
    for (const answer of [failure(429, "Too Many Requests"), { status: 429, body: "slow down" }, slowDown(-1), slowDown("1")]) {
      const { result, tries } = await call([answer, ok("done")], QUICK);
      assert.deepEqual([result, tries], ["done", 2]);
    }
  });
});

/** Methods that do it twice when they are called twice; a chat action that is shown twice is shown once. */
const ONCE = /^(send(?!ChatAction)|forward|upload|create|add|exportChatInviteLink$)/;
const UNKNOWN = {
  "a 502 of a proxy": { status: 502, body: "Bad Gateway" },
  "a failure 500": failure(500, "Internal"),
  "a broken connection": { hangUp: true },
  "a cut-off body": { body: '{"ok":true,', cut: true },
};

test("any failure with a time to wait is retried, whatever the method: the service has done nothing yet", async () => {
  for (const error_code of [400, 500, 503]) {
    const { result, tries } = await call([failure(error_code, "later", { retry_after: 0 }), ok("done")], 1);
    assert.deepEqual([result, tries], ["done", 2]);
  }
});

describe("an unknown outcome", () => {
  for (const [what, answer] of Object.entries(UNKNOWN)) {
    for (const method of ["getMe", "getChat", "editMessageText", "deleteMessage", "answerCallbackQuery", "setWebhook"]) {
      test(`${what}: ${method} is repeated`, async () => {
        const { result, tries } = await call([answer, answer, ok("done")], QUICK, { method, params: onlyRequired(method)[0] });
        assert.deepEqual([result, tries], ["done", 3]);
      });
    }
    const once = Object.keys(methods).filter((method) => ONCE.test(method));
    test(`${what}: no method is repeated that sends, uploads or creates`, async () => {
      assert.equal(once.length, 19);
      for (const method of once) {
        const { error, tries } = await call([answer, ok("done")], QUICK, { method, params: onlyRequired(method)[0] });
        assert.ok(error, method);
        assert.equal(tries, 1, method);
      }
    });
  }
  test("an unknown method is not repeated: nobody knows what it does", async () => {
    assert.equal((await call([{ hangUp: true }, ok()], QUICK, { method: "sendPoll", params: {} })).tries, 1);
  });
  test("a failure of the caller's own making is not repeated", async () => {
    for (const code of [400, 401, 403, 404, 409]) {
      assert.equal((await call([failure(code, "no"), ok()], QUICK, { method: "getMe", params: {} })).tries, 1);
    }
  });
});

test("onRetry gets the error, the number and the wait", async () => {
  const reported = [];
  const onRetry = (error, attempt, waitMs) => reported.push([error.error_code, attempt, waitMs]);
  await call([slowDown(0), slowDown(0), ok()], { retries: 3, onRetry });
  assert.deepEqual(reported, [[429, 1, 0], [429, 2, 0]]);
  const own = new Error("enough");
  const { error, tries } = await call(slowDown(0), { retries: 3, onRetry() { throw own; } });
  assert.deepEqual([error, tries], [own, 1]);
});

test("a file is sent again, whole, also from a stream", async () => {
  const bytes = new Uint8Array(100_000).fill(7);
  for (const document of [new Blob([bytes]), bytes, new Response(bytes).body]) {
    const { result } = await call([slowDown(0), ok("done")], 1, { method: "sendDocument", params: { chat_id: 1, document } });
    assert.equal(result, "done");
    for (const { params } of service.requests) assert.deepEqual(params.document.bytes, Buffer.from(bytes));
  }
});

describe("a group that became a supergroup", () => {
  const moved = failure(400, "Bad Request: group chat was upgraded to a supergroup chat", {
    migrate_to_chat_id: -1_001_234_567_890,
  });
  test("fails with the new identifier unless followed", async () => {
    const { error, tries } = await call(moved, 3);
    assert.deepEqual([error.kind, error.parameters.migrate_to_chat_id, tries], ["api", -1_001_234_567_890, 1]);
  });
  test("is followed once, and the callback is called before that", async () => {
    const migrations = [];
    const followMigration = async (...all) => void migrations.push([...all, service.requests.length]);
    const params = Object.freeze({ chat_id: -5, text: "a" });
    const { result } = await call([moved, ok("done")], 0, { followMigration, params });
    assert.equal(result, "done");
    assert.deepEqual(
      service.requests.map((request) => request.params),
      [{ chat_id: -5, text: "a" }, { chat_id: -1_001_234_567_890, text: "a" }],
    );
    assert.deepEqual(migrations, [[-5, -1_001_234_567_890, "sendMessage", 1]]);
    const again = await call(moved, 0, { followMigration: true, params });
    assert.deepEqual([again.error.kind, again.tries], ["api", 2]);
  });
  test("with a file", async () => {
    const { result } = await call([moved, ok("done")], 0, {
      followMigration: true,
      method: "sendPhoto",
      params: { chat_id: -5, photo: new Response("abc").body },
    });
    assert.equal(result, "done");
    assert.deepEqual(
      service.requests.map(({ params }) => [params.chat_id, String(params.photo.bytes)]),
      [["-5", "abc"], ["-1001234567890", "abc"]],
    );
  });
});
