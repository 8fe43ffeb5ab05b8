// A Redis and a PostgreSQL that are stopped while updates come, and started again. The clients are as their documentation has them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createWebhookHandler, isStoreError, sessions } from "botwire";
import { postgresStore } from "botwire/stores/postgres";
import { redisStore } from "botwire/stores/redis";
import Ioredis from "ioredis";
import pg from "pg";
import postgresJs from "postgres";
import { createClient, createClientPool } from "redis";
import { eventually } from "../support/eventually.mjs";
import { needs, startServer } from "../support/own-servers.mjs";

const LEASE_MS = 2000;
const ignore = () => {};
/** By client: the server, and the store over it with what closes the client. */
const CLIENTS = {
  "node-redis": ["redis", async (url) => {
    const client = await createClient({ url }).on("error", ignore).connect();
    return [redisStore(client), () => client.destroy()];
  }],
  "a pool of node-redis": ["redis", async (url) => {
    const client = await createClientPool({ url }).on("error", ignore).connect();
    return [redisStore(client), () => client.destroy()];
  }],
  ioredis: ["redis", async (url) => {
    const client = new Ioredis(url).on("error", ignore);
    return [redisStore(client), () => client.disconnect()];
  }],
  "a pool of pg": ["postgres", async (url) => {
    const pool = new pg.Pool({ connectionString: url }).on("error", ignore);
    return [postgresStore(pool), () => pool.end()];
  }],
  postgres: ["postgres", async (url) => {
    const sql = postgresJs(url, { onnotice: ignore });
    return [postgresStore(sql), () => sql.end({ timeout: 0 })];
  }],
};

for (const [name, [kind, connect]] of Object.entries(CLIENTS)) {
  test(`${name}: while the server is down updates are refused and reported, and later each is handled once`, needs(kind), async (context) => {
    const server = await startServer(context, kind);
    const [store, close] = await connect(server.url);
    context.after(close);
    await store.createTables?.();
    const errors = [];
    const runs = [];
    let go;
    const going = new Promise((resolve) => {
      go = resolve;
    });
    const handle = createWebhookHandler(
      { baseUrl: "https://service.example", token: "7:secret-of-the-bot", allowUnauthenticated: true, store, deadlineMs: 2000, leaseMs: LEASE_MS, onError: (error) => void errors.push(error), onReject: ignore },
      sessions({ store, initial: () => ({ handled: [] }), leaseMs: LEASE_MS }, async ({ update_id }, { session }) => {
        runs.push(update_id);
        if (update_id === 2) await going;
        session.handled.push(update_id);
      }),
    );
    const deliver = async (update_id, chat = 1) => {
      const message = { message_id: 1, date: 1, chat: { id: chat, type: "private" }, text: "a" };
      const headers = { "content-type": "application/json" };
      return (await handle(new Request("https://bot.example/", { method: "POST", body: JSON.stringify({ update_id, message }), headers }))).status;
    };
    const untilHandled = (...delivery) => eventually(() => deliver(...delivery), 200);

    assert.equal(await deliver(1), 200);
    // The store goes down while this one is handled.
    const inFlight = deliver(2, 2);
    await eventually(() => runs, [1, 2]);
    await server.stop();
    go();
    const statuses = [await inFlight, ...(await Promise.all([3, 4, 5].map((id) => deliver(id))))];
    assert.ok(statuses.slice(1).every((status) => [500, 503].includes(status)), `answered ${statuses}`);
    assert.deepEqual(new Set(errors.map((error) => isStoreError(error) && error.store)), new Set([store.name]));
    assert.ok(errors.length >= 3, `${errors}`);
    assert.deepEqual(runs, [1, 2], "a handler ran without a claim");

    await server.start();
    for (const id of [3, 4, 5]) await untilHandled(id);
    if (statuses[0] !== 200) await untilHandled(2, 2);
    const handled = async (chat) => JSON.parse((await store.read(`7:session:chat:${chat}`)) ?? "null")?.session.handled;
    assert.deepEqual(await handled(1), [1, 3, 4, 5]);
    // If its client has sent the session after the lease, the update was answered 200, and `onError` was told.
    const isTold = () => statuses[0] === 200 && errors.some(({ operation }) => operation === "write");
    await eventually(async () => isTold() || (await handled(2))?.join() === "2", true);
    for (const id of [1, 3, 4, 5]) assert.deepEqual([await deliver(id), runs.filter((run) => run === id).length], [200, 1]);
  });
}
