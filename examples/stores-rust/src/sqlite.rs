//! Claims, turns and sessions in a file of SQLite, with `rusqlite`. Each operation is one transaction by the clock of the machine.

use std::path::Path;
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use botwire::webhook::stores::{BoxError, Claim, ClaimStore, Commit, Done, SessionChange, SessionStore};
use rusqlite::{Connection, ErrorCode, OptionalExtension, Result, Transaction, TransactionBehavior, params};
use tokio::sync::Mutex;
use tokio::task::spawn_blocking;

/// The tables, which are the same as those of the npm package. `text` is the response to an update that was handled, or a session,
/// whose key begins with `session=`. A key without an owner is free, and only its attempts are remembered. Times are in milliseconds.
const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS botwire_claims (key TEXT PRIMARY KEY, owner TEXT, attempts INTEGER NOT NULL, is_done INTEGER NOT NULL,
  until INTEGER NOT NULL, text TEXT);
CREATE TABLE IF NOT EXISTS botwire_places (key TEXT, place INTEGER, until INTEGER NOT NULL, PRIMARY KEY (key, place));
CREATE INDEX IF NOT EXISTS botwire_claims_until ON botwire_claims (until);";

const HELD: &str = "SELECT owner, attempts, is_done, until, text FROM botwire_claims WHERE key = ?";
const IS_NEXT: &str = "SELECT NOT EXISTS (SELECT 1 FROM botwire_places WHERE key = ? AND place < ? AND until > ?)";
const WAIT: &str = "REPLACE INTO botwire_places (key, place, until) VALUES (?, ?, ?)";
const LEAVE: &str = "DELETE FROM botwire_places WHERE key = ? AND place = ?";
const PUT: &str = "REPLACE INTO botwire_claims (key, owner, attempts, is_done, until, text) VALUES (?, ?, ?, ?, ?, ?)";
const RENEW: &str = "UPDATE botwire_claims SET until = ? WHERE key = ? AND owner = ? AND NOT is_done";
const DELETE: &str = "DELETE FROM botwire_claims WHERE key = ?";
const READ: &str = "SELECT text FROM botwire_claims WHERE key = ? AND until > ?";
const CLEAN_UP: [&str; 2] = [
    "DELETE FROM botwire_claims WHERE until < ?1 AND (is_done OR attempts = 0 OR until < ?1 - 86400000)",
    "DELETE FROM botwire_places WHERE until < ?1",
];

/// How long to wait for other processes, which write one after the other.
const BUSY: Duration = Duration::from_secs(20);
const AGAIN: Duration = Duration::from_millis(10);
/// How long a place is remembered.
const PLACE: Duration = Duration::from_secs(2);
/// The end of sessions that do not expire. JavaScript has no larger integers.
const NEVER: i64 = (1 << 53) - 1;

/// Claims, turns and sessions in a file of SQLite, for all processes of a machine that use the file. A clone uses the same connection.
#[derive(Clone)]
pub struct SqliteStore {
    connection: Arc<Mutex<Connection>>,
}

/// A row of `botwire_claims`.
struct Held {
    owner: Option<String>,
    attempts: u32,
    is_done: bool,
    until: i64,
    text: Option<String>,
}

impl Held {
    fn is_by(&self, owner: &str) -> bool {
        self.owner.as_deref() == Some(owner)
    }
}

impl SqliteStore {
    /// Opens the file at that path, or creates it, with its tables. Call it when your program starts, because it blocks its thread.
    ///
    /// # Errors
    /// If the file cannot be opened, or is not a database.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, BoxError> {
        let connection = Connection::open(path)?;
        connection.busy_timeout(BUSY)?;
        // If several processes create the file, SQLite does not wait until one of them has changed the mode.
        let gives_up_at = Instant::now() + BUSY;
        while let Err(error) = connection.pragma_update(None, "journal_mode", "WAL") {
            if error.sqlite_error_code() != Some(ErrorCode::DatabaseBusy) || Instant::now() > gives_up_at {
                return Err(error.into());
            }
            sleep(AGAIN);
        }
        connection.execute_batch(SCHEMA)?;
        Ok(Self { connection: Arc::new(Mutex::new(connection)) })
    }

    /// Deletes what has expired. Attempts are remembered for a day, also those of a process that was killed.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn clean_up(&self) -> Result<(), BoxError> {
        self.run(|transaction, now| {
            CLEAN_UP.iter().try_for_each(|statement| transaction.execute(statement, [now]).map(drop))
        })
        .await
    }

    /// Runs an operation, which gets the time in milliseconds. It ends also if its caller no longer waits.
    async fn run<T: Send + 'static>(
        &self,
        operation: impl FnOnce(&Transaction, i64) -> Result<T> + Send + 'static,
    ) -> Result<T, BoxError> {
        // Operations wait here for each other, without a thread.
        let mut connection = Arc::clone(&self.connection).lock_owned().await;
        let run = move || {
            // A transaction that begins as a reader could not write after another process has written.
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, ms);
            let result = operation(&transaction, now)?;
            transaction.commit()?;
            Ok(result)
        };
        spawn_blocking(run).await?
    }
}

fn ms(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).map_or(NEVER, |ms| ms.min(NEVER))
}

fn after(now: i64, time: Duration) -> i64 {
    (now + ms(time)).min(NEVER)
}

fn session_of(key: &str) -> String {
    format!("session={key}")
}

