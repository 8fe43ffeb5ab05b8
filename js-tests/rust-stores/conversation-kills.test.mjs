// A process of a bot in Rust that dies at each point of a conversation in turn, and another one after it, over each store.
import assert from "node:assert/strict";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { test } from "node:test";
import { newToken, SHARED, start } from "../stores/processes.mjs";
import { built } from "./build.mjs";

const program = await built("process");
const TEXTS = ["/form", "Al", "Rome", "hi"];
const [LEASE_MS, AGAIN_MS, PARALLEL] = [200, 50, 4];

const updateOf = (update_id, text) => {
  const from = { id: 5, is_bot: false, first_name: "Al" };
  const entities = text.startsWith("/") ? [{ type: "bot_command", offset: 0, length: text.length }] : undefined;
  return JSON.stringify({ update_id, message: { message_id: update_id, date: 1, chat: { id: 5, type: "private", first_name: "Al" }, from, text, entities } });
};

/** Has a conversation with a process that ends itself at this step. Returns how many ended, the texts of the bot, and the keys of the effects. */
async function talk(context, shared, killAt) {
  const token = newToken();
  const [seen, keys] = [[], []];
  let kills = 0;
  let answered;
  const startOne = async (point) => {
    const child = await start(context, (line) => {
      const [, effect] = /^effect (.*)$/.exec(line) ?? [];
      if (effect) keys.push(effect);
      const [, status, body] = /^(\d+) \d+ (.*)$/.exec(line) ?? [];
      if (status) answered({ status: Number(status), body });
    }, { ...shared, program }, { leaseMs: LEASE_MS, token, talks: true, killAt: point });
    void once(child, "close").then(() => answered?.({ status: 0 }));
    return child;
  };
  let child = await startOne(killAt);
  for (const [index, text] of TEXTS.entries()) {
    for (;;) {
      const answer = new Promise((resolve) => (answered = resolve));
      child.stdin.write(`${updateOf(index + 1, text)}\n`);
      const { status, body } = await answer;
      if (status === 200) {
        if (body) seen.push(JSON.parse(body).text);
        break;
      }
      assert.ok([0, 503].includes(status), `update ${index + 1} was answered ${status}`);
      if (status === 503) await pause(AGAIN_MS);
      if (status === 0) kills++;
      if (status === 0) child = await startOne(0);
      assert.ok(kills <= 1, `point ${killAt}: the program failed`);
    }
  }
  child.kill("SIGKILL");
  return { kills, seen, keys };
}

for (const [name, shared] of Object.entries(SHARED)) {
  test(`${name}, in Rust: a process dies at any point of a conversation, each question comes once and each answer counts once`, shared.options, async (context) => {
    let next = 1;
    let isComplete = false;
    const work = async () => {
      while (!isComplete) {
        const point = next++;
        const { kills, seen, keys } = await talk(context, shared, point);
        if (kills === 0) isComplete = true;
        assert.deepEqual(seen, ["Name?", "City?", "Al 7 Rome"], `point ${point}`);
        // The effect may run again, with the same key.
        assert.ok(new Set(keys).size === 1 && keys.length <= 2, `point ${point}: ${keys}`);
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
    assert.ok(next > 20, `${next} points`);
    context.diagnostic(`${next - PARALLEL} points`);
  });
}
