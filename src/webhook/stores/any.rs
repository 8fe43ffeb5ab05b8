//! A store of any type behind one pointer.

use std::time::Duration;

use super::{BoxError, Claim, ClaimStore, SessionStore};
use crate::client::{BoxFuture, MaybeSend, MaybeSync};

/// The pending answer of a store.
type Pending<'a, T> = BoxFuture<'a, Result<T, BoxError>>;

/// A store of any type.
pub(in crate::webhook) trait AnyStore: MaybeSend + MaybeSync {
    fn claim<'a>(&'a self, key: &'a str, lease: Duration, place: Option<i64>) -> Pending<'a, Claim>;
    fn renew<'a>(&'a self, key: &'a str, owner: &'a str, lease: Duration) -> Pending<'a, bool>;
    fn settle<'a>(&'a self, key: &'a str, owner: &'a str, ttl: Duration) -> Pending<'a, bool>;
    fn release<'a>(&'a self, key: &'a str, owner: &'a str) -> Pending<'a, bool>;
}

impl<S: ClaimStore> AnyStore for S {
    fn claim<'a>(&'a self, key: &'a str, lease: Duration, place: Option<i64>) -> Pending<'a, Claim> {
        Box::pin(ClaimStore::claim(self, key, lease, place))
    }

    fn renew<'a>(&'a self, key: &'a str, owner: &'a str, lease: Duration) -> Pending<'a, bool> {
        Box::pin(ClaimStore::renew(self, key, owner, lease))
    }

    fn settle<'a>(&'a self, key: &'a str, owner: &'a str, ttl: Duration) -> Pending<'a, bool> {
        Box::pin(ClaimStore::settle(self, key, owner, ttl))
    }

    fn release<'a>(&'a self, key: &'a str, owner: &'a str) -> Pending<'a, bool> {
        Box::pin(ClaimStore::release(self, key, owner))
    }
}

/// A store of sessions, of any type.
pub(in crate::webhook) trait AnySessionStore: AnyStore {
    fn read<'a>(&'a self, key: &'a str) -> Pending<'a, Option<String>>;
    fn write<'a>(&'a self, key: &'a str, text: &'a str, ttl: Option<Duration>, owner: &'a str) -> Pending<'a, bool>;
    fn delete<'a>(&'a self, key: &'a str, owner: &'a str) -> Pending<'a, bool>;
}

impl<S: SessionStore> AnySessionStore for S {
    fn read<'a>(&'a self, key: &'a str) -> Pending<'a, Option<String>> {
        Box::pin(SessionStore::read(self, key))
    }

    fn write<'a>(&'a self, key: &'a str, text: &'a str, ttl: Option<Duration>, owner: &'a str) -> Pending<'a, bool> {
        Box::pin(SessionStore::write(self, key, text, ttl, owner))
    }

    fn delete<'a>(&'a self, key: &'a str, owner: &'a str) -> Pending<'a, bool> {
        Box::pin(SessionStore::delete(self, key, owner))
    }
}
