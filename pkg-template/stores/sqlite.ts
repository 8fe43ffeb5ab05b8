// Claims, turns and sessions in SQLite: each statement is a transaction, and is retried while the file is locked.
import { PLACE_MS } from "../policy.js";
import { useOf } from "./binding.js";
import { retryWhileLocked } from "./retry-while-locked.js";
import { CLEAN_UP_EVERY, type SqlOptions, type SqlStore, tableNames } from "./sql.js";

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
const DAY_MS = 86_400_000;
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
 * createWebhookHandler({ …, store }, inOrder({ store }, handler));
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
  const { claims, places, sessions } = tableNames(OWNER, options);
  const statements = [
    `CREATE TABLE IF NOT EXISTS ${claims} (key TEXT PRIMARY KEY, owner TEXT, until INTEGER NOT NULL)`,
    `CREATE TABLE IF NOT EXISTS ${places} (key TEXT, place INTEGER, until INTEGER NOT NULL, PRIMARY KEY (key, place))`,
    `CREATE TABLE IF NOT EXISTS ${sessions} (key TEXT PRIMARY KEY, text TEXT NOT NULL, until INTEGER NOT NULL)`,
    ...[claims, sessions].map((table) => `CREATE INDEX IF NOT EXISTS ${table}_until ON ${table.replace(/^.*\./, "")} (until)`),
  ].map((statement) => `${statement};`);
  const schema = statements.join("\n");

  const claiming = (isFirst: string): string => `
    INSERT INTO ${claims} AS held (key, owner, until) SELECT ?, ?, ${NOW} + ? WHERE ${isFirst}
    ON CONFLICT (key) DO UPDATE SET owner = excluded.owner, until = excluded.until WHERE held.until <= ${NOW} RETURNING key`;
  const CLAIM = claiming("true");
  const TAKE_TURN = claiming(`NOT EXISTS (SELECT 1 FROM ${places} WHERE key = ? AND place < ? AND until > ${NOW})`);
  const IS_DONE = `SELECT key FROM ${claims} WHERE key = ? AND owner IS NULL AND until > ${NOW}`;
  const WAIT = `
    INSERT INTO ${places} (key, place, until) VALUES (?, ?, ${NOW} + ${PLACE_MS})
    ON CONFLICT (key, place) DO UPDATE SET until = excluded.until RETURNING key`;
  const LEAVE = `DELETE FROM ${places} WHERE key = ? AND place = ? RETURNING key`;
  const RENEW = `UPDATE ${claims} SET until = ${NOW} + ? WHERE key = ? AND owner = ? RETURNING key`;
  const SETTLE = `UPDATE ${claims} SET until = ${NOW} + ?, owner = NULL WHERE key = ? AND owner = ? RETURNING key`;
  const RELEASE = `DELETE FROM ${claims} WHERE key = ? AND owner = ? RETURNING key`;
  const READ = `SELECT text FROM ${sessions} WHERE key = ? AND until > ${NOW}`;
  const WRITE = `
    INSERT INTO ${sessions} (key, text, until) SELECT key, ?, min(${NOW} + ?, ${NEVER}) FROM ${claims} WHERE key = ? AND owner = ?
    ON CONFLICT (key) DO UPDATE SET text = excluded.text, until = excluded.until RETURNING key`;
  const cleaning = (table: string, isOver: string): string =>
    `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${isOver} ORDER BY until LIMIT ${2 * CLEAN_UP_EVERY}) RETURNING key`;
  const CLEAN_UP = [
    // A lease that ended a day ago belongs to a process that died.
    cleaning(claims, `until < ${NOW} AND (owner IS NULL OR until < ${NOW} - ${DAY_MS})`),
    cleaning(places, `until < ${NOW}`),
    cleaning(sessions, `until < ${NOW}`),
  ];

  let changes = 0;
  const cleanUp = async (): Promise<void> => {
    if (changes++ % CLEAN_UP_EVERY === 0) for (const statement of CLEAN_UP) await run(statement);
  };
  const run = (sql: string, ...parameters: Value[]): Promise<readonly any[]> => retryWhileLocked(() => query(sql, parameters));
  const isChanged = async (sql: string, ...parameters: Value[]): Promise<boolean> => (await run(sql, ...parameters)).length > 0;
  const write = async (key: string, text: string, ms: number, owner: string): Promise<boolean> => {
    const isWritten = await isChanged(WRITE, text, ms, key, owner);
    await cleanUp();
    return isWritten;
  };
  return {
    name: OWNER,
    schema,
    async createTables() {
      if (typeof database === "function") for (const statement of statements) await run(statement);
      else await retryWhileLocked(() => database.exec(schema));
    },
    async claim(key, leaseMs, place) {
      const owner = crypto.randomUUID();
      if (place === undefined) {
        if (await isChanged(CLAIM, key, owner, leaseMs)) return { owner };
        return (await isChanged(IS_DONE, key)) ? "done" : "busy";
      }
      if (await isChanged(TAKE_TURN, key, owner, leaseMs, key, place)) {
        await run(LEAVE, key, place).catch(() => {}); // The place expires anyway.
        return { owner };
      }
      await run(WAIT, key, place);
      return "busy";
    },
    renew: (key, owner, leaseMs) => isChanged(RENEW, leaseMs, key, owner),
    async settle(key, owner, ttlSeconds) {
      const isSettled = await isChanged(SETTLE, Math.round(ttlSeconds * 1000), key, owner);
      await cleanUp();
      return isSettled;
    },
    release: (key, owner) => isChanged(RELEASE, key, owner),
    read: async (key) => (await run(READ, key))[0]?.text,
    write: (key, text, ttlSeconds, owner) => write(key, text, ttlSeconds === undefined ? NEVER : Math.round(ttlSeconds * 1000), owner),
    // Deleted together with expired rows.
    delete: (key, owner) => write(key, "", 0, owner),
  };
}