fn change(transaction: &Transaction, statement: &str, parameters: impl rusqlite::Params) -> Result<bool> {
    Ok(transaction.prepare_cached(statement)?.execute(parameters)? > 0)
}

fn held(transaction: &Transaction, key: &str) -> Result<Option<Held>> {
    let row = |row: &rusqlite::Row| {
        let [owner, text] = [row.get(0)?, row.get(4)?];
        Ok(Held { owner, attempts: row.get(1)?, is_done: row.get(2)?, until: row.get(3)?, text })
    };
    transaction.prepare_cached(HELD)?.query_row([key], row).optional()
}

fn claim(
    transaction: &Transaction,
    now: i64,
    key: &str,
    lease: Duration,
    place: Option<i64>,
    owner: &str,
) -> Result<Claim> {
    let held = held(transaction, key)?;
    let is_running = held.as_ref().is_some_and(|held| held.owner.is_some() && held.until > now);
    // An owner that claims its own key again did not get the answer. It gets the key at once, and no attempt is counted.
    let is_again = held.as_ref().is_some_and(|held| held.is_by(owner) && !held.is_done);
    let attempts = held.as_ref().map_or(0, |held| held.attempts) + u32::from(!is_again);
    if let Some(Held { is_done: true, text, .. }) = held
        && is_running
    {
        return Ok(Claim::Done { response: text });
    }
    let mut is_busy = is_running && !is_again;
    if let Some(place) = place {
        let is_next: bool =
            transaction.prepare_cached(IS_NEXT)?.query_row(params![key, place, now], |row| row.get(0))?;
        is_busy |= !is_next && !is_again;
        if is_busy {
            change(transaction, WAIT, params![key, place, after(now, PLACE)])?;
        } else {
            change(transaction, LEAVE, params![key, place])?;
        }
    }
    if is_busy {
        return Ok(Claim::Busy);
    }
    change(transaction, PUT, params![key, owner, attempts, false, after(now, lease), None::<&str>])?;
    Ok(Claim::Owned { owner: owner.to_owned(), attempts })
}

fn release(transaction: &Transaction, now: i64, key: &str, owner: &str, attempts: u32) -> Result<bool> {
    let Some(held) = held(transaction, key)?.filter(|held| held.owner.is_some()) else { return Ok(true) };
    if held.is_done || !held.is_by(owner) {
        return Ok(false);
    }
    if attempts > 0 {
        change(transaction, PUT, params![key, None::<&str>, attempts, false, now, None::<&str>])
    } else {
        change(transaction, DELETE, [key])
    }
}

fn commit(transaction: &Transaction, now: i64, Commit { done, sessions }: &Commit) -> Result<bool> {
    if let Some(done) = done {
        match held(transaction, &done.key)? {
            Some(held) if held.is_by(&done.owner) && held.is_done => return Ok(true),
            Some(held) if held.is_by(&done.owner) => {}
            _ => return Ok(false),
        }
    }
    for SessionChange { key, owner, .. } in sessions {
        if !held(transaction, key)?.is_some_and(|held| held.is_by(owner) && !held.is_done) {
            return Ok(false);
        }
    }
    for SessionChange { key, text, ttl, .. } in sessions {
        let key = session_of(key);
        if let Some(text) = text {
            let until = ttl.map_or(NEVER, |ttl| after(now, ttl));
            change(transaction, PUT, params![key, None::<&str>, 0, false, until, text])?;
        } else {
            change(transaction, DELETE, [key])?;
        }
    }
    if let Some(Done { key, owner, ttl, response }) = done {
        change(transaction, PUT, params![key, owner, 0, true, after(now, *ttl), response])?;
    }
    Ok(true)
}

impl ClaimStore for SqliteStore {
    async fn claim(&self, key: &str, lease: Duration, place: Option<i64>, owner: &str) -> Result<Claim, BoxError> {
        let [key, owner] = [key, owner].map(str::to_owned);
        self.run(move |transaction, now| claim(transaction, now, &key, lease, place, &owner)).await
    }

    async fn renew(&self, key: &str, owner: &str, lease: Duration) -> Result<bool, BoxError> {
        let [key, owner] = [key, owner].map(str::to_owned);
        self.run(move |transaction, now| change(transaction, RENEW, params![after(now, lease), key, owner])).await
    }

    async fn settle(&self, key: &str, owner: &str, ttl: Duration, response: Option<&str>) -> Result<bool, BoxError> {
        let [key, owner] = [key, owner].map(str::to_owned);
        let done = Done { key, owner, ttl, response: response.map(str::to_owned) };
        self.commit(&Commit { done: Some(done), sessions: Vec::new() }).await
    }

    async fn release(&self, key: &str, owner: &str, attempts: u32) -> Result<bool, BoxError> {
        let [key, owner] = [key, owner].map(str::to_owned);
        self.run(move |transaction, now| release(transaction, now, &key, &owner, attempts)).await
    }

    fn identity(&self) -> Option<usize> {
        Some(Arc::as_ptr(&self.connection) as usize)
    }
}

impl SessionStore for SqliteStore {
    async fn read(&self, key: &str) -> Result<Option<String>, BoxError> {
        let key = session_of(key);
        let read = move |transaction: &Transaction, now: i64| {
            transaction.prepare_cached(READ)?.query_row(params![key, now], |row| row.get(0)).optional()
        };
        self.run(read).await
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
        let changes = commit.clone();
        self.run(move |transaction, now| self::commit(transaction, now, &changes)).await
    }
}
