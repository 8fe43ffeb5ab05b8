//! Claims, turns and sessions in Redis, with the crate `redis`. Each operation is one script by the clock of Redis.

use std::sync::Arc;
use std::time::Duration;

use botwire::webhook::stores::{BoxError, Claim, ClaimStore, Commit, SessionChange, SessionStore};
use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{AsyncTypedCommands, FromRedisValue, Script};

/// How long a reply may take. Redis may pause for seconds, and the webhook waits up to 30 seconds.
const REPLY: Duration = Duration::from_secs(20);
const CONNECTION: Duration = Duration::from_secs(5);

// A claim is a hash, the same as that of the npm package: `owner` and `until`, the end of its lease; `attempts`, which outlive the
// owner; `done` and `response`.

/// The beginning of each script. A claim is remembered for a day longer than its lease, so that the claim of a process that was
/// killed counts as an attempt.
const COMMON: &str = r#"
local time = redis.call("TIME")
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local DAY = 86400000
local function is_held(key, by)
  local owner, done = unpack(redis.call("HMGET", key, "owner", "done"))
  return owner == by and not done
end
local function hold(key, owner, ms)
  redis.call("HSET", key, "owner", owner, "until", now + ms)
  redis.call("PEXPIRE", key, ms + DAY)
end
"#;

/// KEYS: the claim, the waiting places. ARGV: the new owner, milliseconds of the lease, the place or "".
const CLAIM: &str = r#"
local owner, ends, attempts, done, response =
  unpack(redis.call("HMGET", KEYS[1], "owner", "until", "attempts", "done", "response"))
if done then return {"done", response} end
-- The owner that claims again has lost the answer.
local is_again = owner == ARGV[1]
local is_busy = owner and not is_again and tonumber(ends) > now
local place = tonumber(ARGV[3])
if place and not is_again then
  redis.call("ZREMRANGEBYSCORE", KEYS[2], "-inf", now)
  for _, other in ipairs(redis.call("ZRANGE", KEYS[2], 0, -1)) do
    if tonumber(other) < place then is_busy = true end
  end
  if is_busy then
    redis.call("ZADD", KEYS[2], now + 2000, ARGV[3])
    redis.call("PEXPIRE", KEYS[2], 2000)
  else
    redis.call("ZREM", KEYS[2], ARGV[3])
  end
end
if is_busy then return {"busy"} end
attempts = (tonumber(attempts) or 0) + (is_again and 0 or 1)
redis.call("HSET", KEYS[1], "attempts", attempts)
hold(KEYS[1], ARGV[1], tonumber(ARGV[2]))
return {"claimed", tostring(attempts)}"#;

/// KEYS: the claim. ARGV: the owner, milliseconds of the lease.
const RENEW: &str = r#"
if not is_held(KEYS[1], ARGV[1]) then return 0 end
hold(KEYS[1], ARGV[1], tonumber(ARGV[2]))
return 1"#;

/// KEYS: the claim. ARGV: the owner, the attempts to remember.
const RELEASE: &str = r#"
local owner, done = unpack(redis.call("HMGET", KEYS[1], "owner", "done"))
if not owner then return 1 end
if owner ~= ARGV[1] or done then return 0 end
redis.call("DEL", KEYS[1])
if tonumber(ARGV[2]) > 0 then
  redis.call("HSET", KEYS[1], "attempts", ARGV[2])
  redis.call("PEXPIRE", KEYS[1], DAY)
end
return 1"#;

/// KEYS: the claim of the update, if it is done; the claim and the session of each session. ARGV: "1" if the update is done, its
/// owner, the milliseconds to remember it, its response or ""; of each session its owner, its text or "" to delete it, its
/// milliseconds or "" for ever.
const COMMIT: &str = r#"
local is_done = ARGV[1] == "1"
if is_done then
  local owner, done = unpack(redis.call("HMGET", KEYS[1], "owner", "done"))
  if owner and owner ~= ARGV[2] then return 0 end
  if done then return 1 end
end
local first = is_done and 2 or 1
local sessions = {}
for at = first, #KEYS, 2 do
  local argument = 5 + (at - first) / 2 * 3
  if not is_held(KEYS[at], ARGV[argument]) then return 0 end
  table.insert(sessions, {KEYS[at + 1], ARGV[argument + 1], ARGV[argument + 2]})
end
for _, session in ipairs(sessions) do
  if session[2] == "" then redis.call("DEL", session[1])
  elseif session[3] == "" then redis.call("SET", session[1], session[2])
  else redis.call("SET", session[1], session[2], "PX", session[3]) end
end
if is_done then
  redis.call("DEL", KEYS[1])
  redis.call("HSET", KEYS[1], "owner", ARGV[2], "done", "1")
  if ARGV[4] ~= "" then redis.call("HSET", KEYS[1], "response", ARGV[4]) end
  redis.call("PEXPIRE", KEYS[1], ARGV[3])
end
return 1"#;

/// Claims, turns and sessions in Redis. A clone uses the same connection, which reconnects automatically.
#[derive(Clone)]
pub struct RedisStore {
    connection: ConnectionManager,
    shared: Arc<Scripts>,
}

