// Claims, turns and sessions in SQLite: each statement is a transaction, and is retried while the file is locked.
import { PLACE_MS } from "../policy.js";
import type { Commit } from "../updates/claims.js";
import { REMEMBERED_MS } from "./answer.js";
import { useOf } from "./binding.js";
import { retryConflicts } from "./retry-conflicts.js";
import { CLEAN_UP_EVERY, explain, type SqlOptions, type SqlStore, tableNames } from "./sql.js";

type Value = string | number | null;

/** Runs one statement with parameters `?`, and returns the rows. */
export type SqliteQuery = (sql: string, parameters: Value[]) => readonly any[] | Promise<readonly any[]>;

/**
 * The part of an SQLite database that this package uses: a `DatabaseSync` of `node:sqlite`, a `Database` of `better-sqlite3` or
 * `bun:sqlite`, a `D1Database`; or a function that runs a statement.
 */
export type SqliteLike = { prepare(sql: string): any; exec(sql: string): any } | SqliteQuery;

const OWNER = "sqliteStore";
const NOW = "CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER)";
/** The prefix of the key of a session, whose row is in the table of claims, so that one statement changes both. */
const SESSION = "session=";
/** The end of entries that do not expire. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** Returns the function with which a database runs a statement. */
function runner(database: any): SqliteQuery | undefined {
  if (typeof database === "function") return database;
  if (typeof database?.prepare !== "function" || typeof database.exec !== "function") return undefined;
  const isD1 = typeof database.batch === "function";
  const statements = new Map<string, any>();
  return async (sql, parameters) => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return isD1 ? (await statement.bind(...parameters).all()).results : statement.all(...parameters);
  };
}

/**
 * Stores claims, turns of `inOrder` and sessions in SQLite. Exact for all processes that use the file, and for all isolates
 * with D1.
 *
 * ```ts
 * const database = new DatabaseSync("bot.db");
 * database.exec("PRAGMA journal_mode = WAL"); // processes wait for each other less
 * const store = sqliteStore(database);
 * await store.createTables(); // or run `store.schema` with your migrations
 * createWebhookHandler({ baseUrl, token, path, store }, inOrder({ store }, handler));
 * ```
 *
 * Use a separate connection for the store, so that its statements do not become part of your transactions. While another
 * process writes, a statement is retried for up to 20 s. Times are those of the machine, or of D1. The store regularly deletes
 * expired rows.
 *
 * @throws ValidationError if the database or an option is invalid.
 */
