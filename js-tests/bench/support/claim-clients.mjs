// The stores of the benchmark: `claim(key)` returns an owner or undefined, `settle(key, owner)` true if the owner held
// the key.
import { LEASE_MS, throughBotwire, TTL_SECONDS } from "./claim-round.mjs";

let owners = 0;
const newOwner = () => `${globalThis.process?.pid ?? Deno.pid}-${++owners}`;

/** The prefix of the keys of the benchmark. */
const PREFIX = "7:update:";
/** Stands for the rest of a key. */
const REST = "@";

/**
 * The statements that the store sends to claim and to settle a key, as functions of the key and the owner. `storeOf(send)` returns
 * the store over a function.
 */
async function statementsOf(storeOf, answer) {
  const sent = [];
  const store = storeOf(async (...statement) => (sent.push(statement), answer));
  await store.claim(PREFIX + REST, LEASE_MS, undefined, "the owner");
  const claim = sent.shift();
  await store.settle(PREFIX + REST, "the owner", TTL_SECONDS);
  const filled = (value, key, owner) => {
    if (Array.isArray(value)) return value.map((part) => filled(part, key, owner));
    return typeof value === "string" ? value.replaceAll(PREFIX + REST, key).replaceAll(`}:update:${REST}`, `}:update:${key.slice(PREFIX.length)}`).replaceAll("the owner", owner) : value;
  };
  return [claim, sent[0]].map((statement) => (key, owner) => filled(statement, key, owner));
}

export const clients = {
  async memory() {
    const { memoryStore } = await import("botwire");
    return throughBotwire(memoryStore(1_000_000));
  },

  async redis(url, isBare) {
    const [{ redisStore }, { createClient }] = await Promise.all([import("botwire/stores/redis"), import("redis")]);
    const client = await createClient({ url }).connect();
    if (!isBare) return throughBotwire(redisStore(client));
    const [claim, settle] = await statementsOf(redisStore, "busy");
    return {
      async claim(key) {
        const owner = newOwner();
        return (await client.sendCommand(...claim(key, owner))) === "1" ? owner : undefined;
      },
      settle: async (key, owner) => (await client.sendCommand(...settle(key, owner))) === 1,
    };
  },

  async postgres(url, isBare) {
    const [{ postgresStore }, { default: pg }] = await Promise.all([import("botwire/stores/postgres"), import("pg")]);
    const pool = new pg.Pool({ connectionString: url, max: 3 });
    const store = postgresStore(pool);
    await store.createTables();
    if (!isBare) return throughBotwire(store);
    const [claim, settle] = await statementsOf(postgresStore, [{ answer: "busy" }]);
    return {
      async claim(key) {
        const owner = newOwner();
        const { rows } = await pool.query(...claim(key, owner));
        return rows[0].answer === "1" ? owner : undefined;
      },
      settle: async (key, owner) => (await pool.query(...settle(key, owner))).rowCount === 1,
    };
  },

  async sqlite(file, isBare) {
    const [{ sqliteStore }, { DatabaseSync }] = await Promise.all([import("botwire/stores/sqlite"), import("node:sqlite")]);
    const database = new DatabaseSync(file);
    database.exec("PRAGMA busy_timeout = 20000; PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 0");
    const store = sqliteStore(database);
    await store.createTables();
    if (!isBare) return throughBotwire(store);
    const [claim, settle] = await statementsOf(sqliteStore, [{ key: "key" }]);
    const [claiming, settling] = [claim, settle].map((statement) => database.prepare(statement("", "")[0]));
    database.exec("PRAGMA busy_timeout = 20000");
    return {
      async claim(key) {
        const owner = newOwner();
        return claiming.all(...claim(key, owner)[1]).length === 1 ? owner : undefined;
      },
      settle: async (key, owner) => settling.all(...settle(key, owner)[1]).length === 1,
    };
  },

  async "deno-kv"(file, isBare) {
    const { denoKvStore } = await import("botwire/stores/deno-kv");
    const kv = await openedKv(file);
    if (!isBare) return throughBotwire(denoKvStore(kv));
    // The store's operations without the check of the owner.
    const write = async (key, value, expireIn, change) => {
      const path = ["botwire", key];
      const { versionstamp } = await kv.get(path);
      const isOurs = value.done || versionstamp === null;
      const written = () => change(kv.atomic().check({ key: path, versionstamp }).set(path, value, { expireIn }), [...path, "attempts"]).commit();
      return isOurs && (await untilUnlocked(written)).ok;
    };
    return {
      async claim(key) {
        const owner = newOwner();
        await kv.get(["botwire", key, "attempts"]);
        const isClaimed = await write(key, { owner, ms: LEASE_MS }, LEASE_MS, (atomic, attempts) => atomic.set(attempts, 1, { expireIn: LEASE_MS }));
        return isClaimed ? owner : undefined;
      },
      settle: (key, owner) => write(key, { owner, ms: TTL_SECONDS * 1000, done: true }, TTL_SECONDS * 1000, (atomic, attempts) => atomic.delete(attempts)),
    };
  },
};

/** Deno cannot open a file while another program makes it. */
const openedKv = (file) => untilUnlocked(() => Deno.openKv(file));

async function untilUnlocked(act) {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!/locked/.test(error.message)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
    }
  }
}
