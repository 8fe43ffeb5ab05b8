// Claims, turns and sessions in a real Redis, by each client that the store knows.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Redis as Upstash } from "@upstash/redis";
import { isValidationError } from "botwire";
import { redisStore } from "botwire/stores/redis";
import Ioredis from "ioredis";
import { createClient, createClientPool } from "redis";
import { redis } from "../support/databases.mjs";
import { serveUpstash } from "../support/upstash.mjs";
import { contract } from "./contract-tests.mjs";

const { url, options } = redis;
const closing = [];
after(() => Promise.all(closing.map((close) => close())));

async function nodeRedis() {
  const client = await createClient({ url }).connect();
  closing.push(() => client.close());
  return client;
}

function ioredis() {
  const client = new Ioredis(url);
  closing.push(() => client.quit());
  return client;
}

async function upstash() {
  const client = ioredis();
  const { url, close } = await serveUpstash((...command) => client.call(...command));
  closing.push(close);
  return new Upstash({ url, token: "a", enableTelemetry: false });
}

const CLIENTS = {
  "node-redis": nodeRedis,
  "a pool of node-redis": async () => {
    const pool = await createClientPool({ url }).connect();
    closing.push(() => pool.close());
    return pool;
  },
  ioredis,
  Upstash: upstash,
  // Bun's own client is tested in Bun.
  Bun: () => {
    const client = ioredis();
    return { send: (command, parameters) => client.call(command, ...parameters) };
  },
  "a function": async () => {
    const client = await nodeRedis();
    return (command) => client.sendCommand(command);
  },
};
for (const [name, client] of Object.entries(CLIENTS)) contract(`Redis by ${name}`, async () => redisStore(await client()), options);

test("every key has the prefix and ends by itself, but a session without a time", options, async () => {
  const client = await nodeRedis();
  const prefix = `test-${process.pid}:`;
  const store = redisStore(client, { prefix });
  const { owner } = await store.claim("7:turn:1", 1000, 5);
  assert.equal(await store.claim("7:turn:1", 1000, 6), "busy");
  await store.write("7:turn:1", "{}", undefined, owner);
  await store.settle("7:update:1", (await store.claim("7:update:1", 1000)).owner, 60);
  const keys = (await client.keys(`${prefix}*`)).sort();
  assert.deepEqual(keys, ["claim:{7}:turn:1", "claim:{7}:update:1", "session:{7}:turn:1", "waiting:{7}:turn:1"].map((key) => prefix + key));
  const ends = await Promise.all(keys.map((key) => client.pTTL(key)));
  assert.deepEqual(ends.map((ms) => ms > 0), [true, true, false, true]);
});

test("a claim that a client sends again, since the reply was lost, is the same one", options, async () => {
  const client = await nodeRedis();
  const store = redisStore(async (command) => {
    await client.sendCommand(command);
    return client.sendCommand(command);
  });
  for (const place of [undefined, 5]) assert.ok((await store.claim(`7:turn:${process.pid}-${Date.now()}-${place}`, 60_000, place)).owner);
});

for (const wrong of [undefined, null, {}, "redis://127.0.0.1", { get() {} }]) {
  test(`${JSON.stringify(wrong)} is refused by name`, () => {
    assert.throws(() => redisStore(wrong), (error) => isValidationError(error) && error.method === "redisStore" && error.path === "client");
  });
}
for (const [path, wrong] of Object.entries({ prefix: { prefix: 5 }, prefixes: { prefixes: "a" } })) {
  test(`the option ${path} is refused by name`, () => {
    assert.throws(() => redisStore(() => {}, wrong), (error) => isValidationError(error) && error.path === path);
  });
}
