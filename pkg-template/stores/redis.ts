// Claims, turns and sessions in Redis: exact, by scripts that compare the owner. Redis expires the keys.
import { checkedOptions, STRING } from "../options/parse.js";
import { PLACE_MS } from "../policy.js";
import type { SessionStore } from "../updates/claims.js";
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

/** Options of {@link redisStore}. */
export interface RedisStoreOptions {
  /** The prefix of all keys in Redis. Default `"botwire:"`. */
  prefix?: string | undefined;
}

const OWNER = "redisStore";
/** The value of a key that was settled. An owner is a UUID. */
const DONE = "done";

// KEYS: the claim, those that wait for it. ARGV: the new owner, milliseconds of the lease, the place or "".
const CLAIM = `
local held = redis.call("GET", KEYS[1])
if held == "${DONE}" then return held end
-- A client that has lost the reply sends the same claim again.
if held == ARGV[1] then held = false end
local place = tonumber(ARGV[3])
local is_first = true
if place then
  local time = redis.call("TIME")
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call("ZREMRANGEBYSCORE", KEYS[2], "-inf", now)
  for _, other in ipairs(redis.call("ZRANGE", KEYS[2], 0, -1)) do
    if tonumber(other) < place then is_first = false end
  end
  if held or not is_first then
    redis.call("ZADD", KEYS[2], now + ${PLACE_MS}, ARGV[3])
    redis.call("PEXPIRE", KEYS[2], ${PLACE_MS})
  else
    redis.call("ZREM", KEYS[2], ARGV[3])
  end
end
if held or not is_first then return "busy" end
redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])
return ARGV[1]`;

// KEYS: the claim. ARGV: the owner, the next value or "" for none, its milliseconds.
const CHANGE = `
local held = redis.call("GET", KEYS[1])
if held and held ~= ARGV[1] then return 0 end
if not held and ARGV[2] == ARGV[1] then return 0 end
if ARGV[2] == "" then redis.call("DEL", KEYS[1]) else redis.call("SET", KEYS[1], ARGV[2], "PX", ARGV[3]) end
return 1`;

const READ = `return redis.call("GET", KEYS[1])`;

// KEYS: the session, its claim. ARGV: the owner, the text, its milliseconds or "" for ever. Only the owner writes.
const WRITE = `
if redis.call("GET", KEYS[2]) ~= ARGV[1] then return 0 end
if ARGV[3] == "" then redis.call("SET", KEYS[1], ARGV[2]) else redis.call("SET", KEYS[1], ARGV[2], "PX", ARGV[3]) end
return 1`;

const DELETE = `
if redis.call("GET", KEYS[2]) ~= ARGV[1] then return 0 end
redis.call("DEL", KEYS[1])
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
 * createWebhookHandler({ …, store }, inOrder({ store }, handler));
 * ```
 *
 * Times are those of Redis. A server can lose a claim if it evicts keys (a `maxmemory-policy` other than `noeviction`) or fails
 * over without waiting for its replicas.
 *
 * @throws ValidationError if the client or an option is invalid.
 */
export function redisStore(client: RedisLike, options: RedisStoreOptions = {}): SessionStore {
  const evaluate = useOf(OWNER, "client", "a client of redis, ioredis, @upstash/redis or Bun, or a function that sends a command", client, evaluator);
  const { prefix = "botwire:" } = checkedOptions<RedisStoreOptions>(OWNER, options, { prefix: STRING });
  // Because of the braces, a cluster keeps the keys of a claim on one node.
  const claimOf = (key: string): string => `${prefix}{${key}}`;
  const waitingFor = (key: string): string => `${prefix}{${key}}:waiting`;
  const sessionOf = (key: string): string => `${prefix}{${key}}:session`;
  const ask = async (script: string, keys: string[], ...parameters: string[]): Promise<boolean> => Number(await evaluate(script, keys, parameters)) === 1;
  return {
    name: OWNER,
    async claim(key, leaseMs, place) {
      const owner = crypto.randomUUID();
      const reply = String(await evaluate(CLAIM, [claimOf(key), waitingFor(key)], [owner, `${leaseMs}`, `${place ?? ""}`]));
      return reply === "busy" || reply === DONE ? reply : { owner: reply };
    },
    renew: (key, owner, leaseMs) => ask(CHANGE, [claimOf(key)], owner, owner, `${leaseMs}`),
    settle: (key, owner, ttlSeconds) => ask(CHANGE, [claimOf(key)], owner, DONE, wholeMs(ttlSeconds)),
    release: (key, owner) => ask(CHANGE, [claimOf(key)], owner, "", ""),
    async read(key) {
      return textOf(await evaluate(READ, [sessionOf(key)], []));
    },
    write: (key, text, ttlSeconds, owner) => ask(WRITE, [sessionOf(key), claimOf(key)], owner, text, ttlSeconds === undefined ? "" : wholeMs(ttlSeconds)),
    delete: (key, owner) => ask(DELETE, [sessionOf(key), claimOf(key)], owner),
  };
}
