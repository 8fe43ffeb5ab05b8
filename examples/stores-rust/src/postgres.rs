//! Claims, turns and sessions in PostgreSQL, with `sqlx`. Each operation is one statement by the database's clock.

use std::sync::Arc;
use std::time::Duration;

use botwire::webhook::stores::{BoxError, Claim, ClaimStore, Commit, Done, SessionChange, SessionStore};
use sqlx::PgPool;
use sqlx::postgres::{PgPoolOptions, types::PgInterval};

/// The tables, which are the same as those of the npm package. A key without an owner is free, and only its attempts are remembered.
pub const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS botwire_claims (key text PRIMARY KEY, owner text, until timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0, is_done boolean NOT NULL DEFAULT false, response text);
CREATE TABLE IF NOT EXISTS botwire_places (key text, place bigint, until timestamptz NOT NULL, PRIMARY KEY (key, place));
CREATE TABLE IF NOT EXISTS botwire_sessions (key text PRIMARY KEY, text text NOT NULL, until timestamptz NOT NULL);
CREATE INDEX IF NOT EXISTS botwire_claims_until ON botwire_claims (until);
CREATE INDEX IF NOT EXISTS botwire_sessions_until ON botwire_sessions (until);";

/// A turn goes to the lowest place that was claimed recently. Updates have no place, so nothing precedes them. The owner that
/// claims its own key again did not get the answer: it gets the key at once, and no attempt is counted.
const CLAIM: &str = "
WITH claimed AS (
  INSERT INTO botwire_claims AS held (key, owner, until, attempts) SELECT $1, $2, clock_timestamp() + $3, 1
  WHERE NOT EXISTS (SELECT FROM botwire_places WHERE key = $1 AND place < $4 AND until > clock_timestamp())
    OR EXISTS (SELECT FROM botwire_claims WHERE key = $1 AND owner = $2)
  ON CONFLICT (key) DO UPDATE SET owner = excluded.owner, until = excluded.until, is_done = false, response = NULL,
    attempts = CASE WHEN held.is_done THEN 1 WHEN held.owner = excluded.owner THEN held.attempts ELSE held.attempts + 1 END
  WHERE held.until <= clock_timestamp() OR held.owner = excluded.owner AND NOT held.is_done
  RETURNING attempts),
waiting AS (
  INSERT INTO botwire_places (key, place, until) SELECT $1, $4, clock_timestamp() + interval '2 s'
  WHERE $4 IS NOT NULL AND NOT EXISTS (SELECT FROM claimed)
  ON CONFLICT (key, place) DO UPDATE SET until = excluded.until),
gone AS (DELETE FROM botwire_places WHERE key = $1 AND place = $4 AND EXISTS (SELECT FROM claimed))
SELECT (SELECT attempts FROM claimed) AS attempts, done.key IS NOT NULL AS is_done, done.response
FROM (SELECT) AS always
LEFT JOIN botwire_claims AS done ON done.key = $1 AND done.is_done AND done.until > clock_timestamp()";

const RENEW: &str =
    "UPDATE botwire_claims SET until = clock_timestamp() + $3 WHERE key = $1 AND owner = $2 AND NOT is_done";
/// A free key is released already.
const RELEASE: &str = "
WITH counted AS (
  UPDATE botwire_claims SET owner = NULL, until = clock_timestamp(), attempts = $3
  WHERE key = $1 AND owner = $2 AND NOT is_done AND $3 > 0 RETURNING key),
deleted AS (DELETE FROM botwire_claims WHERE key = $1 AND owner = $2 AND NOT is_done AND $3 = 0 RETURNING key)
SELECT EXISTS (SELECT FROM counted) OR EXISTS (SELECT FROM deleted)
  OR NOT EXISTS (SELECT FROM botwire_claims WHERE key = $1 AND owner IS NOT NULL)";
const READ: &str = "SELECT text FROM botwire_sessions WHERE key = $1 AND until > clock_timestamp()";
/// The locks prevent other claims of the keys until the end. They are taken in the order of the keys, so that two commits do not
/// wait for each other. A deleted session is an expired one.
const COMMIT: &str = "
WITH changed AS (
  SELECT * FROM unnest($5::text[], $6::text[], $7::text[], $8::interval[]) AS session (key, owner, text, ttl)),
locked AS (
  SELECT key, owner, is_done FROM botwire_claims WHERE key = $1 OR key IN (SELECT key FROM changed) ORDER BY key FOR UPDATE),
found AS (
  SELECT EXISTS (SELECT FROM locked WHERE key = $1 AND owner = $2 AND is_done) AS is_saved,
    ($1 IS NULL OR EXISTS (SELECT FROM locked WHERE key = $1 AND owner = $2 AND NOT is_done))
      AND NOT EXISTS (SELECT FROM changed WHERE NOT EXISTS (
        SELECT FROM locked WHERE locked.key = changed.key AND locked.owner = changed.owner AND NOT is_done)) AS is_mine),
written AS (
  INSERT INTO botwire_sessions (key, text, until)
  SELECT key, coalesce(text, ''), CASE WHEN text IS NULL THEN clock_timestamp() ELSE coalesce(clock_timestamp() + ttl, 'infinity') END
  FROM changed WHERE (SELECT is_mine FROM found)
  ON CONFLICT (key) DO UPDATE SET text = excluded.text, until = excluded.until),
settled AS (
  UPDATE botwire_claims SET is_done = true, until = clock_timestamp() + $3, response = $4 WHERE key = $1 AND (SELECT is_mine FROM found))
