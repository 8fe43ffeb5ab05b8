// The stores of the benchmark: `claim(key)` returns an owner or undefined, `settle(key, owner)` true if the owner held
// the key.
import { LEASE_MS, throughBotwire, TTL_SECONDS } from "./claim-round.mjs";

let owners = 0;
const newOwner = () => `${globalThis.process?.pid ?? Deno.pid}-${++owners}`;

/** The statements that the store sends to claim and to settle a key: `storeOf(send)` returns the store over a function. */
async function statementsOf(storeOf, answer) {
  const sent = [];
  const store = storeOf(async (...statement) => (sent.push(statement), answer));
  await store.claim("key", LEASE_MS);
  const claim = sent.shift();
  await store.settle("key", "owner", TTL_SECONDS);
  return [claim, sent[0]];
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
    const [[[, claim]], [[, settle]]] = await statementsOf(redisStore, null);
    return {
      async claim(key) {
        const owner = newOwner();
        const answer = await client.eval(claim, { keys: [`botwire:{${key}}`, `botwire:{${key}}:waiting`], arguments: [owner, `${LEASE_MS}`, ""] });
        return answer === owner ? owner : undefined;
      },
      settle: async (key, owner) => (await client.eval(settle, { keys: [`botwire:{${key}}`], arguments: [owner, "done", `${TTL_SECONDS * 1000}`] })) === 1,
    };
  },

  async postgres(url, isBare) {
    const [{ postgresStore }, { default: pg }] = await Promise.all([import("botwire/stores/postgres"), import("pg")]);
    const pool = new pg.Pool({ connectionString: url, max: 3 });
    const store = postgresStore(pool);
    await store.createTables();
    if (!isBare) return throughBotwire(store);
    const [[claim], [settle]] = await statementsOf(postgresStore, [{ answer: "busy" }]);
    return {
      async claim(key) {
        const owner = newOwner();
        const { rows } = await pool.query(claim, [key, owner, LEASE_MS]);
        return rows[0].answer === "claimed" ? owner : undefined;
      },
      settle: async (key, owner) => (await pool.query(settle, [key, owner, TTL_SECONDS * 1000])).rowCount === 1,
    };
  },

  async sqlite(file, isBare) {
    const [{ sqliteStore }, { DatabaseSync }] = await Promise.all([import("botwire/stores/sqlite"), import("node:sqlite")]);
    const database = new DatabaseSync(file);
    database.exec("PRAGMA busy_timeout = 20000; PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 0");
    const store = sqliteStore(database);
    await store.createTables();
    if (!isBare) return throughBotwire(store);
    const [[claim], [settle]] = await statementsOf(sqliteStore, [{ key: "key" }]);
    const [claiming, settling] = [database.prepare(claim), database.prepare(settle)];
    database.exec("PRAGMA busy_timeout = 20000");
    return {
      async claim(key) {
        const owner = newOwner();
        return claiming.all(key, owner, LEASE_MS).length === 1 ? owner : undefined;
      },
      settle: async (key, owner) => settling.all(TTL_SECONDS * 1000, key, owner).length === 1,
    };
  },

  async "deno-kv"(file, isBare) {
    const { denoKvStore } = await import("botwire/stores/deno-kv");
    const kv = await openedKv(file);
    if (!isBare) return throughBotwire(denoKvStore(kv));
    // The store's operations without the check of the owner.
    const write = async (key, value, expireIn) => {
      const path = ["botwire", key];
      const { versionstamp } = await kv.get(path);
      const isOurs = value.owner === undefined || versionstamp === null;
      return isOurs && (await untilUnlocked(() => kv.atomic().check({ key: path, versionstamp }).set(path, value, { expireIn }).commit())).ok;
    };
    return {
      async claim(key) {
        const owner = newOwner();
        return (await write(key, { owner, leaseMs: LEASE_MS }, LEASE_MS)) ? owner : undefined;
      },
      settle: (key) => write(key, {}, TTL_SECONDS * 1000),
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
