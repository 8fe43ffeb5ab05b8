//! Stores of whichever type behind one pointer.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use super::{BoxError, ClaimStore};

/// What a method of a store returns, of whichever store it is.
pub(in crate::webhook) type Pending<'a, T> = Pin<Box<dyn Future<Output = Result<T, BoxError>> + 'a>>;

/// A store of any type.
pub(in crate::webhook) trait AnyStore {
    fn claim(&self, update_id: i64, keep: Duration) -> Pending<'_, bool>;
    fn release(&self, update_id: i64) -> Pending<'_, ()>;
    fn settle(&self, update_id: i64, keep: Duration) -> Pending<'_, ()>;
}

impl<S: ClaimStore> AnyStore for S {
    fn claim(&self, update_id: i64, keep: Duration) -> Pending<'_, bool> {
        Box::pin(ClaimStore::claim(self, update_id, keep))
    }

    fn release(&self, update_id: i64) -> Pending<'_, ()> {
        Box::pin(ClaimStore::release(self, update_id))
    }

    fn settle(&self, update_id: i64, keep: Duration) -> Pending<'_, ()> {
        Box::pin(ClaimStore::settle(self, update_id, keep))
    }
}
