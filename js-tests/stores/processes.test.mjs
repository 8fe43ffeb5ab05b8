// Processes that share a store and are killed: the order of a chat is kept, and nothing is handled twice.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { postgres } from "../support/databases.mjs";
import { eventually } from "../support/eventually.mjs";
import { deliver, DENO_KV, newToken, SHARED, start } from "./processes.mjs";

const begun = (lines) => lines.filter((line) => line.startsWith("begin")).map((line) => Number(line.split(" ")[1]));
const answered = (lines) => lines.filter((line) => line.startsWith("200")).length;

for (const [name, shared] of Object.entries(SHARED)) {
  describe(name, shared.options, () => {
    const startTwo = (context, lines, leaseMs) => {
      const token = newToken();
      return Promise.all([1, 2].map(() => start(context, (line) => lines.push(line), shared, { token, leaseMs })));
    };

    test("40 updates of a chat at once, each delivered to both processes: all are handled once, in order", async (context) => {
      const lines = [];
      const children = await startTwo(context, lines, 60_000);
      deliver(children[0], 1, "hang");
      await eventually(() => begun(lines), [1]);
      for (let id = 40; id > 1; id--) for (const child of children) deliver(child, id);
      await eventually(() => new Set(lines.filter((line) => line.startsWith("wait"))).size, 39);
      children[0].stdin.write("go\n");
      await eventually(() => answered(lines), 79);
      assert.deepEqual(begun(lines), Array.from({ length: 40 }, (_, index) => index + 1));
    });

    test("a process that is killed holds its chat for one lease, and its update is handled by the next delivery", async (context) => {
      const lines = [];
      const [killed, other] = await startTwo(context, lines, 1000);
      deliver(killed, 1, "hang");
      await eventually(() => begun(lines), [1]);
      deliver(other, 2);
      killed.kill("SIGKILL");
      await eventually(() => answered(lines), 1);
      deliver(other, 1);
      deliver(other, 2);
      await eventually(() => answered(lines), 3);
      assert.deepEqual(begun(lines), [1, 2, 1]);
    });
  });
}

for (const [name, shared] of Object.entries({ ...SHARED, "Deno KV": DENO_KV })) {
  test(`${name}: a process that is paused in its handler for longer than its turn saves and confirms nothing`, shared.options, async (context) => {
    const lines = [];
    const token = newToken();
    const [paused, other] = await Promise.all([1, 2].map(() => start(context, (line) => lines.push(line), shared, { token, leaseMs: 1500, counts: true })));
    const answersTo = (id) => lines.flatMap((line) => (line.split(" ")[1] === `${id}` && /^\d/.test(line) ? [line.slice(0, 3)] : []));
    const listOf = (id) => JSON.parse(JSON.parse(lines.find((line) => line.startsWith(`200 ${id} `)).split(" ").slice(2).join(" ")).text);
    deliver(paused, 1, "hang");
    await eventually(() => begun(lines), [1]);
    // Between two renewals: a process that is paused in a statement of SQLite blocks the file.
    paused.kill("SIGSTOP");
    // It waits for the end of the turn.
    deliver(other, 2);
    await eventually(() => answersTo(2), ["200"]);
    paused.stdin.write("go\n");
    paused.kill("SIGCONT");
    await eventually(() => answersTo(1), ["503"]);
    deliver(other, 1);
    await eventually(() => answersTo(1), ["503", "200"]);
    assert.deepEqual([listOf(2), listOf(1)], [[2], [2, 1]]);
  });
}

for (const pool of [1, 2]) {
  test(`PostgreSQL with a pool of ${pool}: 60 updates of three chats at once, to two processes: all are handled once, in order`, postgres.options, async (context) => {
    const lines = [];
    const shared = { kind: "postgres", url: postgres.url };
    const token = newToken();
    const children = await Promise.all([1, 2].map(() => start(context, (line) => lines.push(line), shared, { token, leaseMs: 60_000, pool })));
    for (let id = 1; id <= 3; id++) deliver(children[0], id, "hang", id % 3);
    await eventually(() => begun(lines).sort(), [1, 2, 3]);
    for (let id = 60; id > 3; id--) deliver(children[id % 2], id, "1", id % 3);
    await eventually(() => new Set(lines.filter((line) => line.startsWith("wait"))).size, 57);
    children[0].stdin.write("go\n");
    await eventually(() => answered(lines), 60);
    for (const chat of [0, 1, 2]) assert.deepEqual(begun(lines).filter((id) => id % 3 === chat), Array.from({ length: 20 }, (_, index) => 3 * index + (chat || 3)));
  });
}
