//! Claims in the memory of one isolate, a bounded number of them.

#[cfg(target_arch = "wasm32")]
use std::cell::RefCell;
use std::fmt::{self, Debug, Formatter};
use std::sync::Mutex;
use std::time::Duration;

use super::{BoxError, ClaimStore};
use crate::policy::claims::{Claimed, Claims};
use crate::policy::webhook::CAPACITY;
use crate::types::UpdateId;
#[cfg(not(target_arch = "wasm32"))]
use crate::webhook::shared::notice;
use crate::webhook::shared::{Notice, Shared, lock};
#[cfg(target_arch = "wasm32")]
use crate::{client::TransportError, platform::abort::sleep};

/// Between two looks at an update in flight.
#[cfg(target_arch = "wasm32")]
const LOOK: Duration = Duration::from_millis(20);

#[cfg(target_arch = "wasm32")]
thread_local! {
    /// Of each webhook in this isolate, by its path: it is made anew for each request.
    static OF_ISOLATE: RefCell<Vec<(Vec<u8>, MemoryStore)>> = RefCell::default();
}

/// Claims in memory: exact within one isolate, unknown to others and lost at its end. The oldest are
/// forgotten first. A clone shares them.
///
/// An update that was in flight for 60 seconds counts as abandoned, and can be claimed again.
#[derive(Clone)]
pub struct MemoryStore(Shared<Mutex<Claims<Notice>>>);

impl MemoryStore {
    /// Remembers so many updates, some 100 bytes each.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        Self(Shared::new(Mutex::new(Claims::new(capacity))))
    }

    /// The one of this isolate for the webhook under that path.
    #[cfg(target_arch = "wasm32")]
    pub(in crate::webhook) fn of_isolate(path: &[u8]) -> Self {
        OF_ISOLATE.with_borrow_mut(|stores| {
            if let Some((_, store)) = stores.iter().find(|(known, _)| known == path) {
                return store.clone();
            }
            let store = Self::default();
            stores.push((path.to_vec(), store.clone()));
            store
        })
    }
}

impl MemoryStore {
    /// Waits for a while, or until the claim counts as abandoned. A timer of the request itself: workerd before October
    /// 2024 lets no request settle what another one awaits.
    #[cfg(target_arch = "wasm32")]
    #[allow(clippy::unused_self)] // as natively
    async fn wait(&self, _: UpdateId, left: f64) -> Result<(), BoxError> {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a claim that is over has nothing left
        let slept = sleep(LOOK.min(Duration::from_millis(left.ceil() as u64))).await;
        slept.map_err(|stopped| TransportError::from(stopped).into())
    }

    /// Waits for the end of the claim. Natively one that is dropped is released.
    #[cfg(not(target_arch = "wasm32"))]
    async fn wait(&self, update_id: UpdateId, _: f64) -> Result<(), BoxError> {
        let (notice, over) = notice();
        lock(&self.0).wait(update_id.0, notice);
        over.await;
        Ok(())
    }
}

impl Debug for MemoryStore {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("MemoryStore").finish_non_exhaustive()
    }
}

impl Default for MemoryStore {
    /// Remembers 10 000 updates.
    fn default() -> Self {
        Self::new(CAPACITY)
    }
}

impl ClaimStore for MemoryStore {
    async fn claim(&self, update_id: UpdateId, _keep: Duration) -> Result<bool, BoxError> {
        loop {
            // Dropping the second value wakes those that wait.
            let (claimed, _over) = lock(&self.0).claim(update_id.0, now());
            match claimed {
                Claimed::Mine => return Ok(true),
                Claimed::Done => return Ok(false),
                // After that it is claimed as if for the first time.
                Claimed::InHand(left) => self.wait(update_id, left).await?,
            }
        }
    }

    async fn release(&self, update_id: UpdateId) -> Result<(), BoxError> {
        let _told = lock(&self.0).forget(update_id.0);
        Ok(())
    }

    async fn settle(&self, update_id: UpdateId, keep: Duration) -> Result<(), BoxError> {
        let _told = lock(&self.0).settle(update_id.0, now() + keep.as_secs_f64() * 1000.0);
        Ok(())
    }
}

#[cfg(target_arch = "wasm32")]
fn now() -> f64 {
    js_sys::Date::now()
}

#[cfg(not(target_arch = "wasm32"))]
fn now() -> f64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.unwrap_or_default().as_secs_f64() * 1000.0
}
