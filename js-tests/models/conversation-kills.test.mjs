// A process that is killed at each point of a conversation in turn, and started again: what the user sees.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { test } from "node:test";
import { options, PARALLEL, PATIENCE_MS, startKilled } from "./killed-process.mjs";

const QUESTIONS = ["Name?", "Room?", "City?"];
const LAST = "Al, garden, Rome.";
const TEXTS = ["Name?", "Room?", "Checking.", "City?", LAST];
/** The way that may lose a message. */
const LOSSY = "poll with a store";

/** Talks to a bot that kills itself at this point. Returns whether it was killed, the texts of the bot, and the keys of the effects. */
async function talk(way, killAt) {
  const killed = await startKilled("conversation-program.mjs", way, killAt, "effects");
  const { emulator, file, pending } = killed;
  const alice = emulator.user({ first_name: "Alice" });
  const texts = () => alice.messages().filter(({ from }) => from?.id === emulator.bot.id).map(({ text }) => text);
  /** The updates that the service holds until they are confirmed. */
  const isOpen = async () => way !== LOSSY || killed.kills === 0 || (await pending()) > 0;
  const expecting = async (text, act) => {
    act();
    const end = performance.now() + PATIENCE_MS;
    while (!texts().includes(text) && (await isOpen())) {
      assert.ok(performance.now() < end, `point ${killAt} by ${way}: no ${text} after ${JSON.stringify(texts())}`);
      await pause(10);
    }
  };
  try {
    await killed.start();
    await expecting("Name?", () => alice.write("/form"));
    await expecting("Room?", () => alice.write("Al"));
    await expecting("City?", () => (texts().includes("Room?") ? alice.press("garden") : alice.write("garden")));
    await expecting(LAST, () => alice.write("Rome"));
    // Until the last update is done, and nothing follows.
    const end = performance.now() + PATIENCE_MS;
    while ((await pending()) > 0 && performance.now() < end) await pause(20);
    const seen = texts();
    const keys = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
    return { kills: killed.kills, seen, keys };
  } finally {
    await killed.close();
  }
}

const times = (seen, text) => seen.filter((other) => other === text).length;

/** What holds at each point, besides that each answer counts once. */
const CHECKS = {
  /** Each question comes, once. */
  webhook({ seen }) {
    for (const text of [...QUESTIONS, LAST]) assert.equal(times(seen, text), 1, `${text} in ${JSON.stringify(seen)}`);
  },
  /**
   * Each question is asked once or twice: if the process dies before it has confirmed an update, the update comes again. At most two
   * updates are unconfirmed, because the next one can come before the last one is confirmed.
   */
  poll({ seen }) {
    for (const text of [...QUESTIONS, LAST]) assert.ok(times(seen, text) <= 2, `${text} in ${JSON.stringify(seen)}`);
    assert.ok(seen.length <= TEXTS.length + 2, JSON.stringify(seen));
  },
  /** No question comes twice. One may not come: the returned call is sent after the update was saved as done. */
  [LOSSY]({ seen }) {
    const missing = TEXTS.filter((text) => !seen.includes(text));
    assert.ok(missing.length <= 1, JSON.stringify(seen));
    for (const text of [...QUESTIONS, LAST]) assert.ok(times(seen, text) <= 1, `${text} in ${JSON.stringify(seen)}`);
  },
};

for (const [way, check] of Object.entries(CHECKS)) {
  test(`a process that is killed at any point of a conversation, by ${way}: each answer counts once`, options, async (t) => {
    let next = 1;
    let isComplete = false;
    let [repeated, missing] = [0, 0];
    const work = async () => {
      while (!isComplete) {
        const point = next++;
        const outcome = await talk(way, point);
        const { kills, seen, keys } = outcome;
        if (kills === 0) isComplete = true;
        assert.ok(kills <= 1, `point ${point}: the program failed`);
        try {
          check(outcome);
          if (way !== LOSSY) assert.deepEqual([...new Set(seen)], TEXTS);
          // The effect may run again, with the same key.
          assert.equal(new Set(keys).size, 1);
          assert.ok(keys.length <= 2);
        } catch (error) {
          throw new Error(`point ${point} by ${way}: ${error.message}`, { cause: error });
        }
        if (seen.length > TEXTS.length) repeated++;
        if (TEXTS.some((text) => !seen.includes(text))) missing++;
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
    assert.ok(next > 40, `${next} points`);
    t.diagnostic(`${next - PARALLEL} points; something came twice at ${repeated} of them, never at ${missing}`);
  });
}
