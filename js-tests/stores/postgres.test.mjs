// Claims, turns and sessions in a real PostgreSQL, by each client that the store knows.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { isValidationError } from "botwire";
import { postgresStore } from "botwire/stores/postgres";
import pg from "pg";
import postgresJs from "postgres";
import { postgres } from "../support/databases.mjs";
import { serveNeon } from "../support/neon.mjs";
import { contract } from "./contract-tests.mjs";

const { url, options } = postgres;
const closing = [];
/** What the client `postgres` prints to the console by default. */
const notices = [];
after(() => Promise.all(closing.map((close) => close())));

function pool(max = 3) {
  const made = new pg.Pool({ connectionString: url, max });
  closing.push(() => made.end());
  return made;
}

function tagged() {
  const sql = postgresJs(url, { max: 3, onnotice: ({ message }) => notices.push(message) });
  closing.push(() => sql.end());
  return sql;
}

async function neonOverHttp() {
  const { sql, close } = await serveNeon(pool());
  closing.push(close);
  return sql;
}

const CLIENTS = {
  "a pool of pg": pool,
  "the HTTP driver of Neon": neonOverHttp,
  postgres: tagged,
  "a function": () => {
    const made = pool();
    return async (sql, parameters) => (await made.query(sql, parameters)).rows;
  },
};
for (const [name, client] of Object.entries(CLIENTS)) {
  contract(`PostgreSQL by ${name}`, async () => {
    const store = postgresStore(await client());
    await store.createTables();
    return store;
  }, options);
}

for (const [name, transform, found] of [
  ["pascal", postgresJs.pascal, "the columns Answer"],
  ["upper case", { column: { from: (column) => column.toUpperCase() } }, "the columns ANSWER"],
  ["values", { value: { from: (value) => (typeof value === "string" ? [value] : value) } }, "an array"],
  ["rows", { row: { from: () => ({}) } }, "the columns "],
]) {
  test(`a client of postgres with a transform is refused by name at the first claim: ${name}`, options, async () => {
    await postgresStore(pool()).createTables();
    const sql = postgresJs(url, { max: 1, transform, onnotice: ({ message }) => notices.push(message) });
    closing.push(() => sql.end());
    const store = postgresStore(sql);
    await assert.rejects(store.claim(`7:1:${process.pid}-${Date.now()}-${name}`, 1000), { message: `postgresStore: expected a text in the column answer, got ${found}; pass a client without transform (postgres), arrayMode (Neon) or type parsers of text` });
  });
}

test("transforms that change no column of the store do no harm", options, async () => {
  for (const transform of [postgresJs.camel, postgresJs.kebab, postgresJs.toCamel && { undefined: null }]) {
    const sql = postgresJs(url, { max: 1, transform, onnotice: ({ message }) => notices.push(message) });
    closing.push(() => sql.end());
    const store = postgresStore(sql);
    await store.createTables();
    const key = `7:session:${process.pid}-${Date.now()}-${Math.random()}`;
    const { owner } = await store.claim(key, 10_000);
    await store.write(key, "{}", 60, owner);
    assert.equal(await store.read(key), "{}");
  }
});

test("tables that exist are created without a notice", options, async () => {
  const store = postgresStore(tagged());
  await store.createTables();
  await store.createTables();
  assert.deepEqual(notices, []);
});

test("a function that returns arrays is refused by name, and a session is not taken for a new one", async () => {
  const arrays = postgresStore(async () => [["busy"]]);
  await assert.rejects(arrays.claim("7:1", 1000), /expected a text in the column answer, got the columns 0; pass a client without transform/);
  await assert.rejects(arrays.read("7:1"), /expected a text in the column text, got the columns 0/);
});

test("a claim that a client sends again, since the answer was lost, is the same one", options, async () => {
  const client = pool();
  const store = postgresStore(async (...statement) => {
    await client.query(...statement);
    return client.query(...statement);
  });
  await store.createTables();
  for (const place of [undefined, 5]) assert.ok((await store.claim(`7:turn:${process.pid}-${Date.now()}-${place}`, 60_000, place)).owner);
});

test("serialization failures are repeated until they pass", options, async () => {
  const client = new pg.Pool({ connectionString: url, max: 8, options: "-c default_transaction_isolation=serializable" });
  closing.push(() => client.end());
  let conflicts = 0;
  const store = postgresStore((...statement) => client.query(...statement).catch((error) => {
    if (error.code === "40001") conflicts++;
    throw error;
  }));
  await store.createTables();
  for (let round = 0; round < 50 && conflicts === 0; round++) {
    const key = `7:update:${process.pid}-${Date.now()}-${round}`;
    const claims = await Promise.all(Array.from({ length: 16 }, () => store.claim(key, 60_000)));
    const [{ owner }] = claims.filter((claimed) => claimed !== "busy");
    assert.equal(claims.filter((claimed) => claimed !== "busy").length, 1);
    const settled = await Promise.all(Array.from({ length: 8 }, () => store.settle(key, owner, 60, "x")));
    assert.deepEqual([new Set(settled), await store.claim(key, 60_000)], [new Set([true]), { response: "x" }]);
  }
  assert.ok(conflicts > 0);
});

