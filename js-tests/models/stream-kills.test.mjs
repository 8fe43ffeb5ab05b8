// A process that is killed at each point of a streamed answer in turn, and started again: the answer ends whole, or says that it did not.
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { test } from "node:test";
import { options, PARALLEL, PATIENCE_MS, startKilled } from "./killed-process.mjs";

const PARTS = ["Once", " upon", " a", " time."];
const WHOLE = PARTS.join("");
const UNFINISHED = PARTS.map((_, index) => `${PARTS.slice(0, index + 1).join("")}…`);

/**
 * Asks a bot that kills itself at this point. Returns whether it was killed, and the texts that the user sees at the end. If the
 * bot `stops` after its first part, it is killed when the user sees it and the update is accepted.
 */
async function answer({ way, webhook, stops }, killAt) {
  const killed = await startKilled("stream-program.mjs", way, killAt, "unused", { parts: PARTS, webhook, stops });
  const { emulator, pending } = killed;
  const alice = emulator.user({ first_name: "Alice" });
  const texts = () => alice.messages().filter(({ from }) => from?.id === emulator.bot.id).map(({ text }) => text);
  try {
    await killed.start();
    alice.write("Tell me a story");
    const end = performance.now() + PATIENCE_MS;
    while ((await pending()) > 0 || !(stops ? texts().length > 0 : texts().includes(WHOLE))) {
      assert.ok(performance.now() < end, `point ${killAt}: ${JSON.stringify(texts())}`);
      await pause(10);
    }
    if (stops) await killed.kill();
    return { kills: killed.kills, texts: texts() };
  } finally {
    await killed.close();
  }
}

const WAYS = {
  "by webhook": { way: "webhook" },
  "by webhook, whose deadline has passed and which retries": { way: "webhook", webhook: { deadlineMs: 100, atDeadline: "retry" } },
  "by poll": { way: "poll" },
  "by poll with a store": { way: "poll with a store" },
};

for (const [name, way] of Object.entries(WAYS)) {
  test(`a process that is killed at any point of a streamed answer, ${name}: the answer comes whole, and what is not whole says so`, options, async (t) => {
    let next = 1;
    let [unfinished, repeated] = [0, 0];
    let isOver = false;
    const work = async () => {
      while (!isOver) {
        const point = next++;
        const { kills, texts } = await answer(way, point);
        if (kills === 0) isOver = true;
        const others = texts.filter((text) => text !== WHOLE);
        assert.ok(kills <= 1 && texts.length <= 1 + kills, `point ${point}: ${JSON.stringify(texts)}`);
        assert.equal(texts.at(-1), WHOLE, `point ${point}`);
        assert.ok(others.every((text) => UNFINISHED.includes(text)), `point ${point}: ${JSON.stringify(texts)}`);
        if (others.length > 0) unfinished++;
        else if (texts.length > 1) repeated++;
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
    assert.ok(next > 14, `${next} points`);
    assert.ok(unfinished > 5, `${unfinished} unfinished messages`);
    t.diagnostic(`${next - PARALLEL} points; a message stayed unfinished at ${unfinished} of them, and the whole one came twice at ${repeated}`);
  });
}

test("a process that is killed after the webhook has accepted the update at its deadline: the message stays unfinished, and nothing follows", options, async () => {
  assert.deepEqual(await answer({ way: "webhook", webhook: { deadlineMs: 100 }, stops: true }, 0), { kills: 1, texts: [UNFINISHED[0]] });
});
