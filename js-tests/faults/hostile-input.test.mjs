// The cost of hostile input: per letter and field, as much in a long input as in a short one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { stepsOf } from "../support/steps.mjs";

const { Bot, isValidationError } = await import("../node_modules/botwire/entries/default.js");

/** Asserts that eight times the input takes about eight times the steps, and not the square of that. */
async function assertLinear(what, size, work) {
  const [short, long] = [await stepsOf(() => work(size)), await stepsOf(() => work(8 * size))];
  assert.ok(short > size, `${what}: ${short} steps are too few to have been counted`);
  assert.ok(long < 12 * short, `${what}: ${short} steps, and ${long} for eight times the input`);
}

test("a form of very many fields", async () => {
  const bot = new Bot({ baseUrl: "https://service.example", token: "1:a", fetch: async () => Response.json({ ok: true, result: true }) });
  const form = (count, field) => new URLSearchParams(Array.from({ length: count }, (_, index) => field(index)));
  await assertLinear("other names", 2500, (count) => bot.call("sendPoll", form(count, (index) => [`name${index}`, "a"])));
  const objects = (count) => bot.call("answerInlineQuery", form(count, (index) => ["results", index % 2 ? "{" : "{}"]));
  await assertLinear("one name", 2500, (count) => assert.rejects(objects(count), isValidationError));
});
