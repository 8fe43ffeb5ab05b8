// Claims, turns and sessions in PostgreSQL: one statement for each operation, by the clock of the database.
import { describe } from "../errors/describe.js";
import { PLACE_MS } from "../policy.js";
import type { Commit } from "../updates/claims.js";
import { claimedFrom, DONE } from "./answer.js";
import { useOf } from "./binding.js";
import { retryConflicts } from "./retry-conflicts.js";
import { CLEAN_UP_EVERY, explain, type SqlOptions, type SqlStore, tableNames } from "./sql.js";

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

/** Returns a text of a row. @throws Error if the client renames columns or changes values. */
function textOf(row: Record<string, any> | undefined, column: string): string {
  const text = row?.[column];
  if (typeof text === "string") return text;
  const found = row && text === undefined ? `the columns ${Object.keys(row).join(", ")}` : describe(text);
  throw new Error(`${OWNER}: expected a text in the column ${column}, got ${found}; pass a client without transform (postgres), arrayMode (Neon) or type parsers of text`);
}

/**
 * Stores claims, turns of `inOrder` and sessions in PostgreSQL. Exact across all processes. A waiting update holds no
 * connection, so a small pool is enough.
 *
 * ```ts
 * const store = postgresStore(new Pool({ connectionString: process.env.DATABASE_URL }));
 * await store.createTables(); // or run `store.schema` with your migrations
 * createWebhookHandler({ baseUrl, token, path, store }, inOrder({ store }, handler));
 * ```
 *
 * A pool of `pg` emits `error` when the server closes an idle connection. Without a listener, Node ends the process.
 *
 * Times are those of the database. The store regularly deletes expired rows. A statement that fails because of another
 * transaction (a serialization failure or a deadlock) is repeated for up to 20 s.
 *
 * @throws ValidationError if the client or an option is invalid.
 */
