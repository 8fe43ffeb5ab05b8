// Claims, turns and sessions in Redis: exact, by scripts that compare the owner. Redis expires the keys.
import { checkedOptions, STRING } from "../options/parse.js";
import { PLACE_MS } from "../policy.js";
import type { Commit, SessionStore } from "../updates/claims.js";
import { claimedFrom, DONE, REMEMBERED_MS } from "./answer.js";
import { useOf } from "./binding.js";

/** Sends a command, such as `["GET", "key"]`, and returns the reply. */
export type RedisCommand = (command: string[]) => Promise<unknown>;

/**
 * The part of a Redis client that this package uses: of `redis` (node-redis), a client, pool or cluster; of `ioredis`, a client
 * or cluster; of `@upstash/redis`, a client; of Bun, a `RedisClient`; or a function that sends a command.
 */
export type RedisLike =
  | { eval(script: string, ...parameters: any[]): Promise<any> }
  | { send(command: string, parameters: string[]): Promise<any> }
  | RedisCommand;

/**
 * Options of {@link redisStore}.
 *
 * @example
 * ```ts
 * const store = redisStore(client, { prefix: "my-bot:" });
 * ```
 */
export interface RedisStoreOptions {
  /** The prefix of all keys in Redis. Default `"botwire:"`. */
  prefix?: string | undefined;
}

const OWNER = "redisStore";
// A claim is a hash: `owner` and `until`, the end of its lease; `attempts`, which outlive the owner; `done` and `response`. It is
// remembered longer than its lease, so that the claim of a process that died counts as an attempt.
const NOW = `
local time = redis.call("TIME")
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

// KEYS: the claim, those that wait for it. ARGV: the new owner, milliseconds of the lease, the place or "".
const CLAIM = `${NOW}
local owner, ends, attempts, done, response = unpack(redis.call("HMGET", KEYS[1], "owner", "until", "attempts", "done", "response"))
if done then return response and "${DONE}\\n" .. response or "${DONE}" end
-- A client that has lost the reply sends the same claim again.
local is_own = owner == ARGV[1]
local is_busy = owner and not is_own and tonumber(ends) > now
local place = tonumber(ARGV[3])
if place and not is_own then
  redis.call("ZREMRANGEBYSCORE", KEYS[2], "-inf", now)
  for _, other in ipairs(redis.call("ZRANGE", KEYS[2], 0, -1)) do
    if tonumber(other) < place then is_busy = true end
  end
  if is_busy then
    redis.call("ZADD", KEYS[2], now + ${PLACE_MS}, ARGV[3])
    redis.call("PEXPIRE", KEYS[2], ${PLACE_MS})
  else
    redis.call("ZREM", KEYS[2], ARGV[3])
  end
end
if is_busy then return "busy" end
attempts = (tonumber(attempts) or 0) + (is_own and 0 or 1)
redis.call("HSET", KEYS[1], "owner", ARGV[1], "until", now + ARGV[2], "attempts", attempts)
redis.call("PEXPIRE", KEYS[1], ARGV[2] + ${REMEMBERED_MS})
return tostring(attempts)`;

// KEYS: the claim. ARGV: the owner, milliseconds of the lease.
const RENEW = `${NOW}
local owner, done = unpack(redis.call("HMGET", KEYS[1], "owner", "done"))
if done or owner ~= ARGV[1] then return 0 end
redis.call("HSET", KEYS[1], "until", now + ARGV[2])
redis.call("PEXPIRE", KEYS[1], ARGV[2] + ${REMEMBERED_MS})
return 1`;

// KEYS: the claim. ARGV: the owner, the attempts to remember.
const RELEASE = `
local owner, done = unpack(redis.call("HMGET", KEYS[1], "owner", "done"))
if done or (owner and owner ~= ARGV[1]) then return 0 end
redis.call("DEL", KEYS[1])
if tonumber(ARGV[2]) > 0 then
  redis.call("HSET", KEYS[1], "attempts", ARGV[2])
  redis.call("PEXPIRE", KEYS[1], ${REMEMBERED_MS})
