// Failures that end by themselves: a database in a file refuses to write while another process writes, and PostgreSQL ends one
// of two transactions that wait for each other.

/** The time for which an operation is retried. */
const PATIENCE_MS = 20_000;
/** The longest pause. It does not grow, so that new operations do not overtake those that have waited longer. */
const PAUSE_MS = 25;

/**
 * Matches the codes and texts of clients for SQLite and Deno KV (names of tables may contain "locked" and "busy" too), and the
 * codes `serialization_failure` and `deadlock_detected` of PostgreSQL.
 */
const CONFLICT = /\bSQLITE_(BUSY|LOCKED)|\bdatabase (file |schema |table )?is locked|^(\S* )?(40001|40P01) /i;

/** Bun has the code of PostgreSQL as `errno`. */
const isConflict = (error: any): boolean => CONFLICT.test(`${error?.code} ${error?.errno} ${error?.message}`);

/** Repeats an operation while it fails because others use the database at the same time. */
export async function retryConflicts<T>(operation: () => T | Promise<T>): Promise<T> {
  const endsAt = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await operation();
    } catch (error) {
      if (performance.now() > endsAt || !isConflict(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * PAUSE_MS));
    }
  }
}