struct Scripts {
    claim: Script,
    renew: Script,
    release: Script,
    commit: Script,
}

impl RedisStore {
    /// Connects to the Redis at that URL.
    ///
    /// # Errors
    /// If the connection fails.
    pub async fn connect(url: &str) -> Result<Self, BoxError> {
        // By default a reply may take 500 ms, after which an update would fail although Redis has done what it was asked.
        let config = ConnectionManagerConfig::new();
        let config = config.set_response_timeout(Some(REPLY)).set_connection_timeout(Some(CONNECTION));
        let connection = redis::Client::open(url)?.get_connection_manager_with_config(config).await?;
        let [claim, renew, release, commit] =
            [CLAIM, RENEW, RELEASE, COMMIT].map(|script| Script::new(&[COMMON, script].concat()));
        Ok(Self { connection, shared: Arc::new(Scripts { claim, renew, release, commit }) })
    }

    async fn run<T: FromRedisValue>(
        &self,
        script: &Script,
        keys: &[String],
        arguments: &[&str],
    ) -> Result<T, BoxError> {
        Ok(script.key(keys).arg(arguments).invoke_async(&mut self.connection.clone()).await?)
    }
}

/// Returns the name of a record. The braces keep all keys of a bot on one node of a cluster.
fn name_of(kind: &str, key: &str) -> String {
    match key.split_once(':') {
        Some((bot, rest)) => format!("botwire:{kind}:{{{bot}}}:{rest}"),
        None => format!("botwire:{kind}:{{{key}}}"),
    }
}

fn claim_of(key: &str) -> String {
    name_of("claim", key)
}

fn waiting_for(key: &str) -> String {
    name_of("waiting", key)
}

fn session_of(key: &str) -> String {
    name_of("session", key)
}

fn ms(time: Duration) -> String {
    time.as_millis().max(1).to_string()
}

impl ClaimStore for RedisStore {
    async fn claim(&self, key: &str, lease: Duration, place: Option<i64>, owner: &str) -> Result<Claim, BoxError> {
        let keys = [claim_of(key), waiting_for(key)];
        let place = place.map(|place| place.to_string()).unwrap_or_default();
        let answer: Vec<Option<String>> = self.run(&self.shared.claim, &keys, &[owner, &ms(lease), &place]).await?;
        let mut answer = answer.into_iter();
        let (state, value) = (answer.next().flatten(), answer.next().flatten());
        Ok(match state.as_deref() {
            Some("claimed") => Claim::Owned { owner: owner.to_owned(), attempts: value.unwrap_or_default().parse()? },
            Some("done") => Claim::Done { response: value },
            _ => Claim::Busy,
        })
    }

    async fn renew(&self, key: &str, owner: &str, lease: Duration) -> Result<bool, BoxError> {
        self.run(&self.shared.renew, &[claim_of(key)], &[owner, &ms(lease)]).await
    }

    async fn settle(&self, key: &str, owner: &str, ttl: Duration, response: Option<&str>) -> Result<bool, BoxError> {
        let arguments = ["1", owner, &ms(ttl), response.unwrap_or_default()];
        self.run(&self.shared.commit, &[claim_of(key)], &arguments).await
    }

    async fn release(&self, key: &str, owner: &str, attempts: u32) -> Result<bool, BoxError> {
        self.run(&self.shared.release, &[claim_of(key)], &[owner, &attempts.to_string()]).await
    }

    fn identity(&self) -> Option<usize> {
        Some(Arc::as_ptr(&self.shared) as usize)
    }
}

impl SessionStore for RedisStore {
    async fn read(&self, key: &str) -> Result<Option<String>, BoxError> {
        Ok(self.connection.clone().get(session_of(key)).await?)
    }

    async fn write(&self, key: &str, text: &str, ttl: Option<Duration>, owner: &str) -> Result<bool, BoxError> {
        let (text, owner) = (Some(text.to_owned()), owner.to_owned());
        let session = SessionChange { key: key.to_owned(), owner, text, ttl };
        self.commit(&Commit { done: None, sessions: vec![session] }).await
    }

    async fn delete(&self, key: &str, owner: &str) -> Result<bool, BoxError> {
        self.write(key, "", None, owner).await
    }

    async fn commit(&self, commit: &Commit) -> Result<bool, BoxError> {
        let (mut keys, mut arguments) = (Vec::new(), Vec::new());
        match &commit.done {
            Some(done) => {
                keys.push(claim_of(&done.key));
                let response = done.response.clone().unwrap_or_default();
                arguments.extend(["1".to_owned(), done.owner.clone(), ms(done.ttl), response]);
            }
            None => arguments.extend([const { String::new() }; 4]),
        }
        for SessionChange { key, owner, text, ttl } in &commit.sessions {
            keys.extend([claim_of(key), session_of(key)]);
            arguments.extend([owner.clone(), text.clone().unwrap_or_default(), ttl.map(ms).unwrap_or_default()]);
        }
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        self.run(&self.shared.commit, &keys, &arguments).await
    }
}
