// Redis and PostgreSQL stop, or do not answer, while updates arrive, and then recover. Clients are created as in their
// documentation. With the limits of "Which store?", they also replace dead connections.
import { test } from "node:test";
import { Redis as Upstash } from "@upstash/redis";
import { postgresStore } from "botwire/stores/postgres";
import { redisStore } from "botwire/stores/redis";
import Ioredis from "ioredis";
import pg from "pg";
import postgresJs from "postgres";
import { createClient, createClientPool } from "redis";
import { serveNeon } from "../support/neon.mjs";
import { needs, startServer } from "../support/own-servers.mjs";
import { startProxy } from "../support/proxy.mjs";
import { serveUpstash } from "../support/upstash.mjs";
import { outage } from "./outage.mjs";

const LIMIT_MS = 3000;
const ignore = () => {};
// Only of a pool: with a single client, each command that is sent begins the limit anew.
const ofNodeRedis = { socket: { socketTimeout: LIMIT_MS, reconnectStrategy: (retries) => Math.min(100 * retries, 2000) }, pingInterval: LIMIT_MS / 3 };
const ofPg = { query_timeout: LIMIT_MS, connectionTimeoutMillis: LIMIT_MS };

/** By client: the server, the store and a function that closes the client, and the options that limit its time. */
const CLIENTS = {
  "node-redis": ["redis", async (url, options) => {
    const client = await createClient({ url, ...options }).on("error", ignore).connect();
    return [redisStore(client), () => client.destroy()];
  }],
  "a pool of node-redis": ["redis", async (url, options) => {
    const client = await createClientPool({ url, ...options }).on("error", ignore).connect();
    return [redisStore(client), () => client.destroy()];
  }, ofNodeRedis],
  ioredis: ["redis", async (url, options) => {
    const client = new Ioredis(url, options ?? {}).on("error", ignore);
    return [redisStore(client), () => client.disconnect()];
  }, { socketTimeout: LIMIT_MS }],
  Upstash: ["redis", async (url, options) => {
    const client = new Ioredis(url, { maxRetriesPerRequest: 0, enableOfflineQueue: false, socketTimeout: LIMIT_MS, lazyConnect: true }).on("error", ignore);
    await client.connect();
    const served = await serveUpstash((...command) => client.call(...command));
    return [redisStore(new Upstash({ url: served.url, token: "a", enableTelemetry: false, ...options })), () => (served.close(), client.disconnect())];
  }, { signal: () => AbortSignal.timeout(LIMIT_MS) }],
  "a pool of pg": ["postgres", async (url, options) => {
    const pool = new pg.Pool({ connectionString: url, ...options }).on("error", ignore);
    return [postgresStore(pool), () => pool.end()];
  }, ofPg],
  postgres: ["postgres", async (url) => {
    const sql = postgresJs(url, { onnotice: ignore });
    return [postgresStore(sql), () => sql.end({ timeout: 0 })];
  }],
  "the HTTP driver of Neon": ["postgres", async (url) => {
    const pool = new pg.Pool({ connectionString: url, ...ofPg }).on("error", ignore);
    const { sql, close } = await serveNeon(pool);
    return [postgresStore(sql), () => (close(), pool.end())];
  }],
};

for (const [name, [kind, connect, limits]] of Object.entries(CLIENTS)) {
  const connected = async (context, url, options) => {
    const [store, close] = await connect(url, options);
    context.after(close);
    return store;
  };
  test(`${name}: while the server is down updates are refused and reported, and later each is handled once`, needs(kind), async (context) => {
    const server = await startServer(context, kind);
    await outage(await connected(context, server.url), server.stop, server.start);
  });
  test(`${name}: while the server does not answer updates are refused and reported, and later each is handled once`, needs(kind), async (context) => {
    const { url } = await startServer(context, kind);
    const proxy = await startProxy(context, url);
    await outage(await connected(context, proxy.url), proxy.stop, proxy.start);
  });
  if (!limits) continue;
  test(`${name}, with a limit of time: it replaces connections that the network has forgotten`, needs(kind), async (context) => {
    const { url } = await startServer(context, kind);
    const proxy = await startProxy(context, url);
    await outage(await connected(context, proxy.url, limits), proxy.forget, proxy.start);
  });
}
