// The webhook under random schedules, with claims in a real Redis and a real PostgreSQL that use the schedule's clock.
// Each isolate has a separate connection; in every second schedule the server closes connections while they are in use.
import { after } from "node:test";
import { postgresStore } from "botwire/stores/postgres";
import { redisStore } from "botwire/stores/redis";
import pg from "pg";
import { createClient } from "redis";
import { postgres, redis } from "../support/databases.mjs";
import { model, outsideWork } from "./model.mjs";
import { runWith, schedule } from "./webhook-model.mjs";

/** So many questions after which the server ends the connection of the one that asks. */
const LIFE = 7;
const RUN = `${process.pid}-${Date.now()}`;

const REDIS = {
  async connect() {
    // Its timers would be those of the schedule.
    const client = createClient({ url: redis.url, socket: { reconnectStrategy: false } }).on("error", () => {});
    await client.connect();
    const id = await client.clientId();
    return { ask: (script) => client.sendCommand(script), end: () => client.destroy(), kill: (admin) => admin.ask(["CLIENT", "KILL", "ID", `${id}`]) };
  },
  /** The store for a schedule, over `ask(connection => reply)`. */
  storeFor: (number, ask) => redisStore(([name, script, ...rest]) => ask(({ ask }) => ask([name, timed(script, number), ...rest, `${Date.now()}`])), { prefix: `${RUN}-${number}:` }),
};

/** The script with the time that is its last argument, which also expires keys. */
const timed = (script, number) => `
local now, due = tonumber(table.remove(ARGV)), "${RUN}-${number}:due"
for _, key in ipairs(redis.call("ZRANGEBYSCORE", due, "-inf", now)) do
  redis.call("DEL", key)
  redis.call("ZREM", due, key)
end
local function at_that_time(name, key, ...)
  local value, px, ms = ...
  if name == "TIME" then return {math.floor(now / 1000), now % 1000 * 1000} end
  if name == "PEXPIRE" then return redis.call("ZADD", due, now + value, key) end
  if name == "SET" or name == "DEL" then redis.call("ZREM", due, key) end
  if name == "SET" and px == "PX" then redis.call("ZADD", due, now + ms, key) end
  if name == "SET" then return redis.call(name, key, value) end
  return redis.call(name, key, ...)
end
${script.replaceAll("redis.call(", "at_that_time(")}`;

const POSTGRES = {
  async connect() {
    const client = new pg.Client(postgres.url).on("error", () => {});
    await client.connect();
    const { rows: [{ id }] } = await client.query("SELECT pg_backend_pid() AS id");
    return { ask: (sql, parameters) => client.query(sql, parameters), end: () => client.end(), kill: (admin) => admin.ask("SELECT pg_terminate_backend($1)", [id]) };
  },
  storeFor(number, ask) {
    const now = () => `to_timestamp(${Date.now() / 1000})`;
    const keyOf = (key) => key && `${RUN}-${number}:${key}`;
    const keyed = (sql, [first, ...rest]) => {
      if (first === undefined) return [];
      if (!sql.includes("json_to_recordset")) return [keyOf(first), ...rest];
      const sessions = JSON.parse(first).map(({ key, ...change }) => ({ key: keyOf(key), ...change }));
      return [JSON.stringify(sessions), keyOf(rest[0]), ...rest.slice(1)];
    };
    return postgresStore((sql, parameters) => ask(({ ask }) => ask(sql.replaceAll("clock_timestamp()", now), keyed(sql, parameters))), { tablePrefix: "model_" });
  },
};

const closing = [];
after(() => Promise.all(closing.map((close) => close())));

/** The argument of `runWith` for a database. */
function shared({ connect, storeFor }) {
  let admin;
  let schedules = 0;
  const connections = new Set();
  closing.push(() => Promise.all([admin, ...connections].map(async (connection) => (await connection)?.end())));
  return () => {
    const number = schedules++;
    const { counted, settle } = outsideWork();
    let asked = 0;
    for (const connection of connections) void connection.then(({ end }) => end()).catch(() => {});
    connections.clear();
    const storeOf = () => {
      let connection;
      const ask = (question) => counted(async () => {
        try {
          connections.add((connection ??= connect()));
          const answering = question(await connection);
          if (number % 2 === 1 && ++asked % LIFE === 0) await Promise.all([answering.catch(() => {}), (await connection).kill(await (admin ??= connect()))]);
          return await answering;
        } catch (error) {
          connection = undefined;
          throw error;
        }
      });
      return storeFor(number, ask);
    };
    return { settle, storeOf };
  };
}

async function createTables() {
  const pool = new pg.Pool({ connectionString: postgres.url });
  await postgresStore(pool, { tablePrefix: "model_" }).createTables();
  await pool.end();
}

for (const [name, { options }, database] of [["Redis", redis, REDIS], ["PostgreSQL", postgres, POSTGRES]]) {
  if (options.skip) continue;
  if (database === POSTGRES) await createTables();
  model(`with ${name} the webhook handles each update once or again, and loses no call`, schedule, runWith(shared(database)));
}
