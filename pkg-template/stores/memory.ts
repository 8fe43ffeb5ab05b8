// Claims, turns and sessions in the memory of one isolate or process, a bounded number of them.
import { integerFrom, option } from "../options/parse.js";
import { CLAIM_CAPACITY } from "../policy.js";
import type { SessionChange, SessionStore } from "../updates/claims.js";
import { Places } from "../updates/places.js";
import { memoryClaims } from "./memory-claims.js";
import { twoGenerations } from "./two-generations.js";

interface Session {
  readonly text: string;
  /** By `performance.now()`. */
  readonly until: number;
}

/**
 * Stores claims, turns and sessions in memory. Exact within one isolate or process. Others do not see them, and they are lost
 * when the process ends. The oldest ones are forgotten first.
 *
 * @example
 * ```ts
 * const fetch = createWebhookHandler({ baseUrl, token, path: "/hook/a-long-secret", store: memoryStore() }, handler);
 * ```
 *
 * @param capacity - The smallest number of keys that are remembered, about 150 bytes each, and at most twice as many. The same holds
 * for sessions. Default 10,000.
 * @throws ValidationError if `capacity` is not 1 or more.
 */
export function memoryStore(capacity: number = CLAIM_CAPACITY): SessionStore {
  option("memoryStore", "capacity", capacity, integerFrom(1));
  const { isHeld, isDoneBy, maySettle, ...claims } = memoryClaims(capacity);
  const places = new Places();
  const sessions = twoGenerations<Session>(capacity);
  const changeSession = ({ key, owner, text, ttlSeconds = Infinity }: SessionChange): boolean => {
    if (!isHeld(key, owner)) return false;
    if (text === undefined) sessions.delete(key);
    else sessions.set(key, { text, until: performance.now() + ttlSeconds * 1000 });
    return true;
  };
  return {
    ...claims,
    claim(key, leaseMs, place, owner = crypto.randomUUID()) {
      if (place !== undefined && !isHeld(key, owner) && !places.isFirst(key, place, performance.now())) return "busy";
      const claimed = claims.claim(key, leaseMs, place, owner);
      if (place !== undefined && claimed !== "busy") places.remove(key, place);
      return claimed;
    },
    read(key) {
      const session = sessions.get(key);
      return session && session.until > performance.now() ? session.text : undefined;
    },
    write: (key, text, ttlSeconds, owner) => changeSession({ key, owner, text, ttlSeconds }),
    delete: (key, owner) => changeSession({ key, owner, text: undefined, ttlSeconds: undefined }),
    commit({ done, sessions: changes }) {
      if (done && isDoneBy(done.key, done.owner)) return true;
      if ((done && !maySettle(done.key, done.owner)) || !changes.every(({ key, owner }) => isHeld(key, owner))) return false;
      changes.forEach(changeSession);
      return !done || claims.settle(done.key, done.owner, done.ttlSeconds, done.response);
    },
  };
}
