//! Claims and sessions in the memory of one isolate, a bounded number of them.

use std::collections::HashMap;
use std::fmt::{self, Debug, Formatter};
use std::sync::Mutex;
use std::time::Duration;

use super::{BoxError, Claim, ClaimStore, Commit, SessionChange, SessionStore};
#[cfg(web)]
use crate::platform::clock::now;
use crate::policy::claims::{Claimed, Claims};
use crate::policy::webhook::CAPACITY;
use crate::webhook::handling::shared::{Shared, lock};

#[cfg(web)]
thread_local! {
    /// The store that the webhooks of this isolate share, since a webhook may be created for each request.
    static OF_ISOLATE: MemoryStore = MemoryStore::default();
}

/// Claims and sessions in memory: exact within one isolate or process, unknown to others, and lost at its end. A clone shares
/// them.
///
/// Time is measured by a monotonic clock.
///
/// ```
/// use botwire::types::Update;
/// use botwire::webhook::stores::MemoryStore;
/// use botwire::webhook::{Context, Request, Response, Session, Sessions, Webhook};
///
/// async fn count(_: Update, _: Context, mut messages: Session<u32>) {
///     *messages += 1;
/// }
///
/// async fn serve(request: Request, store: MemoryStore) -> Response {
///     // The sessions and the end of an update are saved in one operation.
///     let webhook = Webhook::new("/hook/a-long-secret").store(store.clone());
///     webhook.handle(request, Sessions::new(store).handler(count)).await
/// }
/// ```
#[derive(Clone)]
pub struct MemoryStore {
    claims: Shared<Mutex<Claims>>,
    sessions: Shared<Mutex<StoredSessions>>,
}

/// Two generations: the older one is forgotten when the newer one is full.
struct StoredSessions {
    capacity: usize,
    newer: HashMap<String, StoredSession>,
    older: HashMap<String, StoredSession>,
}

struct StoredSession {
    text: String,
    /// In milliseconds.
    until: f64,
}

impl StoredSessions {
    /// Writes the text of a session, or deletes it.
    fn change(&mut self, key: &str, text: Option<&str>, ttl: Option<Duration>) {
        self.newer.remove(key);
        self.older.remove(key);
        let Some(text) = text else { return };
        if self.newer.len() >= self.capacity {
            self.older = std::mem::take(&mut self.newer);
        }
        let until = ttl.map_or(f64::INFINITY, |ttl| now() + ms(ttl));
        self.newer.insert(key.to_owned(), StoredSession { text: text.to_owned(), until });
    }
}

impl MemoryStore {
    /// Creates a store for this many claims, about 200 bytes each. The oldest that is not in flight is forgotten first.
    /// It also holds at least this many sessions, at most twice as many, and forgets those that were written first.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        let sessions = StoredSessions { capacity, newer: HashMap::new(), older: HashMap::new() };
        Self { claims: Shared::new(Mutex::new(Claims::new(capacity))), sessions: Shared::new(Mutex::new(sessions)) }
    }

    async fn change(&self, key: &str, text: Option<&str>, ttl: Option<Duration>, by: &str) -> Result<bool, BoxError> {
        let owner = by.to_owned();
        let session = SessionChange { key: key.to_owned(), owner, text: text.map(str::to_owned), ttl };
        SessionStore::commit(self, &Commit { done: None, sessions: vec![session] }).await
    }

    /// Returns the store that all webhooks of this isolate share.
    #[cfg(web)]
    pub(in crate::webhook) fn local() -> Self {
        OF_ISOLATE.with(Clone::clone)
    }

    /// Creates a store for a webhook and its clones.
    #[cfg(not(web))]
    pub(in crate::webhook) fn local() -> Self {
        Self::default()
    }
}

impl Debug for MemoryStore {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("MemoryStore").finish_non_exhaustive()
    }
}

impl Default for MemoryStore {
    /// Creates a store for 10,000 claims and sessions.
    fn default() -> Self {
        Self::new(CAPACITY)
    }
}

impl ClaimStore for MemoryStore {
    async fn claim(&self, key: &str, lease: Duration, place: Option<i64>, owner: &str) -> Result<Claim, BoxError> {
        Ok(match lock(&self.claims).claim(key, ms(lease), place, owner, now()) {
            Claimed::Owned { attempts } => Claim::Owned { owner: owner.to_owned(), attempts },
            Claimed::Busy => Claim::Busy,
            Claimed::Done { response } => Claim::Done { response },
        })
    }

    async fn renew(&self, key: &str, owner: &str, lease: Duration) -> Result<bool, BoxError> {
        Ok(lock(&self.claims).renew(key, owner, ms(lease), now()))
    }

    async fn settle(&self, key: &str, owner: &str, ttl: Duration, response: Option<&str>) -> Result<bool, BoxError> {
        Ok(lock(&self.claims).settle(key, owner, now() + ms(ttl), response))
    }

    async fn release(&self, key: &str, owner: &str, attempts: u32) -> Result<bool, BoxError> {
        Ok(lock(&self.claims).release(key, owner, attempts))
    }

    fn identity(&self) -> Option<usize> {
        Some(&raw const *self.claims as usize)
    }
}

impl SessionStore for MemoryStore {
    async fn read(&self, key: &str) -> Result<Option<String>, BoxError> {
        let sessions = lock(&self.sessions);
        let found = sessions.newer.get(key).or_else(|| sessions.older.get(key));
        Ok(found.filter(|session| session.until > now()).map(|session| session.text.clone()))
    }

    async fn write(&self, key: &str, text: &str, ttl: Option<Duration>, owner: &str) -> Result<bool, BoxError> {
        self.change(key, Some(text), ttl, owner).await
    }

    async fn delete(&self, key: &str, owner: &str) -> Result<bool, BoxError> {
        self.change(key, None, None, owner).await
    }

    async fn commit(&self, commit: &Commit) -> Result<bool, BoxError> {
        let mut claims = lock(&self.claims);
        let done = commit.done.as_ref();
        if done.is_some_and(|done| claims.is_done_by(&done.key, &done.owner)) {
            return Ok(true);
        }
        let is_owner = done.is_none_or(|done| claims.may_settle(&done.key, &done.owner))
            && commit.sessions.iter().all(|session| claims.is_held(&session.key, &session.owner));
        if is_owner {
            let mut sessions = lock(&self.sessions);
            for SessionChange { key, text, ttl, .. } in &commit.sessions {
                sessions.change(key, text.as_deref(), *ttl);
            }
            if let Some(done) = done {
                claims.settle(&done.key, &done.owner, now() + ms(done.ttl), done.response.as_deref());
            }
        }
        Ok(is_owner)
    }
}

fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

/// Returns the milliseconds since the start of the process.
#[cfg(not(web))]
fn now() -> f64 {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    ms(START.elapsed())
}
