// validate(): all faults at once, and exactly where a call would be refused.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Bot, isValidationError, validate } from "botwire";
import { mulberry32 } from "../support/random.mjs";
import { everything, FILE, onlyRequired } from "../support/samples.mjs";
import { methods } from "../support/spec.mjs";

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_122);
const answer = async () => new Response('{"ok":true,"result":true}');
const bot = new Bot({ baseUrl: "https://service.example", token: "1:a", fetch: answer });
const unlimited = new Bot({ baseUrl: "https://service.example", token: "1:a", fetch: answer, checkLimits: false });

const paths = (method, params, options) => validate(method, params, options).map(({ path }) => path);

/** The error of the call; undefined if it is sent. */
const refusal = (method, params, by = bot) => by.call(method, params).then(() => undefined, (error) => error);

async function assertAgrees(method, params, by = bot, options = undefined) {
  const faults = validate(method, params, options);
  const error = await refusal(method, params, by);
  assert.equal(faults[0]?.message, error?.message);
  const messages = faults.map(({ message }) => message);
  assert.equal(new Set(messages).size, messages.length, messages.join("\n"));
  assert.ok(faults.every((fault) => isValidationError(fault) && fault.method === (error?.method ?? method)));
  return faults;
}

describe("validate", () => {
  test("every fault of nested parameters, in the order of the parameters", () => {
    const faults = validate("sendMessage", {
      chat_id: 1.5,
      parse_mode: "html",
      reply_markup: { inline_keyboard: [[{ text: 5, callback_data: "" }, "x", { text: "b" }]] },
      extra: { deep: [Symbol("s"), 1n << 80n] },
    });
    const button = "reply_markup.inline_keyboard[0]";
    assert.deepEqual(faults.map(({ path }) => path), [
      "chat_id", "parse_mode", `${button}[0].text`, `${button}[0].callback_data`, `${button}[1]`, `${button}[2]`,
      "extra.deep[0]", "extra.deep[1]", "text",
    ]);
    const { message, kind, method, expected, received } = faults[3];
    assert.deepEqual({ kind, method, expected, received }, {
      kind: "validation", method: "sendMessage", expected: "a String of 1 to 64 bytes", received: "0 bytes",
    });
    assert.equal(message, `sendMessage: ${button}[0].callback_data: expected a String of 1 to 64 bytes, got 0 bytes`);
  });

  test("no fault, in any case of the name", () => {
    assert.deepEqual(validate("SENDmessage", { chat_id: 1, text: "hi" }), []);
    assert.deepEqual(validate("getMe"), []);
    assert.deepEqual(validate("sendPoll", { anything: [1] }), []);
  });

  test("files count as in a call", () => {
    assert.deepEqual(validate("sendDocument", { chat_id: 1, document: FILE }), []);
    assert.deepEqual(paths("sendDocument", { document: new Uint8Array(50 * 2 ** 20 + 1) }), ["document", "chat_id"]);
    const stream = new Blob(["x"]).stream();
    assert.deepEqual(validate("sendDocument", { chat_id: 1, document: stream }), []);
    assert.equal(stream.locked, false, "nobody reads it");
  });

  test("no method, no object: the error of the call", async () => {
    for (const [method, params] of [["5x"], ["sendMessage", "text"], ["sendMessage", []], [undefined], ["sendPoll", 5]]) {
      assert.equal((await assertAgrees(method, params)).length, 1);
    }
  });

  test("each sample of each method is without a fault", () => {
    for (const method of Object.keys(methods)) {
      for (const params of [...everything(method), ...onlyRequired(method)]) assert.deepEqual(validate(method, params), [], method);
    }
  });

  test("what a bot allows counts with it", async () => {
    const params = { chat_id: 1, text: "x".repeat(4097) };
    assert.deepEqual(validate("sendMessage", params, { bot: unlimited }), []);
    assert.deepEqual(validate("sendMessage", params, { checkLimits: false }), []);
    assert.deepEqual(paths("sendMessage", params, { bot: unlimited, checkLimits: true }), ["text"]);
    const local = new Bot({ baseUrl: "http://127.0.0.1:1", token: "1:a", fetch: answer });
    const webhook = { url: "http://127.0.0.1:8787/hook", max_connections: 0 };
    assert.deepEqual(paths("setWebhook", webhook), ["url", "max_connections"]);
    assert.deepEqual(paths("setWebhook", webhook, { bot: local }), ["max_connections"]);
    await assertAgrees("setWebhook", { url: webhook.url }, local, { bot: local });
  });

  test("a text with the token of the bot is not shown", () => {
    const secret = new Bot({ baseUrl: "https://service.example", token: "123456:secret-token", fetch: answer });
    const [fault] = validate("sendChatAction", { chat_id: 1, action: "123456:secret-token" }, { bot: secret });
    assert.doesNotMatch(JSON.stringify(fault), /secret-token/);
  });

  test("wrong options are refused", () => {
    for (const options of [null, 5, { bot: {} }, { checkLimits: "yes" }]) {
      assert.throws(() => validate("getMe", {}, options), (error) => isValidationError(error) && error.method === "validate");
    }
  });
});

test("hostile parameters: a hundred faults at most are reported", () => {
  const items = Array.from({ length: 200_000 }, (_, index) => (index < 199_000 ? "ok" : 5));
  assert.equal(validate("getUpdates", { allowed_updates: items }).length, 100);
  const late = { ...Object.fromEntries(items.slice(50_000).map((_, index) => [`x${index}`, "y".repeat(10)])), text: 5 };
  assert.deepEqual(paths("sendMessage", late), ["text", "chat_id"]);
  assert.equal(validate("sendMessage", { chat_id: 1, text: "x".repeat(5 << 20) }).length, 1);
  const cyclic = {};
  cyclic.self = cyclic;
  assert.deepEqual(paths("sendMessage", { chat_id: 1, text: "", reply_markup: cyclic }), ["reply_markup"]);
});

test(`as many faults as were put in, seed ${SEED}`, () => {
  const random = mulberry32(SEED);
  for (const method of Object.keys(methods)) {
    for (const params of everything(method)) {
      const spoiled = Object.keys(params).filter(() => random() < 0.5);
      const copy = { ...params, ...Object.fromEntries(spoiled.map((name) => [name, Symbol("s")])) };
      const found = paths(method, copy);
      for (const name of spoiled) assert.ok(found.includes(name), `${method}: ${name} among ${found}`);
    }
  }
});

test("before the engine has started it says what to do", async () => {
  const source = `
    import { init, validate } from ${JSON.stringify(import.meta.resolve("botwire").replace(/node\.js$/, "default.js"))};
    try { validate("getMe"); } catch (error) { console.log(error.message); }
    await init();
    console.log(validate("sendMessage", {}).length);`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", source], { cwd: fileURLToPath(new URL("..", import.meta.url)) });
  assert.deepEqual(stdout.trim().split("\n"), ["validate: expected await init() before it, got an engine that is being loaded", "2"]);
});
