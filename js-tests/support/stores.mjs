// Stores of claims for tests, and the storage of platforms, in memory.
import { UpdateClaims } from "botwire/stores/durable-object";

/** A store that grants every claim; `functions` replace some of its functions. */
export const storeWith = (functions) => ({ claim: () => ({ owner: "1" }), renew: () => true, settle: () => true, release: () => true, ...functions });

/** A store as a process sees it that dies: from then on it gets no answers, and its questions do not arrive. */
export const mortal = (store, isDead) =>
  Object.fromEntries(["claim", "renew", "settle", "release"].map((name) => [name, (...question) => (isDead() ? new Promise(() => {}) : store[name](...question))]));

/** The storage of a Durable Object; `access` runs each access. */
export function storageIn(entries = new Map(), access = async (act) => act()) {
  const sorted = (prefix, end) => [...entries].filter(([key]) => key.startsWith(prefix) && (end === undefined || key < end)).sort();
  return {
    get: (keys) => access(() => (Array.isArray(keys) ? new Map(keys.filter((key) => entries.has(key)).map((key) => [key, entries.get(key)])) : entries.get(keys))),
    put: (added) => access(() => Object.entries(added).forEach(([key, value]) => entries.set(key, value))),
    delete: (keys) => access(() => keys.filter((key) => entries.delete(key)).length),
    list: ({ prefix, end, limit }) => access(() => new Map(sorted(prefix, end).slice(0, limit))),
    getAlarm: () => access(() => null),
    setAlarm: () => access(() => {}),
  };
}

/** A namespace of the Durable Objects of the package. */
export function namespaceInMemory() {
  const objects = new Map();
  return {
    idFromName: (name) => name,
    get(name) {
      const object = objects.get(name) ?? new UpdateClaims({ storage: storageIn() });
      objects.set(name, object);
      return { fetch: (url, { body } = {}) => object.fetch({ url, text: async () => body ?? "" }) };
    },
  };
}

/** A `Deno.Kv` that deletes no expired entries, which is its right. */
export function kvInMemory() {
  const entries = new Map();
  let versions = 0;
  const read = (key) => entries.get(key.join("/")) ?? { value: null, versionstamp: null };
  return {
    get: async (key) => read(key),
    atomic() {
      const checks = [];
      const acts = [];
      const operation = {
        check: (...added) => (checks.push(...added), operation),
        set: (key, value) => (acts.push(() => entries.set(key.join("/"), { value, versionstamp: String(++versions).padStart(20, "0") })), operation),
        delete: (key) => (acts.push(() => entries.delete(key.join("/"))), operation),
        async commit() {
          const ok = checks.every(({ key, versionstamp }) => read(key).versionstamp === versionstamp);
          if (ok) for (const act of acts) act();
          return { ok };
        },
      };
      return operation;
    },
  };
}
