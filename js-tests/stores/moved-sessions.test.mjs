// Sessions of a group that becomes a supergroup: they move, and are there once.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { chatIdOf, createWebhookHandler, memoryStore, poll, sessions } from "botwire";
import { PATIENCE, eventually } from "../support/eventually.mjs";
import { vectors } from "../support/vectors.mjs";
import { polling } from "../updates/polling.mjs";

/** Ways to a session that depends on the chat. */
const BY = {
  chat: "chat",
  "a user in a chat": "both",
  "a function": (update) => `mine-${chatIdOf(update)}`,
};
/** A store of this package, and one of a user with `read`, `write` and `delete` only. */
const STORES = {
  "a store": () => memoryStore(),
  "an own object": () => {
    const texts = new Map();
    return { read: async (key) => texts.get(key), write: async (key, text) => void texts.set(key, text), delete: async (key) => void texts.delete(key) };
  },
};

for (const [store, make] of Object.entries(STORES)) {
  for (const [name, by] of Object.entries(BY)) {
    test(`${name}, in ${store}: the session goes on in the supergroup, and once deleted it starts anew`, { timeout: PATIENCE }, () => polling(async ({ emulator, bot, stop }) => {
      const [alice, bob] = [emulator.user(), emulator.user()];
      const group = emulator.chat({ type: "group", creator: alice, members: [bob], administrators: [emulator.bot] });
      const counts = [];
      const running = poll(bot, sessions({ store: make(), by, initial: () => ({ count: 0 }) }, ({ message }, context) => {
        if (message?.text === undefined) return;
        if (message.text === "/reset") context.session = undefined;
        else counts.push([message.from.id, ++context.session.count]);
      }), { signal: stop.signal });
      const writes = async (user, text = "a") => {
        const before = counts.length;
        user.write(text, { chat: group });
        if (text === "a") await eventually(() => counts.length, before + 1, JSON.stringify(counts));
        return counts.at(-1)?.[1];
      };
      const isShared = by !== "both";
      assert.equal(await writes(alice), 1);
      assert.equal(await writes(bob), isShared ? 2 : 1);
      assert.equal(await writes(bob), isShared ? 3 : 2);
      group.migrate();
      assert.equal(await writes(bob), isShared ? 4 : 3);
      assert.equal(await writes(alice), isShared ? 5 : 2);
      await writes(bob, "/reset");
      assert.equal(await writes(bob), 1);
      stop.abort();
      await running;
    }));
  }
}

describe("the vectors of Rust", async () => {
  for (const { why, by, updates, sessions: expected } of await vectors("moved-sessions")) {
    test(why, async () => {
      const texts = new Map();
      const store = { read: async (key) => texts.get(key), write: async (key, text) => void texts.set(key, text), delete: async (key) => void texts.delete(key) };
      const handler = sessions({ store, by: BY[by] ?? by, initial: () => ({ count: 0 }) }, ({ message, callback_query }, context) => {
        if (message?.text === "/reset") context.session = undefined;
        else if (message?.text ?? callback_query) context.session.count++;
      });
      const fetch = createWebhookHandler({ token: "1:a", baseUrl: "https://api.test", path: "/hook", store: false }, handler);
      for (const update of updates) {
        const request = new Request("https://bot.test/hook", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(update) });
        assert.equal((await fetch(request)).status, 200);
      }
      const stored = Object.fromEntries([...texts].map(([key, text]) => [key.replace("1:session:", ""), text]));
      const texted = ([key, count]) => [key, key.startsWith("moved:") ? String(count) : JSON.stringify({ version: 0, session: { count } })];
      assert.deepEqual(stored, Object.fromEntries(Object.entries(expected).map(texted)));
    });
  }
});
