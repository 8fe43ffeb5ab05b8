//! Claims in the memory of one isolate, a bounded number of them.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::time::Duration;

use js_sys::{Date, Function};
use wasm_bindgen_futures::JsFuture;

use super::{BoxError, ClaimStore};
use crate::platform::abort::within;
use crate::platform::timer::{pending, settle};
use crate::policy::claims::{Claimed, Claims};
use crate::policy::webhook::CAPACITY;

thread_local! {
    /// Of each webhook in this isolate, by its path: it is made anew for each request.
    static OF_ISOLATE: RefCell<HashMap<Vec<u8>, MemoryStore>> = RefCell::default();
}

/// Claims in memory: exact within one isolate, unknown to others and lost at its end. The oldest are
/// forgotten first. A clone shares them.
///
/// An update that was in hand for 60 seconds counts as abandoned, and can be claimed again.
#[derive(Clone)]
pub struct MemoryStore(Rc<RefCell<Claims<Function>>>);

impl MemoryStore {
    /// Remembers so many updates, some 100 bytes each.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        Self(Rc::new(RefCell::new(Claims::new(capacity))))
    }

    /// The one of this isolate for the webhook under that path.
    pub(in crate::webhook) fn of_isolate(path: &[u8]) -> Self {
        OF_ISOLATE.with_borrow_mut(|stores| stores.entry(path.to_vec()).or_default().clone())
    }

    fn tell(waiting: &[Function]) {
        waiting.iter().for_each(settle);
    }
}

impl Default for MemoryStore {
    /// Remembers 10 000 updates.
    fn default() -> Self {
        Self::new(CAPACITY)
    }
}

impl ClaimStore for MemoryStore {
    async fn claim(&self, update_id: i64, _keep: Duration) -> Result<bool, BoxError> {
        loop {
            let (claimed, over) = self.0.borrow_mut().claim(update_id, Date::now());
            Self::tell(&over);
            let left = match claimed {
                Claimed::Mine => return Ok(true),
                Claimed::Done => return Ok(false),
                Claimed::InHand(left) => left,
            };
            // A promise of this request, and no waker: that would run this request's task, with all
            // it does on the platform, as a part of the request that is told.
            let (promise, told) = pending();
            self.0.borrow_mut().wait(update_id, told);
            let waiting = async {
                JsFuture::from(promise).await?;
                Ok(())
            };
            // Told or abandoned, it is claimed as if for the first time.
            let _ = within(Some(Duration::from_secs_f64(left.max(0.0) / 1000.0)), waiting).await;
        }
    }

    async fn release(&self, update_id: i64) -> Result<(), BoxError> {
        let waiting = self.0.borrow_mut().forget(update_id);
        Self::tell(&waiting);
        Ok(())
    }

    async fn settle(&self, update_id: i64, keep: Duration) -> Result<(), BoxError> {
        let waiting = self.0.borrow_mut().settle(update_id, Date::now() + keep.as_secs_f64() * 1000.0);
        Self::tell(&waiting);
        Ok(())
    }
}
