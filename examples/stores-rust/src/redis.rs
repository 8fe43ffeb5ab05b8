//! Claims, turns and sessions in Redis, with the crate `redis`. Each operation is one script by the clock of Redis.

use std::time::Duration;

use botwire::webhook::stores::{BoxError, Claim, ClaimStore, SessionStore};
use redis::aio::ConnectionManager;
use redis::{AsyncTypedCommands, FromRedisValue, Script};
use uuid::Uuid;

// KEYS of each script: the claim, the waiting places, the session.

/// ARGV: the new owner, milliseconds of the lease, the place or "".
const CLAIM: &str = r#"
local held = redis.call("GET", KEYS[1])
if held == "done" then return held end
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
    redis.call("ZADD", KEYS[2], now + 2000, ARGV[3])
    redis.call("PEXPIRE", KEYS[2], 2000)
  else
    redis.call("ZREM", KEYS[2], ARGV[3])
  end
end
if held or not is_first then return "busy" end
redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])
return ARGV[1]"#;

/// ARGV: the owner, the next value or "" to delete, its milliseconds.
const CHANGE: &str = r#"
local held = redis.call("GET", KEYS[1])
if held and held ~= ARGV[1] then return 0 end
if not held and ARGV[2] == ARGV[1] then return 0 end
if ARGV[2] == "" then redis.call("DEL", KEYS[1]) else redis.call("SET", KEYS[1], ARGV[2], "PX", ARGV[3]) end
return 1"#;

/// ARGV: the owner, the text or "" to delete, its milliseconds or "" for no limit.
const WRITE: &str = r#"
if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[2] == "" then redis.call("DEL", KEYS[3])
elseif ARGV[3] == "" then redis.call("SET", KEYS[3], ARGV[2])
else redis.call("SET", KEYS[3], ARGV[2], "PX", ARGV[3]) end
return 1"#;

/// Claims, turns and sessions in Redis. A clone uses the same connection, which reconnects automatically.
#[derive(Clone)]
pub struct RedisStore {
    connection: ConnectionManager,
}

impl RedisStore {
    /// Connects to the Redis at that URL.
    ///
    /// # Errors
    /// If the connection fails.
    pub async fn connect(url: &str) -> Result<Self, BoxError> {
        Ok(Self { connection: redis::Client::open(url)?.get_connection_manager().await? })
    }

    async fn run<T: FromRedisValue>(&self, script: &str, keys: &[String], arguments: &[&str]) -> Result<T, BoxError> {
        let script = Script::new(script);
        Ok(script.key(keys).arg(arguments).invoke_async(&mut self.connection.clone()).await?)
    }
}

/// The keys of a claim, of the waiting places, and of a session. The braces keep them on one node of a cluster.
fn keys_of(key: &str) -> [String; 3] {
    ["", ":waiting", ":session"].map(|suffix| format!("botwire:{{{key}}}{suffix}"))
}

fn ms(time: Duration) -> String {
    time.as_millis().max(1).to_string()
}

impl ClaimStore for RedisStore {
    async fn claim(&self, key: &str, lease: Duration, place: Option<i64>) -> Result<Claim, BoxError> {
        let owner = Uuid::new_v4().to_string();
        let place = place.map(|place| place.to_string()).unwrap_or_default();
        let answer: String = self.run(CLAIM, &keys_of(key), &[&owner, &ms(lease), &place]).await?;
        Ok(match answer.as_str() {
            "busy" => Claim::Busy,
            "done" => Claim::Done,
            _ => Claim::Owned(answer),
        })
    }

    async fn renew(&self, key: &str, owner: &str, lease: Duration) -> Result<bool, BoxError> {
        self.run(CHANGE, &keys_of(key), &[owner, owner, &ms(lease)]).await
    }

    async fn settle(&self, key: &str, owner: &str, ttl: Duration) -> Result<bool, BoxError> {
        self.run(CHANGE, &keys_of(key), &[owner, "done", &ms(ttl)]).await
    }

    async fn release(&self, key: &str, owner: &str) -> Result<bool, BoxError> {
        self.run(CHANGE, &keys_of(key), &[owner, "", ""]).await
    }
}

impl SessionStore for RedisStore {
    async fn read(&self, key: &str) -> Result<Option<String>, BoxError> {
        let [_, _, session] = keys_of(key);
        Ok(self.connection.clone().get(session).await?)
    }

    async fn write(&self, key: &str, text: &str, ttl: Option<Duration>, owner: &str) -> Result<bool, BoxError> {
        self.run(WRITE, &keys_of(key), &[owner, text, &ttl.map(ms).unwrap_or_default()]).await
    }

    async fn delete(&self, key: &str, owner: &str) -> Result<bool, BoxError> {
        self.run(WRITE, &keys_of(key), &[owner, "", ""]).await
    }
}
