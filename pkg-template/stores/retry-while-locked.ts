// A database in a file refuses to write while another process writes.

/** The time for which an operation is retried. */
const PATIENCE_MS = 20_000;
/** The longest pause. It does not grow, so that new operations do not overtake those that have waited longer. */
const PAUSE_MS = 25;

/** Matches the codes and texts of clients for SQLite and Deno KV. Names of tables may contain "locked" and "busy" too. */
const LOCKED = /\bSQLITE_(BUSY|LOCKED)|\bdatabase (file |schema |table )?is locked/i;

const isLocked = (error: any): boolean => LOCKED.test(`${error?.code} ${error?.message}`);

/** Retries an operation while it fails because the database is locked. */
export async function retryWhileLocked<T>(operation: () => T | Promise<T>): Promise<T> {
  const endsAt = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await operation();
    } catch (error) {
      if (performance.now() > endsAt || !isLocked(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * PAUSE_MS));
    }
  }
}
