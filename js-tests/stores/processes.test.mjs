// Processes that share a Redis or a PostgreSQL, and are killed: the order of a chat goes on, and nothing is handled twice.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { postgresStore } from "botwire/stores/postgres";
import pg from "pg";
import { postgres, redis } from "../support/databases.mjs";
import { eventually } from "../support/eventually.mjs";

const program = fileURLToPath(new URL("process-program.mjs", import.meta.url));
let chats = Date.now() % 1_000_000_000;

for (const [name, kind, { url, options }] of [["Redis", "redis", redis], ["PostgreSQL with a pool of 3", "postgres", postgres]]) {
  describe(name, options, () => {
    before(async () => {
      if (kind !== "postgres") return;
      const pool = new pg.Pool({ connectionString: url });
      await postgresStore(pool).createTables();
      await pool.end();
    });
    /** Starts a process; `lines` is what all processes have written. */
    const start = async (context, lines, token, leaseMs) => {
      const child = spawn(process.execPath, [program, kind, url, token, `${leaseMs}`], { stdio: ["pipe", "pipe", "inherit"] });
      context.after(() => child.kill("SIGKILL"));
      const output = createInterface({ input: child.stdout });
      await once(output, "line");
      output.on("line", (line) => lines.push(line));
      return child;
    };
    const deliver = (child, update_id, text = "a") =>
      child.stdin.write(`${JSON.stringify({ update_id, message: { message_id: 1, date: 1, chat: { id: 1, type: "private" }, text } })}\n`);
    const begun = (lines) => lines.filter((line) => line.startsWith("begin")).map((line) => Number(line.slice(6)));
    const answered = (lines) => lines.filter((line) => line.startsWith("200")).length;

    test("40 updates of a chat at once, each delivered to both processes: all are handled once, in order", async (context) => {
      const [lines, token] = [[], `${++chats}:secret-of-the-bot`];
      const children = await Promise.all([start(context, lines, token, 60_000), start(context, lines, token, 60_000)]);
      deliver(children[0], 1, "hang");
      await eventually(() => begun(lines), [1]);
      for (let id = 40; id > 1; id--) for (const child of children) deliver(child, id);
      await eventually(() => new Set(lines.filter((line) => line.startsWith("wait"))).size, 39);
      children[0].stdin.write("go\n");
      await eventually(() => answered(lines), 79);
      assert.deepEqual(begun(lines), Array.from({ length: 40 }, (_, index) => index + 1));
    });

    test("a process that is killed holds its chat for one lease, and its update is handled by the next delivery", async (context) => {
      const [lines, token] = [[], `${++chats}:secret-of-the-bot`];
      const [killed, other] = await Promise.all([start(context, lines, token, 1000), start(context, lines, token, 1000)]);
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