end
return 1`;

const READ = `return redis.call("GET", KEYS[1])`;

// KEYS: each session and its claim, then the claim of the update, if any. ARGV: for each session, the owner, the text, and its
// milliseconds: "" for ever, 0 to delete it. For the update, the owner, the milliseconds, and the response, if any.
const COMMIT = `
local count = math.floor(#KEYS / 2)
local update = KEYS[count * 2 + 1]
local by, ms, response = ARGV[count * 3 + 1], ARGV[count * 3 + 2], ARGV[count * 3 + 3]
if update then
  local owner, done = unpack(redis.call("HMGET", update, "owner", "done"))
  if owner and owner ~= by then return 0 end
  if done then return 1 end
end
for i = 1, count do
  local owner, done = unpack(redis.call("HMGET", KEYS[i * 2], "owner", "done"))
  if done or owner ~= ARGV[i * 3 - 2] then return 0 end
end
for i = 1, count do
  local session, text, ttl = KEYS[i * 2 - 1], ARGV[i * 3 - 1], ARGV[i * 3]
  if ttl == "" then redis.call("SET", session, text)
  elseif ttl == "0" then redis.call("DEL", session)
  else redis.call("SET", session, text, "PX", ttl) end
end
if update then
  redis.call("DEL", update)
  redis.call("HSET", update, "owner", by, "done", 1)
  if response then redis.call("HSET", update, "response", response) end
  redis.call("PEXPIRE", update, ms)
end
return 1`;

type Evaluate = (script: string, keys: string[], parameters: string[]) => Promise<unknown>;

/** Returns the function with which a client runs a script. */
function evaluator(client: any): Evaluate | undefined {
  const command = (script: string, keys: string[], parameters: string[]): string[] => [script, `${keys.length}`, ...keys, ...parameters];
  const has = (name: string): boolean => typeof client?.[name] === "function";
  // First, since every function has `call`.
  if (typeof client === "function") return (...script) => client(["EVAL", ...command(...script)]);
  if (has("call")) return (...script) => client.call("EVAL", ...command(...script)); // ioredis
  if (has("send")) return (...script) => client.send("EVAL", command(...script)); // Bun
  if (has("sendCommand") && has("eval")) return (script, keys, parameters) => client.eval(script, { keys, arguments: parameters }); // node-redis
  if (has("eval")) return (script, keys, parameters) => client.eval(script, keys, parameters); // Upstash
  return undefined;
}

/** Upstash parses what looks like JSON. */
function textOf(reply: unknown): string | undefined {
  if (reply === null || reply === undefined) return undefined;
  return typeof reply === "object" ? JSON.stringify(reply) : String(reply);
}

const wholeMs = (seconds: number): string => String(Math.max(1, Math.round(seconds * 1000)));

/**
 * Stores claims, turns of `inOrder` and sessions in Redis 5 or later, or Valkey. Exact across all processes. Keys expire
 * automatically.
 *
 * ```ts
 * const store = redisStore(await createClient({ url: process.env.REDIS_URL }).on("error", console.error).connect());
 * createWebhookHandler({ baseUrl, token, path, store }, inOrder({ store }, handler));
 * ```
 *
 * Times are those of Redis. All keys of a bot have the same hash tag, so that sessions and "handled" are changed together; in a
 * cluster, they are on one node. A server can lose a claim if it evicts keys (a `maxmemory-policy` other than `noeviction`) or fails
 * over without waiting for its replicas.
 *
 * @throws ValidationError if the client or an option is invalid.
 */
export function redisStore(client: RedisLike, options: RedisStoreOptions = {}): SessionStore {
  const evaluate = useOf(OWNER, "client", "a client of redis, ioredis, @upstash/redis or Bun, or a function that sends a command", client, evaluator);
  const { prefix = "botwire:" } = checkedOptions<RedisStoreOptions>(OWNER, options, { prefix: STRING });
  // Because of the braces, a cluster keeps all keys of a bot on one node.
  const keyOf = (kind: string, key: string): string => `${prefix}${kind}:${key.replace(/^[^:]+/, "{$&}")}`;
  const claimOf = (key: string): string => keyOf("claim", key);
  const sessionOf = (key: string): string => keyOf("session", key);
  const ask = async (script: string, keys: string[], parameters: string[]): Promise<boolean> => Number(await evaluate(script, keys, parameters)) === 1;
  const commit = ({ done, sessions }: Commit): Promise<boolean> => {
    const keys = sessions.flatMap(({ key }) => [sessionOf(key), claimOf(key)]);
    const parameters = sessions.flatMap(({ owner, text, ttlSeconds }) => {
      const ms = text === undefined ? "0" : ttlSeconds === undefined ? "" : wholeMs(ttlSeconds);
      return [owner, text ?? "", ms];
    });
    if (done) {
      keys.push(claimOf(done.key));
      parameters.push(done.owner, wholeMs(done.ttlSeconds), ...(done.response === undefined ? [] : [done.response]));
    }
    return ask(COMMIT, keys, parameters);
  };
  return {
    name: OWNER,
    async claim(key, leaseMs, place, owner = crypto.randomUUID()) {
      const parameters = [owner, `${leaseMs}`, `${place ?? ""}`];
      return claimedFrom(String(await evaluate(CLAIM, [claimOf(key), keyOf("waiting", key)], parameters)), owner);
    },
    renew: (key, owner, leaseMs) => ask(RENEW, [claimOf(key)], [owner, `${leaseMs}`]),
    settle: (key, owner, ttlSeconds, response) => commit({ done: { key, owner, ttlSeconds, response }, sessions: [] }),
    release: (key, owner, attempts = 0) => ask(RELEASE, [claimOf(key)], [owner, `${attempts}`]),
    async read(key) {
      return textOf(await evaluate(READ, [sessionOf(key)], []));
    },
    write: (key, text, ttlSeconds, owner) => commit({ sessions: [{ key, owner, text, ttlSeconds }] }),
    delete: (key, owner) => commit({ sessions: [{ key, owner, text: undefined, ttlSeconds: undefined }] }),
    commit,
  };
}
