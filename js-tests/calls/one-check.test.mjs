// How often the engine is asked: once for all faults, and once for all attempts.
import assert from "node:assert/strict";
import { describe, test } from "node:test";

const asked = [];
const { Instance } = WebAssembly;
WebAssembly.Instance = class {
  constructor(module, imports) {
    const { exports } = new Instance(module, imports);
    const check = (...numbers) => (asked.push("check"), exports.check(...numbers));
    return { exports: { ...exports, check } };
  }
};
const { Bot, unchecked, validate } = await import("botwire");

/** Returns how often the engine checks during a task. */
async function checksOf(task) {
  asked.length = 0;
  await task();
  return asked.length;
}
/** A bot, and the bodies that its service got. The service gives these responses first. */
function served(...responses) {
  const bodies = [];
  const fetch = async (_, { body }) => {
    bodies.push(body);
    return Response.json(responses[bodies.length - 1] ?? { ok: true, result: true });
  };
  return { bodies, bot: new Bot({ baseUrl: "https://service.example", token: "1:a", fetch, followMigration: true, retry: { retries: 3, baseMs: 1 } }) };
}
const BUSY = { ok: false, error_code: 502, description: "Bad Gateway" };
const results = (...values) => values.map((value, index) => ({ type: "article", id: `${index}`, title: value, input_message_content: { message_text: "a" } }));

describe("the engine checks once", () => {
  test("a call with many unchecked values", async () => {
    const { bot, bodies } = served();
    const titles = Array.from({ length: 50 }, () => unchecked({ rich: true }));
    assert.equal(await checksOf(() => bot.answerInlineQuery({ inline_query_id: "1", results: results(...titles) })), 1);
    assert.deepEqual(JSON.parse(bodies[0]).results.map(({ title }) => title), Array(50).fill({ rich: true }));
  });
  test("a call with a fault behind many unchecked values", async () => {
    const titles = [...Array.from({ length: 40 }, () => unchecked(5)), 5];
    const refused = () => assert.rejects(served().bot.answerInlineQuery({ inline_query_id: "1", results: results(...titles) }), { path: "results[40].title" });
    assert.equal(await checksOf(refused), 1);
  });
  test("what validate finds", async () => {
    const faulty = results(...Array(49).fill(5), unchecked(5));
    let faults;
    assert.equal(await checksOf(() => (faults = validate("answerInlineQuery", { inline_query_id: 1, results: faulty }))), 1);
    assert.equal(faults.length, 50);
  });
  test("a call that is retried, which sends the same text again", async () => {
    const { bot, bodies } = served(BUSY, BUSY);
    assert.equal(await checksOf(() => bot.getChat({ chat_id: -7 })), 1);
    assert.equal(bodies.length, 3);
    assert.equal(new Set(bodies).size, 1);
  });
});

test("a call whose group has moved is checked again with the new chat, and the parameters of the caller stay", async () => {
  const { bot, bodies } = served({ ok: false, error_code: 400, description: "moved", parameters: { migrate_to_chat_id: -1007 } });
  const params = { chat_id: -7, text: "a", extra: { deep: unchecked(5) } };
  assert.equal(await checksOf(() => bot.sendMessage(params)), 2);
  assert.deepEqual(bodies.map((body) => JSON.parse(body).chat_id), [-7, -1007]);
  assert.deepEqual(bodies.map((body) => JSON.parse(body).extra), [{ deep: 5 }, { deep: 5 }]);
  assert.equal(params.chat_id, -7);
});
test("bytes that are transferred away between two attempts are found", async () => {
  const data = new Uint8Array(8);
  const fetch = async () => (structuredClone(data.buffer, { transfer: [data.buffer] }), Response.json({ ...BUSY, error_code: 429, parameters: { retry_after: 0 } }));
  const bot = new Bot({ baseUrl: "https://service.example", token: "1:a", fetch, retry: { retries: 1, baseMs: 1 } });
  await assert.rejects(bot.sendDocument({ chat_id: 1, document: data }), { kind: "validation", path: "document", received: "bytes that are gone" });
});
