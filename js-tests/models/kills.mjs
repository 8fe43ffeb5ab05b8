// Random schedules with processes that are killed between any two steps, on their way to a store or back, whose clocks differ and
// which get updates twice and out of order, over servers that are stopped or crash at any step and start again. In real time.
import assert from "node:assert/strict";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { test } from "node:test";
import { deliver, newToken, start } from "../stores/processes.mjs";
import { needs, startServer } from "../support/own-servers.mjs";
import { mulberry32 } from "../support/random.mjs";
import { runSchedules } from "./schedules.mjs";

const LEASE_MS = 3000;
const [PROCESSES, UPDATES, CHATS] = [3, 12, 2];
/** Steps of a process in a schedule, about. */
const STEPS = 60;
const AGAIN_MS = 100;
/** Restarts of the server in a schedule, and before which line of the processes the last one is, about. */
const [RESTARTS, LINES] = [2, 80];
const chatOf = (id) => 1 + (id % CHATS);

/** Delivers each update, some twice, until it is answered 200, by processes that replace those that were killed. */
async function run(context, shared, seed, server) {
  const random = mulberry32(seed);
  const below = (number) => Math.floor(random() * number);
  const token = newToken();
  /** Runs of handlers: update, from and to; whether it was settled before its process was killed. */
  const runs = [];
  const hold = { leaseMs: LEASE_MS, token };
  const processes = [];
  let killed = 0;
  const restartsAt = Array.from({ length: server ? RESTARTS : 0 }, () => 1 + below(LINES));
  let restarts = 0;
  let restarting = Promise.resolve();
  const restart = async () => {
    await (below(2) === 0 ? server.stop() : server.crash());
    await pause(below(200));
    await server.start();
  };
  let lines = 0;
  const startOne = async (options) => {
    const started = { runs: [], waiting: new Map(), isDead: false };
    started.child = await start(context, (line) => {
      if (restartsAt.includes(++lines) && ++restarts) restarting = restarting.then(restart);
      const [event, update, ms] = line.split(" ");
      const last = () => started.runs.findLast((run) => run.update === update);
      if (event === "begin") runs.push(started.runs[started.runs.push({ update, from: Number(ms), to: Number(ms), isSettled: false }) - 1]);
      else if (event === "end") last().to = Number(ms);
      else if (event === "settled") last().isSettled = true;
      else if (event !== "wait") started.waiting.get(update)?.shift()?.(Number(event));
    }, shared, { ...hold, aheadMs: below(3) * 120_000 - 120_000, ...options });
    void once(started.child, "close").then(() => {
      started.isDead = true;
      killed++;
      for (const waiting of started.waiting.values()) for (const resolve of waiting) resolve(0);
    });
    return started;
  };
  for (let index = 0; index < PROCESSES; index++) processes.push(await startOne({ killAt: index === 0 ? 0 : 1 + below(STEPS) }));
  const toAny = async (update) => {
    const index = below(PROCESSES);
    if (processes[index].isDead) processes[index] = await startOne({});
    const target = processes[index];
    const handlerMs = below(30);
    if (target.isDead) return 0;
    return new Promise((resolve) => {
      target.waiting.set(`${update}`, [...(target.waiting.get(`${update}`) ?? []), resolve]);
      deliver(target.child, update, `${handlerMs}`, chatOf(update));
    });
  };
  const untilAnswered = async (update) => {
    await pause(below(300));
    for (;;) {
      const status = await toAny(update);
      assert.ok([0, 200, 503, ...(restarts > 0 ? [500] : [])].includes(status), `update ${update} was answered ${status}`);
      if (status === 200) return;
      await pause(AGAIN_MS);
    }
  };
  const updates = Array.from({ length: UPDATES }, (_, index) => index + 1);
  await Promise.all([...updates, ...updates.filter(() => below(2) === 0)].map(untilAnswered));
  await restarting;
  for (const { child } of processes) child.kill("SIGKILL");
  // If a process is killed after it has answered, and before it has settled the update, or the server is not there to settle it,
  // a duplicate runs again.
  for (const update of updates) {
    const ofUpdate = runs.filter((run) => run.update === `${update}`);
    assert.ok(ofUpdate.length > 0, `update ${update} is lost`);
    assert.ok(ofUpdate.filter(({ isSettled }) => isSettled).length <= 1, `update ${update} is handled again: ${JSON.stringify(ofUpdate)}`);
    assert.ok(ofUpdate.length <= 1 + killed + restarts, `update ${update} runs again although nothing was killed meanwhile: ${JSON.stringify(ofUpdate)}`);
  }
  for (const one of runs) {
    for (const other of runs) {
      if (one === other || chatOf(one.update) !== chatOf(other.update)) continue;
      assert.ok(one.to <= other.from || other.to <= one.from, `two at once in a chat: ${JSON.stringify([one, other])}`);
    }
  }
}

/** Declares the test of a store and of the program that uses it. */
export function testKills(name, shared) {
  const hasServer = shared.kind !== "sqlite";
  test(`${name}: processes${hasServer ? " and a server" : ""} that are killed at any step lose no update, and handle none twice at once, or again once it is settled`, hasServer ? needs(shared.kind) : shared.options, async (context) => {
    const server = hasServer ? await startServer(context, shared.kind) : undefined;
    await runSchedules(context, (seed) => run(context, { ...shared, url: server?.url ?? shared.url }, seed, server));
  });
}
