// A Map of bounded size.

/**
 * Remembers at least `capacity` keys, those that were written last, and at most twice as many. The older ones are forgotten together:
 * deleting the oldest key of a Map is slow after many deletions, which each write to a full one would pay for. For the same reason, a
 * key that is written often is not deleted before.
 */
export function twoGenerations<Value>(capacity: number) {
  let newer = new Map<string, Value>();
  let older: typeof newer | undefined;
  return {
    get: (key: string): Value | undefined => newer.get(key) ?? older?.get(key),
    set(key: string, value: Value): true {
      newer.set(key, value);
      if (newer.size >= capacity) {
        older = newer;
        newer = new Map();
      }
      return true;
    },
    delete(key: string): void {
      newer.delete(key);
      older?.delete(key);
    },
  };
}
