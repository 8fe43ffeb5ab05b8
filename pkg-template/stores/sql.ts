// Code that the stores over SQL share.
import { checkedOptions, type Checks } from "../options/parse.js";
import type { SessionStore } from "../updates/claims.js";

/**
 * Options of the stores over SQL.
 *
 * @example
 * ```ts
 * const store = sqliteStore(database, { tablePrefix: "my_bot_" });
 * ```
 */
export interface SqlOptions {
  /** The prefix of the names of the tables. It may include a schema, such as `"bots.botwire_"`. Default `"botwire_"`. */
  tablePrefix?: string | undefined;
}

/** A store over SQL. */
export interface SqlStore extends SessionStore {
  /** The statements that create the tables, to run with your migrations. */
  readonly schema: string;
  /** Creates the tables that do not exist. */
  createTables(): Promise<void>;
}

/** Settled updates and written sessions per deletion of at most twice as many expired rows. The first one deletes too. */
export const CLEAN_UP_EVERY = 500;

/** Returns the names of the tables. @throws ValidationError if an option is invalid. */
export function tableNames(owner: string, options: SqlOptions): { claims: string; places: string; sessions: string } {
  const isName = (value: unknown): boolean => typeof value === "string" && /^([A-Za-z_]\w*\.)?[A-Za-z_]\w*$/.test(value);
  const checks: Checks = { tablePrefix: ["a name of letters, digits and _", isName] };
  const { tablePrefix: prefix = "botwire_" } = checkedOptions<SqlOptions>(owner, options, checks);
  return { claims: `${prefix}claims`, places: `${prefix}places`, sessions: `${prefix}sessions` };
}

/** Matches the code of PostgreSQL, and the texts of SQLite, for a column that does not exist. */
const NO_COLUMN = /^(\S* )?42703 |\bhas no column named\b|\bno such column\b/;

/** Returns an error that says what to do if the tables are those of another version of the package. */
export function explain(owner: string, tables: string, error: any): unknown {
  if (!NO_COLUMN.test(`${error?.code} ${error?.errno} ${error?.message}`)) return error;
  return new Error(`${owner}: the tables ${tables} are of another version of botwire; rename or drop them, then call createTables() or run schema`, { cause: error });
}
