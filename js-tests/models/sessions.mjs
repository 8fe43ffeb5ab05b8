// Random schedules of a bot with sessions, whose processes are killed between any two steps, or paused for longer than their turns
// last, over servers that are stopped or crash and start again. Each update is delivered until it is answered 200. Then it has
// changed its session once, and all its answers are the same one: what is saved and what is answered is committed together.
import assert from "node:assert/strict";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { test } from "node:test";
import { deliver, newToken, start } from "../stores/processes.mjs";
import { needs, startServer } from "../support/own-servers.mjs";
import { mulberry32 } from "../support/random.mjs";
import { runSchedules } from "./schedules.mjs";

const LEASE_MS = 800;
/** Longer than a turn lasts. */
const PAUSED_MS = 2000;
const [PROCESSES, UPDATES, CHATS] = [3, 12, 2];
/** Steps of a process before it is killed, about. */
const STEPS = 40;
/** Restarts of the server and pauses of a process in a schedule, and before which line of the processes the last one is, about. */
const [RESTARTS, PAUSES, LINES] = [1, 2, 60];
const AGAIN_MS = 50;
const chatOf = (id) => 1 + (id % CHATS);

async function run(context, shared, seed, server) {
  const random = mulberry32(seed);
  const below = (number) => Math.floor(random() * number);
  const hold = { leaseMs: LEASE_MS, token: newToken(), counts: true };
  const timesOf = (count) => Array.from({ length: count }, () => 1 + below(LINES));
  const [restartsAt, pausesAt] = [timesOf(server ? RESTARTS : 0), timesOf(PAUSES)];
  const interruptions = [];
  const restart = async () => {
    await (below(2) === 0 ? server.stop() : server.crash());
    await pause(below(200));
    await server.start();
  };
  const stop = async ({ child }) => {
    child.kill("SIGSTOP");
    await pause(PAUSED_MS);
    child.kill("SIGCONT");
  };
  let lines = 0;
  let restarts = 0;
  let hasFailed = false;
  const startOne = async (killAt = 0) => {
    const started = { waiting: new Map(), isDead: false };
    started.child = await start(context, (line) => {
      lines++;
      if (restartsAt.includes(lines)) restarts = interruptions.push(restart());
      if (pausesAt.includes(lines)) interruptions.push(stop(started));
      const [, status, update, body] = /^(\d+) (\d+) (.*)$/.exec(line) ?? [];
      if (status) started.waiting.get(Number(update))?.shift()?.({ status: Number(status), body });
    }, shared, { ...hold, killAt });
    void once(started.child, "close").then(() => {
      started.isDead = true;
      for (const waiting of started.waiting.values()) for (const resolve of waiting) resolve({ status: 0 });
    });
    return started;
  };
  const processes = [];
  for (let index = 0; index < PROCESSES; index++) processes.push(await startOne(1 + below(STEPS)));
  const toAny = async (update, text) => {
    const index = below(PROCESSES);
    if (processes[index].isDead) processes[index] = await startOne(below(3) === 0 ? 1 + below(STEPS) : 0);
    const target = processes[index];
    if (target.isDead) return { status: 0 };
    return new Promise((resolve) => {
      target.waiting.set(update, [...(target.waiting.get(update) ?? []), resolve]);
      deliver(target.child, update, text, chatOf(update));
    });
  };
  /** Delivers an update until it is answered 200. Returns the list in the answer. */
  const untilAnswered = async (update, text = `${below(30)}`) => {
    for (;;) {
      const { status, body } = await toAny(update, text);
      assert.ok(!hasFailed, "another update has failed");
      assert.ok([0, 200, 503, ...(restarts > 0 ? [500] : [])].includes(status), `update ${update} was answered ${status}`);
      if (status === 200) {
        assert.notEqual(body, "", `update ${update} was answered without its call`);
        return JSON.parse(JSON.parse(body).text);
      }
      await pause(AGAIN_MS);
    }
  };
  const updates = Array.from({ length: UPDATES }, (_, index) => index + 1);
  const deliveries = [...updates, ...updates.filter(() => below(2) === 0)];
  const answers = await Promise.all(deliveries.map(async (update) => {
    await pause(below(400));
    return [update, await untilAnswered(update)];
  })).catch((error) => {
    hasFailed = true;
    throw error;
  });
  await Promise.all(interruptions);
  for (let last = UPDATES + 1; last <= UPDATES + CHATS; last++) {
    const chat = chatOf(last);
    const handled = await untilAnswered(last, "list");
    assert.deepEqual(handled.toSorted((a, b) => a - b), updates.filter((update) => chatOf(update) === chat), "each update has changed its session once");
    for (const [update, list] of answers.filter(([update]) => chatOf(update) === chat)) {
      assert.deepEqual(list, handled.slice(0, handled.indexOf(update) + 1), `an answer of update ${update}`);
    }
  }
  // One may have begun meanwhile, and would start a server that nothing stops.
  for (const interruption of interruptions) await interruption;
  for (const { child } of processes) child.kill("SIGKILL");
}

/** Declares the test of a store and of the program that uses it. */
export function testSessions(name, shared) {
  const hasServer = ["redis", "postgres"].includes(shared.kind);
  test(`${name}: each update changes its session once, and its answers are the same, although processes${hasServer ? " and the server" : ""} are killed and paused`, hasServer ? needs(shared.kind) : shared.options, async (context) => {
    const server = hasServer ? await startServer(context, shared.kind) : undefined;
    await runSchedules(context, (seed) => run(context, { ...shared, url: server?.url ?? shared.url }, seed, server));
  });
}
