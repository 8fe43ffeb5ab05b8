// Claims, turns and sessions in PostgreSQL: one statement for each operation, by the clock of the database.
import { PLACE_MS } from "../policy.js";
import { useOf } from "./binding.js";
import { CLEAN_UP_EVERY, type SqlOptions, type SqlStore, tableNames } from "./sql.js";

type Rows = readonly Record<string, any>[];

/** Runs one statement with parameters `$1`, `$2`, …, and returns the rows, or an object that has them as `rows`. */
export type PostgresQuery = (sql: string, parameters: any[]) => Promise<Rows | { readonly rows: Rows }>;

/**
 * The part of a PostgreSQL client that this package uses: a pool of `pg`, `sql` of `postgres`, of Neon or of Bun, PGlite; or a
 * function that runs a statement.
 */
export type PostgresLike =
  | { query(sql: string, parameters: any[]): PromiseLike<any> }
  | { unsafe(sql: string, parameters: any[]): PromiseLike<any> }
  | PostgresQuery;

const OWNER = "postgresStore";

/** Returns the function with which a client runs a statement. */
function runner(client: any): ((sql: string, parameters: unknown[]) => Promise<Rows>) | undefined {
  const rowsOf = (result: any): Rows => result?.rows ?? result;
  // `sql` of `postgres`, Neon and Bun is a function too, for templates.
  for (const name of ["query", "unsafe"]) if (typeof client?.[name] === "function") return async (sql, parameters) => rowsOf(await client[name](sql, parameters));
  if (typeof client === "function") return async (sql, parameters) => rowsOf(await client(sql, parameters));
  return undefined;
}

/**
 * Stores claims, turns of `inOrder` and sessions in PostgreSQL. Exact across all processes. A waiting update holds no
 * connection, so a small pool is enough.
 *
 * ```ts
 * const store = postgresStore(new Pool({ connectionString: process.env.DATABASE_URL }));
 * await store.createTables(); // or run `store.schema` with your migrations
 * createWebhookHandler({ …, store }, inOrder({ store }, handler));
 * ```
 *
 * A pool of `pg` emits `error` when the server closes an idle connection. Without a listener, Node ends the process.
 *
 * Times are those of the database. The store regularly deletes expired rows.
 *
 * @throws ValidationError if the client or an option is invalid.
 */