SELECT is_saved OR is_mine FROM found";
/// Run it from time to time. Attempts are remembered for a day, also those of a process that was killed.
pub const CLEAN_UP: &str = "
WITH places AS (DELETE FROM botwire_places WHERE until < clock_timestamp()),
sessions AS (DELETE FROM botwire_sessions WHERE until < clock_timestamp())
DELETE FROM botwire_claims WHERE until < clock_timestamp() - CASE WHEN is_done THEN interval '0' ELSE interval '1 day' END";

/// How long to wait for a connection of the pool.
const CONNECTION: Duration = Duration::from_secs(10);
/// The failures after which PostgreSQL asks to repeat a statement: `serialization_failure` and `deadlock_detected`.
const PASSING: [&str; 2] = ["40001", "40P01"];
/// How often a statement is run at most.
const ATTEMPTS: usize = 5;

/// Claims, turns and sessions in PostgreSQL. No connection is held while an update waits.
#[derive(Clone)]
pub struct PostgresStore {
    pool: Arc<PgPool>,
}

impl PostgresStore {
    /// Connects to the PostgreSQL at that URL, whose tables must exist.
    ///
    /// # Errors
    /// If the connection fails.
    pub async fn connect(url: &str) -> Result<Self, BoxError> {
        Ok(Self::new(PgPoolOptions::new().acquire_timeout(CONNECTION).connect(url).await?))
    }

    /// Creates a store with that pool, whose tables must exist.
    #[must_use]
    pub fn new(pool: PgPool) -> Self {
        Self { pool: Arc::new(pool) }
    }
}

/// Runs a statement, again if PostgreSQL asks for it.
async fn repeated<T, F: Future<Output = sqlx::Result<T>>>(run: impl Fn() -> F) -> Result<T, BoxError> {
    for _ in 1..ATTEMPTS {
        match run().await {
            Err(error) if is_passing(&error) => {}
            result => return Ok(result?),
        }
    }
    Ok(run().await?)
}

fn is_passing(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.is_some_and(|code| PASSING.contains(&&*code))
}

fn interval(time: Duration) -> Result<PgInterval, BoxError> {
    PgInterval::try_from(Duration::from_micros(u64::try_from(time.as_micros())?))
}

impl ClaimStore for PostgresStore {
    async fn claim(&self, key: &str, lease: Duration, place: Option<i64>, owner: &str) -> Result<Claim, BoxError> {
        let lease = interval(lease)?;
        let claim = || sqlx::query_as(CLAIM).bind(key).bind(owner).bind(lease).bind(place).fetch_one(&*self.pool);
        let (attempts, is_done, response): (Option<i32>, bool, Option<String>) = repeated(claim).await?;
        Ok(match attempts {
            Some(attempts) => Claim::Owned { owner: owner.to_owned(), attempts: attempts.try_into()? },
            None if is_done => Claim::Done { response },
            None => Claim::Busy,
        })
    }

    async fn renew(&self, key: &str, owner: &str, lease: Duration) -> Result<bool, BoxError> {
        let lease = interval(lease)?;
        let renew = || sqlx::query(RENEW).bind(key).bind(owner).bind(lease).execute(&*self.pool);
        Ok(repeated(renew).await?.rows_affected() == 1)
    }

    async fn settle(&self, key: &str, owner: &str, ttl: Duration, response: Option<&str>) -> Result<bool, BoxError> {
        let [key, owner] = [key, owner].map(str::to_owned);
        let done = Done { key, owner, ttl, response: response.map(str::to_owned) };
        self.commit(&Commit { done: Some(done), sessions: Vec::new() }).await
    }

    async fn release(&self, key: &str, owner: &str, attempts: u32) -> Result<bool, BoxError> {
        let attempts = i32::try_from(attempts)?;
        repeated(|| sqlx::query_scalar(RELEASE).bind(key).bind(owner).bind(attempts).fetch_one(&*self.pool)).await
    }

    fn identity(&self) -> Option<usize> {
        Some(Arc::as_ptr(&self.pool) as usize)
    }
}

impl SessionStore for PostgresStore {
    async fn read(&self, key: &str) -> Result<Option<String>, BoxError> {
        repeated(|| sqlx::query_scalar(READ).bind(key).fetch_optional(&*self.pool)).await
    }

    async fn write(&self, key: &str, text: &str, ttl: Option<Duration>, owner: &str) -> Result<bool, BoxError> {
        let (text, owner) = (Some(text.to_owned()), owner.to_owned());
        let session = SessionChange { key: key.to_owned(), owner, text, ttl };
        self.commit(&Commit { done: None, sessions: vec![session] }).await
    }

    async fn delete(&self, key: &str, owner: &str) -> Result<bool, BoxError> {
        let session = SessionChange { key: key.to_owned(), owner: owner.to_owned(), text: None, ttl: None };
        self.commit(&Commit { done: None, sessions: vec![session] }).await
    }

    async fn commit(&self, commit: &Commit) -> Result<bool, BoxError> {
        let done = commit.done.as_ref();
        let ttl = done.map(|done| interval(done.ttl)).transpose()?;
        let (mut keys, mut owners, mut texts, mut ttls) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for SessionChange { key, owner, text, ttl } in &commit.sessions {
            keys.push(&**key);
            owners.push(&**owner);
            texts.push(text.as_deref());
            ttls.push(ttl.map(interval).transpose()?);
        }
        let save = || {
            let query =
                sqlx::query_scalar(COMMIT).bind(done.map(|done| &*done.key)).bind(done.map(|done| &*done.owner));
            let query = query.bind(ttl).bind(done.and_then(|done| done.response.as_deref()));
            query.bind(&keys).bind(&owners).bind(&texts).bind(&ttls).fetch_one(&*self.pool)
        };
        repeated(save).await
    }
}
