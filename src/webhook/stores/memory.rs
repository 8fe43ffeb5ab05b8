//! Claims and sessions in the memory of one isolate, a bounded number of them.

use std::collections::HashMap;
use std::fmt::{self, Debug, Formatter};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::{BoxError, Claim, ClaimStore, SessionStore};
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
use crate::platform::clock::now;
use crate::policy::claims::{Claimed, Claims};
use crate::policy::webhook::CAPACITY;
use crate::webhook::shared::{Shared, lock};

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
thread_local! {
    /// The store that the webhooks of this isolate share, since a webhook may be created for each request.
    static OF_ISOLATE: MemoryStore = MemoryStore::default();
}

/// Claims and sessions in memory: exact within one isolate or process, unknown to others, and lost at its end. A clone shares
/// them.
///
/// Time is measured by a monotonic clock.
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
    fn remove(&mut self, key: &str) {
        self.newer.remove(key);
        self.older.remove(key);
    }

    fn write(&mut self, key: &str, session: StoredSession) {
        self.remove(key);
        if self.newer.len() >= self.capacity {
            self.older = std::mem::take(&mut self.newer);
        }
        self.newer.insert(key.to_owned(), session);
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

    /// Returns the store that all webhooks of this isolate share.
    #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
    pub(in crate::webhook) fn local() -> Self {
        OF_ISOLATE.with(Clone::clone)
    }

    /// Creates a store for a webhook and its clones.
    #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
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
    async fn claim(&self, key: &str, lease: Duration, place: Option<i64>) -> Result<Claim, BoxError> {
        static OWNERS: AtomicU64 = AtomicU64::new(0);
        let owner = OWNERS.fetch_add(1, Ordering::Relaxed).to_string();
        Ok(match lock(&self.claims).claim(key, ms(lease), place, &owner, now()) {
            Claimed::Owned { .. } => Claim::Owned(owner),
            Claimed::Busy => Claim::Busy,
            Claimed::Done { .. } => Claim::Done,
        })
    }

    async fn renew(&self, key: &str, owner: &str, lease: Duration) -> Result<bool, BoxError> {
        Ok(lock(&self.claims).renew(key, owner, ms(lease), now()))
    }

    async fn settle(&self, key: &str, owner: &str, ttl: Duration) -> Result<bool, BoxError> {
        Ok(lock(&self.claims).settle(key, owner, now() + ms(ttl), None))
    }

    async fn release(&self, key: &str, owner: &str) -> Result<bool, BoxError> {
        Ok(lock(&self.claims).release(key, owner, 0))
    }
}

impl SessionStore for MemoryStore {
    async fn read(&self, key: &str) -> Result<Option<String>, BoxError> {
        let sessions = lock(&self.sessions);
        let found = sessions.newer.get(key).or_else(|| sessions.older.get(key));
        Ok(found.filter(|session| session.until > now()).map(|session| session.text.clone()))
    }

    async fn write(&self, key: &str, text: &str, ttl: Option<Duration>, owner: &str) -> Result<bool, BoxError> {
        let is_owner = lock(&self.claims).is_held(key, owner);
        if is_owner {
            let until = ttl.map_or(f64::INFINITY, |ttl| now() + ms(ttl));
            lock(&self.sessions).write(key, StoredSession { text: text.to_owned(), until });
        }
        Ok(is_owner)
    }

    async fn delete(&self, key: &str, owner: &str) -> Result<bool, BoxError> {
        let is_owner = lock(&self.claims).is_held(key, owner);
        if is_owner {
            lock(&self.sessions).remove(key);
        }
        Ok(is_owner)
    }
}

fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

/// Returns the milliseconds since the start of the process.
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
fn now() -> f64 {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    ms(START.elapsed())
}
