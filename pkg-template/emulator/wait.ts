// Waiting for what bots do, in real time.

/** How long to wait. */
export interface Patience {
  /** Real milliseconds until the wait fails. Default: 5000. */
  timeoutMs?: number;
}

/** Calls `look` whenever something happened, until it says that it is done. */
export type Watch = (look: () => boolean) => () => void;

/** The first value that `look` gives; fails with a TimeoutError when none comes in time. */
export function until<Value>(
  watch: Watch,
  look: () => Value | undefined,
  what: string,
  { timeoutMs = 5000 }: Patience = {},
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stop();
      const error = new Error(`${what} within ${timeoutMs} ms`);
      error.name = "TimeoutError";
      reject(error);
    }, timeoutMs);
    const stop = watch(() => {
      try {
        const value = look();
        if (value === undefined) return false;
        resolve(value);
      } catch (error) {
        reject(error);
      }
      clearTimeout(timer);
      return true;
    });
  });
}
