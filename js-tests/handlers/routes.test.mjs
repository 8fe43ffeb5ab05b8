// commands, callbackRoutes, and the chat and the user of an update, by the vectors that Rust runs too.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Bot, callbackRoutes, chatIdOf, commands, pass, userIdOf } from "botwire";
import { vectors } from "../support/vectors.mjs";

describe("commands", async () => {
  for (const { why, message, routes, handled, asked } of await vectors("command-routes")) {
    // What Rust gives to a fallback is passed, and commands of other bots too.
    const isPassed = handled === null || handled[0] === "fallback";
    test(why, async () => {
      let calls = 0;
      const fetch = async () => (calls++, Response.json({ ok: true, result: { id: 1, is_bot: true, first_name: "My bot", username: "my_bot" } }));
      const bot = new Bot({ baseUrl: "https://service.example", token: "1:secret", fetch });
      const named = routes.map((name) => [name, (_, { command, args, payload = null }) => [command, args, payload]]);
      const handle = commands(Object.fromEntries(named));
      for (let delivery = 0; delivery < 2; delivery++) assert.deepEqual(await handle({ message }, { bot }), isPassed ? pass : handled);
      // A command without a route is passed without a question.
      if (isPassed) assert.ok(calls <= asked, `${calls}`);
      else assert.equal(calls, asked);
    });
  }
});

describe("callbackRoutes", async () => {
  for (const { why, routes, data, handled } of await vectors("callback-routes")) {
    test(why, async () => {
      const handle = callbackRoutes(Object.fromEntries(routes.map((prefix) => [prefix, (_, rest) => [prefix, rest]])), { answer: false });
      assert.deepEqual(await handle({ callback_query: { id: "1", ...(data !== null && { data }) } }, {}), handled ?? pass);
      assert.equal(await handle({ message: { text: data } }, {}), pass);
    });
  }
});

describe("the chat and the user of an update", async () => {
  for (const { why, update, chat_id, user_id } of await vectors("origin")) {
    test(why, () => assert.deepEqual([chatIdOf(update) ?? null, userIdOf(update) ?? null], [chat_id, user_id]));
  }
});
