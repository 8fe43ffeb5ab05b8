// What a conversation says and stores, by the vectors that Rust runs too: it may begin in one language and end in the other.
import assert from "node:assert/strict";
import { test } from "node:test";
import { commands, createWebhookHandler, first, memoryStore, sessions } from "botwire";
import { conversation, integer } from "botwire/conversations";
import { delivery, PATH } from "../support/deliveries.mjs";
import { vectors } from "../support/vectors.mjs";

test("a conversation says and stores the same as in Rust", async () => {
  const form = conversation("form", async ({ args, ask, choose, once }) => {
    const name = await ask("Name?");
    const age = await ask("Age?", { parse: integer({ min: 1 }), otherwise: "A number." });
    const room = await choose("Which room?", ["garden", "hall"]);
    const number = await once(() => 7);
    const note = await ask("A note of more than sixty characters, which are cut off here é😀😀😀?", { optional: "Skip" });
    return `${args.greeting} ${name} ${age} ${room} ${number} ${note ?? "-"} ${await ask("Sure?", { id: "sure" })}`;
  });
  let text;
  const store = memoryStore();
  const seen = { ...store, write: (key, value, ...rest) => ((text = value), store.write(key, value, ...rest)), commit: undefined };
  const errors = [];
  const handle = createWebhookHandler(
    { baseUrl: "https://service.example", token: "1:a", path: PATH, onError: (error) => void errors.push(error) },
    sessions({ store: seen, by: "both", initial: () => 0 }, first(form, commands({ form: (message, command, context) => form.start(context, { greeting: "Hello" }) }))),
  );
  for (const { update, response, stored } of await vectors("conversation")) {
    const body = await (await handle(delivery(update))).text();
    assert.deepEqual(body ? JSON.parse(body) : null, response);
    assert.deepEqual(JSON.parse(text), stored);
  }
  assert.deepEqual(errors, []);
});