export function postgresStore(client: PostgresLike, options: SqlOptions = {}): SqlStore {
  const run = useOf(OWNER, "client", "a pool of pg, sql of postgres, Neon or Bun, or a function (sql, parameters) => rows", client, runner);
  const { claims, places, sessions } = tableNames(OWNER, options);
  const schema = [
    `CREATE TABLE IF NOT EXISTS ${claims} (key text PRIMARY KEY, owner text, until timestamptz NOT NULL)`,
    `CREATE TABLE IF NOT EXISTS ${places} (key text, place bigint, until timestamptz NOT NULL, PRIMARY KEY (key, place))`,
    `CREATE TABLE IF NOT EXISTS ${sessions} (key text PRIMARY KEY, text text NOT NULL, until timestamptz NOT NULL)`,
    // Not of places: there are few, and each one is updated several times a second while it waits.
    ...[claims, sessions].map((table) => `CREATE INDEX IF NOT EXISTS ${table.replace(/^.*\./, "")}_until ON ${table} (until)`),
  ].map((statement) => `${statement};`).join("\n");
  const inMs = (parameter: string): string => `clock_timestamp() + ${parameter}::float8 * interval '1 millisecond'`;

  // A client that has lost the answer sends the same claim again.
  const claiming = (isFirst: string): string => `
    INSERT INTO ${claims} AS held (key, owner, until) SELECT $1::text, $2::text, ${inMs("$3")} WHERE ${isFirst}
    ON CONFLICT (key) DO UPDATE SET owner = excluded.owner, until = excluded.until
      WHERE held.until <= clock_timestamp() OR held.owner = excluded.owner
    RETURNING owner`;
  // A row outside of the snapshot was inserted meanwhile: busy.
  const claimed = `
    SELECT CASE WHEN EXISTS (SELECT FROM claimed) THEN 'claimed'
      WHEN EXISTS (SELECT FROM ${claims} WHERE key = $1 AND owner IS NULL AND until > clock_timestamp()) THEN 'done'
      ELSE 'busy' END AS answer`;
  const CLAIM = `WITH claimed AS (${claiming("true")}) ${claimed}`;
  const TAKE_TURN = `
    WITH claimed AS (${claiming(`NOT EXISTS (SELECT FROM ${places} WHERE key = $1 AND place < $4::bigint AND until > clock_timestamp())`)}),
    waiting AS (
      INSERT INTO ${places} (key, place, until) SELECT $1::text, $4::bigint, ${inMs(`${PLACE_MS}`)} WHERE NOT EXISTS (SELECT FROM claimed)
      ON CONFLICT (key, place) DO UPDATE SET until = excluded.until),
    gone AS (DELETE FROM ${places} WHERE key = $1 AND place = $4::bigint AND EXISTS (SELECT FROM claimed))
    ${claimed}`;
  const RENEW = `UPDATE ${claims} SET until = ${inMs("$3")} WHERE key = $1 AND owner = $2 RETURNING key`;
  const SETTLE = `UPDATE ${claims} SET owner = NULL, until = ${inMs("$3")} WHERE key = $1 AND owner = $2 RETURNING key`;
  const RELEASE = `DELETE FROM ${claims} WHERE key = $1 AND owner = $2 RETURNING key`;
  const READ = `SELECT text FROM ${sessions} WHERE key = $1 AND until > clock_timestamp()`;
  // The lock keeps others from claiming the key until the text is written.
  const WRITE = `
    WITH mine AS (SELECT key FROM ${claims} WHERE key = $1 AND owner = $2 FOR UPDATE)
    INSERT INTO ${sessions} (key, text, until) SELECT key, $3::text, coalesce(${inMs("$4")}, 'infinity') FROM mine
    ON CONFLICT (key) DO UPDATE SET text = excluded.text, until = excluded.until RETURNING key`;
  // A lease that ended a day ago belongs to a process that died. Rows that others delete are skipped, so that nothing waits.
  const cleaning = (table: string, isOver: string): string => `
    DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${table} WHERE ${isOver} ORDER BY until LIMIT ${2 * CLEAN_UP_EVERY} FOR UPDATE SKIP LOCKED))`;
  const CLEAN_UP = `
    WITH settled AS (${cleaning(claims, "until < clock_timestamp() AND (owner IS NULL OR until < clock_timestamp() - interval '1 day')")}),
    places AS (${cleaning(places, "until < clock_timestamp()")})
    ${cleaning(sessions, "until < clock_timestamp()")}`;

  let changes = 0;
  const cleanUp = async (): Promise<void> => {
    if (changes++ % CLEAN_UP_EVERY === 0) await run(CLEAN_UP, []);
  };
  const isChanged = async (sql: string, ...parameters: unknown[]): Promise<boolean> => (await run(sql, parameters)).length > 0;
  return {
    name: OWNER,
    schema,
    async createTables() {
      // Two programs that create a table at the same time would fail, despite IF NOT EXISTS.
      await run(`DO $$ BEGIN PERFORM pg_advisory_xact_lock(hashtext('botwire')); ${schema} END $$`, []);
    },
    async claim(key, leaseMs, place) {
      const owner = crypto.randomUUID();
      const [row] = await (place === undefined ? run(CLAIM, [key, owner, leaseMs]) : run(TAKE_TURN, [key, owner, leaseMs, place]));
      return row!["answer"] === "claimed" ? { owner } : row!["answer"];
    },
    renew: (key, owner, leaseMs) => isChanged(RENEW, key, owner, leaseMs),
    async settle(key, owner, ttlSeconds) {
      const isSettled = await isChanged(SETTLE, key, owner, ttlSeconds * 1000);
      await cleanUp();
      return isSettled;
    },
    release: (key, owner) => isChanged(RELEASE, key, owner),
    read: async (key) => (await run(READ, [key]))[0]?.["text"],
    async write(key, text, ttlSeconds, owner) {
      const isWritten = await isChanged(WRITE, key, owner, text, ttlSeconds === undefined ? null : ttlSeconds * 1000);
      await cleanUp();
      return isWritten;
    },
    // Deleted together with expired rows.
    delete: (key, owner) => isChanged(WRITE, key, owner, "", 0),
  };
}
