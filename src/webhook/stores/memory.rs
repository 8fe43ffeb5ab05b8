//! Claims in the memory of one isolate, a bounded number of them.

use std::fmt::{self, Debug, Formatter};
use std::sync::Mutex;
use std::time::Duration;

use super::{BoxError, Claim, ClaimStore};
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
use crate::platform::clock::now;
use crate::policy::claims::{Claimed, Claims};
use crate::policy::webhook::CAPACITY;
use crate::webhook::shared::{Shared, lock};

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
thread_local! {
    /// That of all webhooks of this isolate, which are made anew for each request.
    static OF_ISOLATE: MemoryStore = MemoryStore::default();
}

/// Stores claims in memory. Exact within one isolate or process. Others do not see them, and they are lost when the process
/// ends. Clones share them.
///
/// Time is measured by a monotonic clock.
#[derive(Clone)]
pub struct MemoryStore(Shared<Mutex<Claims>>);

impl MemoryStore {
    /// Creates a store that remembers at most `capacity` claims, about 200 bytes each. The oldest claim that is not in flight
    /// is forgotten first.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        Self(Shared::new(Mutex::new(Claims::new(capacity))))
    }

    /// The one that all webhooks of this isolate share.
    #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
    pub(in crate::webhook) fn local() -> Self {
        OF_ISOLATE.with(Clone::clone)
    }

    /// A new one, for a webhook and its clones.
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
    /// Remembers 10,000 claims.
    fn default() -> Self {
        Self::new(CAPACITY)
    }
}

impl ClaimStore for MemoryStore {
    async fn claim(&self, key: &str, lease: Duration, place: Option<i64>) -> Result<Claim, BoxError> {
        Ok(match lock(&self.0).claim(key, ms(lease), place, now()) {
            Claimed::Owned(owner) => Claim::Owned(owner.to_string()),
            Claimed::Busy => Claim::Busy,
            Claimed::Done => Claim::Done,
        })
    }

    async fn renew(&self, key: &str, owner: &str, lease: Duration) -> Result<bool, BoxError> {
        Ok(lock(&self.0).renew(key, owner.parse()?, ms(lease), now()))
    }

    async fn settle(&self, key: &str, owner: &str, ttl: Duration) -> Result<bool, BoxError> {
        Ok(lock(&self.0).settle(key, owner.parse()?, now() + ms(ttl)))
    }

    async fn release(&self, key: &str, owner: &str) -> Result<bool, BoxError> {
        Ok(lock(&self.0).release(key, owner.parse()?))
    }
}

fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

/// Milliseconds since the start of the process.
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
fn now() -> f64 {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    ms(START.elapsed())
}