export function postgresStore(client: PostgresLike, options: SqlOptions = {}): SqlStore {
  const run = useOf(OWNER, "client", "a pool of pg, sql of postgres, Neon or Bun, or a function (sql, parameters) => rows", client, runner);
  const { claims, places, sessions } = tableNames(OWNER, options);
  const schema = [
    // Without an owner, only the attempts are remembered.
    `CREATE TABLE IF NOT EXISTS ${claims} (key text PRIMARY KEY, owner text, attempts integer NOT NULL DEFAULT 0, is_done boolean NOT NULL DEFAULT false, response text, until timestamptz NOT NULL)`,
    `CREATE TABLE IF NOT EXISTS ${places} (key text, place bigint, until timestamptz NOT NULL, PRIMARY KEY (key, place))`,
    `CREATE TABLE IF NOT EXISTS ${sessions} (key text PRIMARY KEY, text text NOT NULL, until timestamptz NOT NULL)`,
    // Not of places: there are few, and each one is updated several times a second while it waits.
    ...[claims, sessions].map((table) => `CREATE INDEX IF NOT EXISTS ${table.replace(/^.*\./, "")}_until ON ${table} (until)`),
  ].map((statement) => `${statement};`).join("\n");
  const inMs = (parameter: string): string => `clock_timestamp() + ${parameter}::float8 * interval '1 millisecond'`;

  const IS_OWN = "held.owner = excluded.owner AND NOT held.is_done";
  // A client that has lost the answer sends the same claim again.
  const claiming = (isFirst: string): string => `
    INSERT INTO ${claims} AS held (key, owner, attempts, until) SELECT $1::text, $2::text, 1, ${inMs("$3")} WHERE ${isFirst}
    ON CONFLICT (key) DO UPDATE SET owner = excluded.owner, until = excluded.until, is_done = false, response = NULL,
        attempts = held.attempts + CASE WHEN ${IS_OWN} THEN 0 ELSE 1 END
      WHERE held.until <= clock_timestamp() OR ${IS_OWN}
    RETURNING attempts`;
  // A row outside of the snapshot was inserted meanwhile: busy.
  const claimed = `
    SELECT coalesce((SELECT attempts::text FROM claimed),
      (SELECT '${DONE}' || coalesce(chr(10) || response, '') FROM ${claims} WHERE key = $1 AND is_done AND until > clock_timestamp()),
      'busy') AS answer`;
  const CLAIM = `WITH claimed AS (${claiming("true")}) ${claimed}`;
  const isFirst = `
    NOT EXISTS (SELECT FROM ${places} WHERE key = $1 AND place < $4::bigint AND until > clock_timestamp())
    OR EXISTS (SELECT FROM ${claims} WHERE key = $1 AND owner = $2)`;
  const TAKE_TURN = `
    WITH claimed AS (${claiming(isFirst)}),
    waiting AS (
      INSERT INTO ${places} (key, place, until) SELECT $1::text, $4::bigint, ${inMs(`${PLACE_MS}`)} WHERE NOT EXISTS (SELECT FROM claimed)
      ON CONFLICT (key, place) DO UPDATE SET until = excluded.until),
    gone AS (DELETE FROM ${places} WHERE key = $1 AND place = $4::bigint AND EXISTS (SELECT FROM claimed))
    ${claimed}`;
  const RENEW = `UPDATE ${claims} SET until = ${inMs("$3")} WHERE key = $1 AND owner = $2 AND NOT is_done RETURNING key`;
  const SETTLE = `
    UPDATE ${claims} SET owner = $2, attempts = 0, is_done = true, response = $4::text, until = ${inMs("$3")}
    WHERE key = $1 AND (owner = $2 OR owner IS NULL) RETURNING key`;
  const RELEASE = `
    WITH freed AS (
      UPDATE ${claims} SET owner = NULL, attempts = $3::integer, until = clock_timestamp()
      WHERE key = $1 AND owner = $2 AND NOT is_done AND $3::integer > 0),
    gone AS (DELETE FROM ${claims} WHERE key = $1 AND owner = $2 AND NOT is_done AND $3::integer = 0)
    SELECT true WHERE NOT EXISTS (SELECT FROM ${claims} WHERE key = $1 AND (is_done OR owner <> $2))`;
  const READ = `SELECT text FROM ${sessions} WHERE key = $1 AND until > clock_timestamp()`;
  // The locks keep others from claiming a key until all is written. Their order keeps two commits from waiting for each other.
  const COMMIT = `
    WITH changes AS (SELECT * FROM json_to_recordset($1::text::json) AS change (key text, owner text, text text, ms float8)),
    locked AS (SELECT key, owner, is_done FROM ${claims} WHERE key = $2::text OR key IN (SELECT key FROM changes) ORDER BY key FOR UPDATE),
    repeated AS (SELECT FROM locked WHERE key = $2::text AND owner = $3::text AND is_done),
    allowed AS (
      SELECT WHERE NOT EXISTS (SELECT FROM repeated)
        AND ($2::text IS NULL OR EXISTS (SELECT FROM locked WHERE key = $2::text AND (owner = $3::text OR owner IS NULL)))
        AND NOT EXISTS (
          SELECT FROM changes LEFT JOIN locked ON locked.key = changes.key AND locked.owner = changes.owner AND NOT is_done WHERE locked.key IS NULL)),
    settled AS (
      UPDATE ${claims} SET owner = $3::text, attempts = 0, is_done = true, response = $5::text, until = ${inMs("$4")}
      WHERE key = $2::text AND EXISTS (SELECT FROM allowed)),
    written AS (
      INSERT INTO ${sessions} (key, text, until) SELECT key, coalesce(text, ''), coalesce(${inMs("ms")}, 'infinity') FROM changes
      WHERE EXISTS (SELECT FROM allowed)
      ON CONFLICT (key) DO UPDATE SET text = excluded.text, until = excluded.until)
    SELECT true WHERE EXISTS (SELECT FROM allowed) OR EXISTS (SELECT FROM repeated)`;
  // Attempts are remembered for a day. Rows that others delete are skipped, so that nothing waits.
  const cleaning = (table: string, isOver: string): string => `
    DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${table} WHERE ${isOver} ORDER BY until LIMIT ${2 * CLEAN_UP_EVERY} FOR UPDATE SKIP LOCKED))`;
  const CLEAN_UP = `
    WITH settled AS (${cleaning(claims, "until < clock_timestamp() AND (is_done OR until < clock_timestamp() - interval '1 day')")}),
    places AS (${cleaning(places, "until < clock_timestamp()")})
    ${cleaning(sessions, "until < clock_timestamp()")}`;

  const ask = (sql: string, ...parameters: unknown[]): Promise<Rows> =>
    retryConflicts(() => run(sql, parameters)).catch((error) => Promise.reject(explain(OWNER, `${claims}, ${places} and ${sessions}`, error)));
  const isChanged = async (sql: string, ...parameters: unknown[]): Promise<boolean> => (await ask(sql, ...parameters)).length > 0;
  let changes = 0;
  const change = async (sql: string, ...parameters: unknown[]): Promise<boolean> => {
    const isDone = await isChanged(sql, ...parameters);
    if (changes++ % CLEAN_UP_EVERY === 0) await ask(CLEAN_UP);
    return isDone;
  };
  const commit = ({ done, sessions }: Commit): Promise<boolean> => {
    // An empty text that expires now is deleted together with expired rows.
    const texts = sessions.map(({ key, owner, text, ttlSeconds }) => ({ key, owner, text, ms: text === undefined ? 0 : ttlSeconds && ttlSeconds * 1000 }));
    return change(COMMIT, JSON.stringify(texts), done?.key ?? null, done?.owner ?? null, done ? done.ttlSeconds * 1000 : null, done?.response ?? null);
  };
  return {
    name: OWNER,
    schema,
    async createTables() {
      // Two programs that create a table at the same time would fail, despite IF NOT EXISTS. Clients print a notice for each table that exists.
      await ask(`DO $$ BEGIN SET LOCAL client_min_messages = warning; PERFORM pg_advisory_xact_lock(hashtext('botwire')); ${schema} END $$`);
      await ask(`SELECT attempts, is_done, response FROM ${claims} LIMIT 0`);
    },
    async claim(key, leaseMs, place, owner = crypto.randomUUID()) {
      const [row] = await (place === undefined ? ask(CLAIM, key, owner, leaseMs) : ask(TAKE_TURN, key, owner, leaseMs, place));
      return claimedFrom(textOf(row, "answer"), owner);
    },
    renew: (key, owner, leaseMs) => isChanged(RENEW, key, owner, leaseMs),
    settle: (key, owner, ttlSeconds, response) => change(SETTLE, key, owner, ttlSeconds * 1000, response ?? null),
    release: (key, owner, attempts = 0) => isChanged(RELEASE, key, owner, attempts),
    async read(key) {
      const [row] = await ask(READ, key);
      return row && textOf(row, "text");
    },
    write: (key, text, ttlSeconds, owner) => commit({ sessions: [{ key, owner, text, ttlSeconds }] }),
    delete: (key, owner) => commit({ sessions: [{ key, owner, text: undefined, ttlSeconds: undefined }] }),
    commit,
  };
}
