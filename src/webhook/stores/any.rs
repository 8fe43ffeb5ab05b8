//! Stores of whichever type behind one pointer.

use std::time::Duration;

use super::{BoxError, ClaimStore};
use crate::client::{BoxFuture, MaybeSend, MaybeSync};
use crate::types::UpdateId;

/// What a method of a store returns, of whichever store it is.
pub(in crate::webhook) type Pending<'a, T> = BoxFuture<'a, Result<T, BoxError>>;

/// A store of any type.
pub(in crate::webhook) trait AnyStore: MaybeSend + MaybeSync {
    fn claim(&self, update_id: UpdateId, keep: Duration) -> Pending<'_, bool>;
    fn release(&self, update_id: UpdateId) -> Pending<'_, ()>;
    fn settle(&self, update_id: UpdateId, keep: Duration) -> Pending<'_, ()>;
}

impl<S: ClaimStore> AnyStore for S {
    fn claim(&self, update_id: UpdateId, keep: Duration) -> Pending<'_, bool> {
        Box::pin(ClaimStore::claim(self, update_id, keep))
    }

    fn release(&self, update_id: UpdateId) -> Pending<'_, ()> {
        Box::pin(ClaimStore::release(self, update_id))
    }

    fn settle(&self, update_id: UpdateId, keep: Duration) -> Pending<'_, ()> {
        Box::pin(ClaimStore::settle(self, update_id, keep))
    }
}
