// Envelopes that are valid JSON and made to do harm: to the kind of the error, to the token in it, to the terminal that prints it.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { inspect } from "node:util";
import { Bot, createWebhookHandler, isApiError, isNetworkError } from "botwire";
import { everyField } from "botwire/check";
import { recorded } from "../support/recorded.mjs";
import { TOKEN, failure } from "../support/recorder.mjs";

const { service, botWith } = await recorded();
const fail = async (answer, options) => {
  service.answer(answer);
  return botWith({ ...options }).getMe().then(
    () => assert.fail("a success"),
    (error) => error,
  );
};
/** Includes C1, and characters that change the direction of text. */
const STEERING = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const steering = "a\u001b[31mred\u001b[0m\r\nnext\tcolumn\u0000\u007f\u009b2J\u202egnp.exe\u2028b";
const shown = "a [31mred [0m next column 2J gnp.exe b";

describe("parameters that are nested", () => {
  for (const [what, open, close] of [["arrays", "[", "]"], ["objects", '{"a":', "}"]]) {
    for (const depth of [10, 5_000, 100_000]) {
      test(`${depth} ${what}: an ApiError that can be printed`, async () => {
        const parameters = `{"retry_after":5,"deep":${open.repeat(depth)}1${close.repeat(depth)}}`;
        const error = await fail({ status: 200, body: `{"ok":false,"error_code":429,"description":"slow","parameters":${parameters}}` });
        assert.ok(isApiError(error), inspect(error));
        assert.deepEqual([error.error_code, error.description, error.parameters.retry_after], [429, "slow", 5]);
        assert.ok(JSON.stringify(error).length > 0 && inspect(error, { depth: Infinity }).length > 0);
      });
    }
  }
  test("to six levels they are whole", async () => {
    const parameters = { deep: JSON.parse(`${'{"a":['.repeat(3)}"b"${"]}".repeat(3)}`) };
    assert.deepEqual((await fail(failure(400, "", parameters))).parameters, parameters);
  });
});

describe("parameters that are many", () => {
  const failWith = (parameters) => {
    const envelope = { ok: false, error_code: 429, description: "slow", parameters };
    return fail({ status: 200, body: JSON.stringify(envelope) });
  };
  test("if they are too long to be searched, the numbers that programs act upon remain", async () => {
    const notes = Array.from({ length: 100 }, (_, index) => `${index} ${TOKEN} `.padEnd(16_000, "x"));
    const { parameters } = await failWith({ retry_after: 5, notes, migrate_to_chat_id: TOKEN, last: 7 });
    assert.deepEqual(parameters, { retry_after: 5 });
  });
  test("if they may spell the token, too", async () => {
    const { parameters } = await failWith({ retry_after: 5, note: [...TOKEN].join(" "), migrate_to_chat_id: -15 });
    assert.deepEqual(parameters, { retry_after: 5, migrate_to_chat_id: -15 });
  });
});

describe("a token that is short", () => {
  for (const token of ["5", "15", "true"]) {
    test(`${token}: numbers and the shape of parameters stay`, async () => {
      const error = await fail(failure(429, "slow", { retry_after: 5, migrate_to_chat_id: -15, is: true }), { token });
      assert.ok(isApiError(error), inspect(error));
      assert.deepEqual([error.error_code, error.parameters], [429, { retry_after: 5, migrate_to_chat_id: -15, is: true }]);
    });
  }
  test("strings in parameters hold no token", async () => {
    const error = await fail(failure(400, `no ${TOKEN}`, { deep: [{ [TOKEN]: `https://x/bot${TOKEN}/a` }] }));
    assert.ok(!JSON.stringify(error).includes(TOKEN.slice(-20)), JSON.stringify(error));
  });
});

describe("what steers a terminal", () => {
  test("is in no property of an ApiError; a space replaces it", async () => {
    const error = await fail(failure(400, steering, { retry_after: 1, note: steering }));
    assert.deepEqual([error.description, error.parameters.note], [shown, shown]);
    assert.equal(error.message, `getMe: 400 ${shown}`);
    assert.ok(!STEERING.test(error.stack.replaceAll("\n", "")));
    assert.equal(error.stack.split("\n")[0], `ApiError: ${error.message}`);
  });
  test("letters, joiners and spaces stay as they are", async () => {
    const description = "é 👩‍👩‍👧 ‏שלום‏  two spaces \u00a0";
    assert.equal((await fail(failure(400, description))).description, description);
  });
  test("is in no NetworkError, whatever a platform throws", async () => {
    const thrown = Object.assign(new Error(steering, { cause: Object.assign(new Error(steering), { code: steering }) }), { name: steering });
    thrown.stack = `Error: ${steering}\n    at a (b:1:2)\n    at c (d:3:4)`;
    const error = await fail({}, { fetch: () => Promise.reject(thrown) });
    assert.ok(isNetworkError(error));
    for (const cause of [error, error.cause, error.cause.cause]) {
      for (const text of [cause.message, cause.name, cause.code ?? ""]) assert.ok(!STEERING.test(text), inspect(text));
      assert.ok(!STEERING.test(cause.stack.replaceAll("\n", "")), inspect(cause.stack));
    }
    assert.ok(error.cause.stack.endsWith("\n    at a (b:1:2)\n    at c (d:3:4)"), "the lines of a stack stay");
    assert.match(error.message, /no response: a \[31mred/);
  });
  test("is in no ValidationError of an update, or of a parameter", async () => {
    const reported = [];
    const own = { baseUrl: service.baseUrl, token: TOKEN };
    const options = { ...own, path: "/hook", check: everyField, onReject: ({ error }) => reported.push(error) };
    const message = { message_id: 1, date: 1, chat: { id: "\u001b[31m\r\n", type: "private" } };
    const delivery = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ update_id: 1, message }) };
    assert.equal((await createWebhookHandler(options, () => {})(new Request("https://bot.example/hook", delivery))).status, 400);
    reported.push(await new Bot(own).sendMessage({ chat_id: 1, text: "a", parse_mode: "\u001b[31m" }).catch((error) => error));
    assert.deepEqual(reported.map(({ path }) => path), ["message.chat.id", "parse_mode"]);
    for (const { message, received } of reported) assert.ok(!STEERING.test(message + received), inspect(message));
  });
  test("is in no status of an answer that an own fetch makes up", async () => {
    const fetch = async () => ({ ok: false, status: `502 ${TOKEN}`, text: async () => '{"ok":false}' });
    const error = await fail({}, { fetch });
    assert.deepEqual([error.error_code, error.message.includes(TOKEN)], [0, false]);
  });
  test("is in no AbortedError", async () => {
    service.answer({ silent: true });
    const error = await botWith()
      .getMe({}, { signal: AbortSignal.abort(new Error(steering)) })
      .catch((caught) => caught);
    assert.equal(error.cause.message, shown);
  });
});
