// commands, callbackRoutes, and the chat and the user of an update, by the vectors that Rust runs too.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Bot, callbackRoutes, chatIdOf, commands, userIdOf } from "botwire";
import { vectors } from "../support/vectors.mjs";

describe("commands", async () => {
  for (const { why, message, routes, fallback, handled, asked } of await vectors("command-routes")) {
    test(why, async () => {
      let calls = 0;
      const fetch = async () => (calls++, Response.json({ ok: true, result: { id: 1, is_bot: true, first_name: "My bot", username: "my_bot" } }));
      const bot = new Bot({ baseUrl: "https://service.example", token: "1:secret", fetch });
      const named = routes.map((name) => [name, (_, { command, args, payload = null }) => [command, args, payload]]);
      const handle = commands(Object.fromEntries(named), fallback ? () => ["fallback"] : undefined);
      for (let delivery = 0; delivery < 2; delivery++) assert.deepEqual((await handle(message, { bot })) ?? null, handled);
      assert.equal(calls, asked);
    });
  }
});

describe("callbackRoutes", async () => {
  for (const { why, routes, data, handled } of await vectors("callback-routes")) {
    test(why, () => {
      const handle = callbackRoutes(Object.fromEntries(routes.map((prefix) => [prefix, (_, rest) => [prefix, rest]])));
      assert.deepEqual(handle({ id: "1", ...(data !== null && { data }) }, {}) ?? null, handled);
    });
  }
});

describe("the chat and the user of an update", async () => {
  for (const { why, update, chat_id, user_id } of await vectors("origin")) {
    test(why, () => assert.deepEqual([chatIdOf(update) ?? null, userIdOf(update) ?? null], [chat_id, user_id]));
  }
});
