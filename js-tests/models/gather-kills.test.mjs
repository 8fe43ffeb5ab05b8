// A process that gathers an album and is killed at each point in turn: no update is done without a run that contains it.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { test } from "node:test";
import { options, PARALLEL, PATIENCE_MS, startKilled } from "./killed-process.mjs";

const PHOTOS = 3;

/** Sends an album to a bot that kills itself at this point. Returns whether it was killed, and the messages of each run. */
async function album(way, killAt) {
  const killed = await startKilled("gather-program.mjs", way, killAt, "runs");
  const { emulator, file } = killed;
  const alice = emulator.user({ first_name: "Alice" });
  // Updates of one chat that are delivered at the same time.
  emulator.fault({ kind: "reorder", times: PHOTOS });
  try {
    await killed.start();
    const sent = [];
    for (let count = 0; count < PHOTOS; count++) sent.push(await alice.send({ data: new Uint8Array([0xff, 0xd8, 0xff]), name: "a.jpg", type: "image/jpeg" }, { media_group_id: "a" }));
    const end = performance.now() + PATIENCE_MS;
    while ((await killed.pending()) > 0) {
      assert.ok(performance.now() < end, `point ${killAt} by ${way} does not end`);
      await pause(10);
    }
    const runs = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").map((line) => line.split(",").map(Number)) : [];
    return { kills: killed.kills, runs, sent: sent.map(({ message_id }) => message_id) };
  } finally {
    await killed.close();
  }
}

for (const way of ["webhook", "poll"]) {
  test(`a process that is killed at any point of an album, by ${way}: each photo is in a run`, options, async (t) => {
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
