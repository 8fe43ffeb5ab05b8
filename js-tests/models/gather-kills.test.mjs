// A process that gathers an album and is killed at each point in turn: no update is done without a run that contains it.
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

const program = fileURLToPath(new URL("gather-program.mjs", import.meta.url));
const node = runtime("node24");
/** Scenarios at the same time, most of whose time passes with waiting for leases. */
const PARALLEL = 4;
const PHOTOS = 3;
const PATIENCE_MS = 30_000;

/** Sends an album to a bot that kills itself at this point. Returns whether it was killed, and the messages of each run. */
async function album(way, killAt) {
  const folder = temporary();
  const emulator = createEmulator({ longestPoll: 1 });
  const service = await serve(emulator, { port: 0 });
  const bot = new Bot({ baseUrl: service.url, token: emulator.token });
  const alice = emulator.user({ first_name: "Alice" });
  // Updates of one chat that are delivered at the same time.
  emulator.fault({ kind: "reorder", times: PHOTOS });
  const options = { way, service: service.url, token: emulator.token, file: join(folder, "bot.db"), runs: join(folder, "runs") };
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
    const [line] = await Promise.race([once(createInterface({ input: started.stdout }), "line"), once(started, "exit").then(() => [])]);
    // Waiting updates are delivered at once.
    if (way === "webhook" && line) await bot.setWebhook({ url: line });
  };
  try {
    await start(killAt);
    const sent = [];
    for (let count = 0; count < PHOTOS; count++) sent.push(await alice.send({ data: new Uint8Array([0xff, 0xd8, 0xff]), name: "a.jpg", type: "image/jpeg" }, { media_group_id: "a" }));
    const end = performance.now() + PATIENCE_MS;
    while ((await bot.getWebhookInfo()).pending_update_count > 0) {
      assert.ok(performance.now() < end, `point ${killAt} by ${way} does not end`);
      await pause(10);
    }
    const runs = existsSync(options.runs) ? readFileSync(options.runs, "utf8").trim().split("\n").map((line) => line.split(",").map(Number)) : [];
    return { kills, runs, sent: sent.map(({ message_id }) => message_id) };
  } finally {
    isOver = true;
    child.kill("SIGKILL");
    await service.close();
    emulator.close();
  }
}

for (const way of ["webhook", "poll"]) {
  test(`a process that is killed at any point of an album, by ${way}: each photo is in a run`, { skip: !node && "npm has no Node 24 for this machine" }, async (t) => {
    let next = 1;
    let repeated = 0;
    let isOver = false;
    const work = async () => {
      while (!isOver) {
        const point = next++;
        const { kills, runs, sent } = await album(way, point);
        if (kills === 0) isOver = true;
        const handled = runs.flat();
        assert.deepEqual([...new Set(handled)].sort((a, b) => a - b), sent, `point ${point} by ${way}: ${JSON.stringify(runs)}`);
        assert.ok(kills <= 1 && runs.length <= 1 + PHOTOS * kills, `point ${point} by ${way}: ${JSON.stringify(runs)}`);
        if (kills === 0) assert.deepEqual(runs, [sent]);
        if (handled.length > PHOTOS) repeated++;
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
    assert.ok(next > (way === "webhook" ? 20 : 6), `${next} points`);
    t.diagnostic(`${next - PARALLEL} points; photos came twice at ${repeated} of them`);
  });
}
