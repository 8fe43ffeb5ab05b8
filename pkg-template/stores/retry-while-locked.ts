// A database in a file refuses to write while another process does.

/** How many times an operation is tried. */
const TRIES = 40;
/** After the first try, at most; after the next one twice that, and so on: some 20 s in all. */
const LOCKED_MS = 50;

/** Tries an operation again while it fails with an error of that kind. */
export async function retryWhileLocked<T>(operation: () => T | Promise<T>, isLocked: (error: any) => boolean = () => true): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await operation();
    } catch (error) {
      if (tries === TRIES || !isLocked(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * LOCKED_MS * tries));
    }
  }
}
