// A process that is killed at each point of a conversation in turn, and started again: what the user sees.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Bot } from "botwire";
import { createEmulator, serve } from "botwire/emulator";
import { runtime } from "../packaging/support/programs.mjs";
import { temporary } from "../support/temporary.mjs";

const program = fileURLToPath(new URL("conversation-program.mjs", import.meta.url));
const node = runtime("node24");
/** Scenarios at the same time, most of whose time passes with waiting for leases. */
const PARALLEL = 4;
const QUESTIONS = ["Name?", "Room?", "City?"];
const LAST = "Al, garden, Rome.";
const TEXTS = ["Name?", "Room?", "Checking.", "City?", LAST];
const PATIENCE_MS = 30_000;
/** The way that may lose a message. */
const LOSSY = "poll with a store";

/** Talks to a bot that kills itself at this point. Returns whether it was killed, the texts of the bot, and the keys of the effects. */
async function talk(way, killAt) {
  const folder = temporary();
  const emulator = createEmulator({ longestPoll: 1 });
  const service = await serve(emulator, { port: 0 });
  const setWebhook = (url) => new Bot({ baseUrl: service.url, token: emulator.token }).setWebhook({ url });
  const alice = emulator.user({ first_name: "Alice" });
  const options = { way, service: service.url, token: emulator.token, file: join(folder, "bot.db"), effects: join(folder, "effects") };
  let child;
  let kills = 0;
  let isOver = false;
  const start = async (killAt) => {
    const started = spawn(node, ["--no-warnings", program, JSON.stringify({ ...options, killAt })], { stdio: ["ignore", "pipe", "inherit"] });
    child = started;
    started.once("exit", (_, signal) => {
      if (isOver) return;
      kills += signal === "SIGKILL" ? 1 : 100;
      void start(0);
    });
    // Killed before it was ready, nothing is printed.
    const [line] = await Promise.race([once(createInterface({ input: started.stdout }), "line"), once(started, "exit").then(() => [])]);
    // Waiting updates are delivered at once.
    if (way === "webhook" && line) await setWebhook(line);
  };
  const texts = () => alice.messages().filter(({ from }) => from?.id === emulator.bot.id).map(({ text }) => text);
  const pending = async () => (await new Bot({ baseUrl: service.url, token: emulator.token }).getWebhookInfo()).pending_update_count;
  /** The updates that the service holds until they are confirmed. */
  const isOpen = async () => way !== LOSSY || kills === 0 || (await pending()) > 0;
  const expecting = async (text, act) => {
    act();
    const end = performance.now() + PATIENCE_MS;
    while (!texts().includes(text) && (await isOpen())) {
      assert.ok(performance.now() < end, `point ${killAt} by ${way}: no ${text} after ${JSON.stringify(texts())}`);
      await pause(10);
    }
  };
  try {
    await start(killAt);
    await expecting("Name?", () => alice.write("/form"));
    await expecting("Room?", () => alice.write("Al"));
    await expecting("City?", () => (texts().includes("Room?") ? alice.press("garden") : alice.write("garden")));
    await expecting(LAST, () => alice.write("Rome"));
    // Until the last update is done, and nothing follows.
    const end = performance.now() + PATIENCE_MS;
    while ((await pending()) > 0 && performance.now() < end) await pause(20);
    const seen = texts();
    const keys = existsSync(options.effects) ? readFileSync(options.effects, "utf8").trim().split("\n") : [];
    return { kills, seen, keys };
  } finally {
    isOver = true;
    child.kill("SIGKILL");
    await service.close();
    emulator.close();
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
   * Each question is asked, perhaps twice: if the process dies before an update is confirmed, nobody knows that it was asked. The next
   * update can come before that, so there are at most two such updates.
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
  test(`a process that is killed at any point of a conversation, by ${way}: each answer counts once`, { skip: !node && "npm has no Node 24 for this machine" }, async (t) => {
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