test("a deadlock is repeated, by the code of each client, and other errors are not", async () => {
  const passing = [{ code: "40P01" }, { code: "40001" }, { code: "ERR_POSTGRES_SERVER_ERROR", errno: "40P01" }];
  const failures = [...passing];
  const store = postgresStore(async () => {
    if (failures.length > 0) throw Object.assign(new Error("a failure 40001"), failures.shift());
    return [{ answer: "1" }];
  });
  assert.equal(await store.renew("7:update:1", "a", 1000), true);
  failures.push({ code: "42P01" });
  await assert.rejects(store.renew("7:update:1", "a", 1000), { code: "42P01" });
});

describe("the tables", options, () => {
  let db;
  before(() => {
    db = pool(10);
  });
  test("are created by several programs at once, also in a schema", async () => {
    await db.query("DROP SCHEMA IF EXISTS bots CASCADE; CREATE SCHEMA bots");
    const store = postgresStore(db, { tablePrefix: "bots.a_" });
    await Promise.all(Array.from({ length: 10 }, () => store.createTables()));
    assert.ok((await store.claim("7:update:1", 1000)).owner);
    const { rows } = await db.query("SELECT table_name FROM information_schema.tables WHERE table_schema = 'bots' ORDER BY 1");
    assert.deepEqual(rows.map(({ table_name }) => table_name), ["a_claims", "a_places", "a_sessions"]);
  });
  test("are created by the printed schema", async () => {
    await db.query("DROP TABLE IF EXISTS printed_claims, printed_places, printed_sessions");
    const store = postgresStore(db, { tablePrefix: "printed_" });
    await db.query(store.schema);
    assert.ok((await store.claim("7:update:1", 1000)).owner);
  });
  test("of another version are refused with what to do", async () => {
    await db.query("DROP TABLE IF EXISTS old_claims, old_places, old_sessions; CREATE TABLE old_claims (key text PRIMARY KEY, owner text, until timestamptz NOT NULL)");
    const store = postgresStore(db, { tablePrefix: "old_" });
    const refused = { message: "postgresStore: the tables old_claims, old_places and old_sessions are of another version of botwire; rename or drop them, then call createTables() or run schema" };
    await assert.rejects(store.createTables(), refused);
    await assert.rejects(async () => store.claim("7:update:1", 1000), refused);
  });
  test("lose what has expired, and never an update in flight", async () => {
    const store = postgresStore(db, { tablePrefix: "cleaned_" });
    await db.query("DROP TABLE IF EXISTS cleaned_claims, cleaned_places, cleaned_sessions");
    await store.createTables();
    await db.query(`INSERT INTO cleaned_claims (key, owner, attempts, is_done, until) VALUES ('settled', 'a', 0, true, now() - interval '1 second'), ('forgotten', NULL, 1, false, now() - interval '2 days'), ('released', NULL, 1, false, now() - interval '1 hour'), ('in flight', 'a', 1, false, now() - interval '1 hour'), ('dead', 'a', 1, false, now() - interval '2 days')`);
    await db.query(`INSERT INTO cleaned_places VALUES ('7', 1, now() - interval '1 second'), ('7', 2, now() + interval '1 hour')`);
    await db.query(`INSERT INTO cleaned_sessions VALUES ('old', '{}', now() - interval '1 second'), ('kept', '{}', 'infinity')`);
    const { owner } = await store.claim("7:update:1", 1000);
    assert.equal(await store.settle("7:update:1", owner, 60), true);
    const keys = async (table) => (await db.query(`SELECT key FROM cleaned_${table} ORDER BY key COLLATE "C"`)).rows.map(({ key }) => key);
    assert.deepEqual([await keys("claims"), await keys("places"), await keys("sessions")], [["7:update:1", "in flight", "released"], ["7"], ["kept"]]);
    assert.equal(await store.settle("in flight", "a", 60), true);
  });
});

for (const wrong of [undefined, null, {}, "postgres://127.0.0.1"]) {
  test(`${JSON.stringify(wrong)} is refused by name`, () => {
    assert.throws(() => postgresStore(wrong), (error) => isValidationError(error) && error.method === "postgresStore" && error.path === "client");
  });
}
for (const [path, value] of [["tablePrefix", 5], ["tablePrefix", "a; DROP TABLE b"], ["tablePrefix", "a-"], ["prefix", "a"]]) {
  test(`the option ${path}: ${value} is refused by name`, () => {
    assert.throws(() => postgresStore(() => {}, { [path]: value }), (error) => isValidationError(error) && error.path === path);
  });
}