export function sqliteStore(database: SqliteLike, options: SqlOptions = {}): SqlStore {
  const query = useOf(OWNER, "database", "a database of node:sqlite, better-sqlite3, bun:sqlite or D1, or a function (sql, parameters) => rows", database, runner);
  const { claims, places } = tableNames(OWNER, options);
  const statements = [
    // `text` is the response to an update that was handled, or a session. Without an owner, only the attempts are remembered.
    `CREATE TABLE IF NOT EXISTS ${claims} (key TEXT PRIMARY KEY, owner TEXT, attempts INTEGER NOT NULL, is_done INTEGER NOT NULL, until INTEGER NOT NULL, text TEXT)`,
    `CREATE TABLE IF NOT EXISTS ${places} (key TEXT, place INTEGER, until INTEGER NOT NULL, PRIMARY KEY (key, place))`,
    `CREATE INDEX IF NOT EXISTS ${claims}_until ON ${claims.replace(/^.*\./, "")} (until)`,
  ].map((statement) => `${statement};`);
  const schema = statements.join("\n");

  const IS_OWN = "held.owner = excluded.owner AND NOT held.is_done";
  // A client that has lost the answer sends the same claim again.
  const claiming = (isFirst: string): string => `
    INSERT INTO ${claims} AS held (key, owner, attempts, is_done, until) SELECT ?, ?, 1, 0, ${NOW} + ? WHERE ${isFirst}
    ON CONFLICT (key) DO UPDATE SET owner = excluded.owner, until = excluded.until, is_done = 0, text = NULL,
        attempts = held.attempts + CASE WHEN ${IS_OWN} THEN 0 ELSE 1 END
      WHERE held.until <= ${NOW} OR ${IS_OWN}
    RETURNING attempts`;
  const CLAIM = claiming("true");
  const TAKE_TURN = claiming(`
    NOT EXISTS (SELECT 1 FROM ${places} WHERE key = ? AND place < ? AND until > ${NOW}) OR EXISTS (SELECT 1 FROM ${claims} WHERE key = ? AND owner = ?)`);
  const DONE = `SELECT text FROM ${claims} WHERE key = ? AND is_done AND until > ${NOW}`;
  const WAIT = `
    INSERT INTO ${places} (key, place, until) VALUES (?, ?, ${NOW} + ${PLACE_MS})
    ON CONFLICT (key, place) DO UPDATE SET until = excluded.until RETURNING key`;
  const LEAVE = `DELETE FROM ${places} WHERE key = ? AND place = ? RETURNING key`;
  const RENEW = `UPDATE ${claims} SET until = ${NOW} + ? WHERE key = ? AND owner = ? AND NOT is_done RETURNING key`;
  const FREE = `UPDATE ${claims} SET owner = NULL, attempts = ?, until = ${NOW} WHERE key = ? AND owner = ? AND NOT is_done RETURNING key`;
  const FORGET = `DELETE FROM ${claims} WHERE key = ? AND owner = ? AND NOT is_done RETURNING key`;
  const IS_TAKEN = `SELECT key FROM ${claims} WHERE key = ? AND owner IS NOT NULL`;
  const IS_DONE_BY = `SELECT key FROM ${claims} WHERE key = ? AND owner = ? AND is_done`;
  const READ = `SELECT text FROM ${claims} WHERE key = '${SESSION}' || ? AND until > ${NOW}`;
  // An array of [key, owner, text, milliseconds, 1 for an update or 0 for a session].
  const COMMIT = `
    WITH changes AS (
      SELECT ${["key", "owner", "text", "ms", "is_done"].map((name, index) => `json_extract(value, '$[${index}]') AS ${name}`).join(", ")} FROM json_each(?))
    INSERT INTO ${claims} (key, owner, attempts, is_done, until, text)
    SELECT iif(is_done, key, '${SESSION}' || key), iif(is_done, owner, NULL), 0, is_done, min(${NOW} + ms, ${NEVER}), text FROM changes
    WHERE NOT EXISTS (
      SELECT 1 FROM changes AS change LEFT JOIN ${claims} AS held
        ON held.key = change.key AND NOT held.is_done AND (held.owner = change.owner OR (change.is_done AND held.owner IS NULL))
      WHERE held.key IS NULL)
    ON CONFLICT (key) DO UPDATE
      SET owner = excluded.owner, attempts = 0, is_done = excluded.is_done, until = excluded.until, text = excluded.text RETURNING key`;
  const cleaning = (table: string, isOver: string): string =>
    `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${isOver} ORDER BY until LIMIT ${2 * CLEAN_UP_EVERY}) RETURNING key`;
  const CLEAN_UP = [
    // Attempts are remembered for a day. Sessions have none.
    cleaning(claims, `until < ${NOW} AND (is_done OR attempts = 0 OR until < ${NOW} - ${REMEMBERED_MS})`),
    cleaning(places, `until < ${NOW}`),
  ];

  const run = (sql: string, ...parameters: Value[]): Promise<readonly any[]> =>
    retryConflicts(() => query(sql, parameters)).catch((error) => Promise.reject(explain(OWNER, `${claims} and ${places}`, error)));
  const isFound = async (sql: string, ...parameters: Value[]): Promise<boolean> => (await run(sql, ...parameters)).length > 0;
  let changes = 0;
  const commit = async ({ done, sessions }: Commit): Promise<boolean> => {
    const inMs = (seconds: number | undefined): number => (seconds === undefined ? NEVER : Math.round(seconds * 1000));
    const rows: unknown[] = sessions.map(({ key, owner, text, ttlSeconds }) => [key, owner, text, text === undefined ? 0 : inMs(ttlSeconds), 0]);
    if (done) rows.push([done.key, done.owner, done.response, inMs(done.ttlSeconds), 1]);
    // One that is repeated, because its answer was lost, has changed everything before.
    const isCommitted = rows.length === 0 || (await isFound(COMMIT, JSON.stringify(rows))) || (done !== undefined && (await isFound(IS_DONE_BY, done.key, done.owner)));
    if (changes++ % CLEAN_UP_EVERY === 0) for (const statement of CLEAN_UP) await run(statement);
    return isCommitted;
  };
  return {
    name: OWNER,
    schema,
    async createTables() {
      if (typeof database === "function") for (const statement of statements) await run(statement);
      else await retryConflicts(() => database.exec(schema));
      await run(`SELECT attempts, is_done, text FROM ${claims} LIMIT 0`);
    },
    async claim(key, leaseMs, place, owner = crypto.randomUUID()) {
      const [claimed] = await (place === undefined ? run(CLAIM, key, owner, leaseMs) : run(TAKE_TURN, key, owner, leaseMs, key, place, key, owner));
      if (claimed) {
        if (place !== undefined) await run(LEAVE, key, place).catch(() => {}); // The place expires anyway.
        return { owner, attempts: claimed.attempts };
      }
      if (place !== undefined) await run(WAIT, key, place);
      const [done] = place === undefined ? await run(DONE, key) : [];
      return done ? (done.text === null ? "done" : { response: done.text }) : "busy";
    },
    renew: (key, owner, leaseMs) => isFound(RENEW, leaseMs, key, owner),
    settle: (key, owner, ttlSeconds, response) => commit({ done: { key, owner, ttlSeconds, response }, sessions: [] }),
    async release(key, owner, attempts = 0) {
      const isFreed = await (attempts > 0 ? isFound(FREE, attempts, key, owner) : isFound(FORGET, key, owner));
      return isFreed || !(await isFound(IS_TAKEN, key));
    },
    read: async (key) => (await run(READ, key))[0]?.text,
    write: (key, text, ttlSeconds, owner) => commit({ sessions: [{ key, owner, text, ttlSeconds }] }),
    delete: (key, owner) => commit({ sessions: [{ key, owner, text: undefined, ttlSeconds: undefined }] }),
    commit,
  };
}
