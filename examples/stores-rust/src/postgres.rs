//! Claims, turns and sessions in PostgreSQL, with `sqlx`. Each operation is one statement by the database's clock.

use std::time::Duration;

use botwire::webhook::stores::{BoxError, Claim, ClaimStore, SessionStore};
use sqlx::PgPool;
use sqlx::postgres::types::PgInterval;
use uuid::Uuid;

/// The tables, which are the same as those of the npm package.
pub const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS botwire_claims (key text PRIMARY KEY, owner text, until timestamptz NOT NULL);
CREATE TABLE IF NOT EXISTS botwire_places (key text, place bigint, until timestamptz NOT NULL, PRIMARY KEY (key, place));
CREATE TABLE IF NOT EXISTS botwire_sessions (key text PRIMARY KEY, text text NOT NULL, until timestamptz NOT NULL);
CREATE INDEX IF NOT EXISTS botwire_claims_until ON botwire_claims (until);
CREATE INDEX IF NOT EXISTS botwire_sessions_until ON botwire_sessions (until);";

/// A turn goes to the lowest place that was claimed recently. Updates have no place, so nothing precedes them.
const CLAIM: &str = "
WITH claimed AS (
  INSERT INTO botwire_claims AS held (key, owner, until) SELECT $1, $2, clock_timestamp() + $3
  WHERE NOT EXISTS (SELECT FROM botwire_places WHERE key = $1 AND place < $4 AND until > clock_timestamp())
  ON CONFLICT (key) DO UPDATE SET owner = excluded.owner, until = excluded.until WHERE held.until <= clock_timestamp()
  RETURNING owner),
waiting AS (
  INSERT INTO botwire_places (key, place, until) SELECT $1, $4, clock_timestamp() + interval '2 s'
  WHERE $4 IS NOT NULL AND NOT EXISTS (SELECT FROM claimed)
  ON CONFLICT (key, place) DO UPDATE SET until = excluded.until),
gone AS (DELETE FROM botwire_places WHERE key = $1 AND place = $4 AND EXISTS (SELECT FROM claimed))
SELECT CASE WHEN EXISTS (SELECT FROM claimed) THEN 'claimed'
  WHEN EXISTS (SELECT FROM botwire_claims WHERE key = $1 AND owner IS NULL AND until > clock_timestamp()) THEN 'done'
  ELSE 'busy' END";

const RENEW: &str = "UPDATE botwire_claims SET until = clock_timestamp() + $3 WHERE key = $1 AND owner = $2";
const SETTLE: &str =
    "UPDATE botwire_claims SET owner = NULL, until = clock_timestamp() + $3 WHERE key = $1 AND owner = $2";
const RELEASE: &str = "DELETE FROM botwire_claims WHERE key = $1 AND owner = $2";
const READ: &str = "SELECT text FROM botwire_sessions WHERE key = $1 AND until > clock_timestamp()";
/// The lock prevents other claims of the key until the text is written. A deleted session is an expired one.
const WRITE: &str = "
WITH mine AS (SELECT key FROM botwire_claims WHERE key = $1 AND owner = $2 FOR UPDATE)
INSERT INTO botwire_sessions (key, text, until) SELECT key, $3, coalesce(clock_timestamp() + $4, 'infinity') FROM mine
ON CONFLICT (key) DO UPDATE SET text = excluded.text, until = excluded.until";
/// Run it from time to time. A lease that ended a day ago belongs to a process that was killed.
pub const CLEAN_UP: &str = "
WITH places AS (DELETE FROM botwire_places WHERE until < clock_timestamp()),
sessions AS (DELETE FROM botwire_sessions WHERE until < clock_timestamp())
DELETE FROM botwire_claims WHERE until < clock_timestamp() - CASE WHEN owner IS NULL THEN interval '0' ELSE interval '1 day' END";

/// Claims, turns and sessions in PostgreSQL. No connection is held while an update waits.
#[derive(Clone)]
pub struct PostgresStore {
    pool: PgPool,
}

impl PostgresStore {
    /// Creates a store with that pool, whose tables must exist.
    #[must_use]
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

fn interval(time: Duration) -> Result<PgInterval, BoxError> {
    PgInterval::try_from(Duration::from_micros(u64::try_from(time.as_micros())?))
}

impl ClaimStore for PostgresStore {
    async fn claim(&self, key: &str, lease: Duration, place: Option<i64>) -> Result<Claim, BoxError> {
        let owner = Uuid::new_v4().to_string();
        let claim = sqlx::query_scalar(CLAIM).bind(key).bind(&owner).bind(interval(lease)?).bind(place);
        let answer: String = claim.fetch_one(&self.pool).await?;
        Ok(match answer.as_str() {
            "claimed" => Claim::Owned(owner),
            "done" => Claim::Done,
            _ => Claim::Busy,
        })
    }

    async fn renew(&self, key: &str, owner: &str, lease: Duration) -> Result<bool, BoxError> {
        let renew = sqlx::query(RENEW).bind(key).bind(owner).bind(interval(lease)?);
        Ok(renew.execute(&self.pool).await?.rows_affected() == 1)
    }

    async fn settle(&self, key: &str, owner: &str, ttl: Duration) -> Result<bool, BoxError> {
        let settle = sqlx::query(SETTLE).bind(key).bind(owner).bind(interval(ttl)?);
        Ok(settle.execute(&self.pool).await?.rows_affected() == 1)
    }

    async fn release(&self, key: &str, owner: &str) -> Result<bool, BoxError> {
        let release = sqlx::query(RELEASE).bind(key).bind(owner);
        Ok(release.execute(&self.pool).await?.rows_affected() == 1)
    }
}

impl SessionStore for PostgresStore {
    async fn read(&self, key: &str) -> Result<Option<String>, BoxError> {
        Ok(sqlx::query_scalar(READ).bind(key).fetch_optional(&self.pool).await?)
    }

    async fn write(&self, key: &str, text: &str, ttl: Option<Duration>, owner: &str) -> Result<bool, BoxError> {
        let write = sqlx::query(WRITE).bind(key).bind(owner).bind(text).bind(ttl.map(interval).transpose()?);
        Ok(write.execute(&self.pool).await?.rows_affected() == 1)
    }

    async fn delete(&self, key: &str, owner: &str) -> Result<bool, BoxError> {
        self.write(key, "", Some(Duration::ZERO), owner).await
    }
}
