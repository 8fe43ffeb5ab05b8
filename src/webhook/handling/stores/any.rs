//! A store of any type behind one pointer.

use std::time::Duration;

use super::{BoxError, Claim, ClaimStore, Commit, SessionStore};
use crate::client::{BoxFuture, MaybeSend, MaybeSync};

/// The pending answer of a store.
type Pending<'a, T> = BoxFuture<'a, Result<T, BoxError>>;

/// A store of any type.
pub(in crate::webhook) trait AnyStore: MaybeSend + MaybeSync {
    fn claim<'a>(&'a self, key: &'a str, lease: Duration, place: Option<i64>, owner: &'a str) -> Pending<'a, Claim>;
    fn renew<'a>(&'a self, key: &'a str, owner: &'a str, lease: Duration) -> Pending<'a, bool>;
    fn settle<'a>(
        &'a self,
        key: &'a str,
        owner: &'a str,
        ttl: Duration,
        response: Option<&'a str>,
    ) -> Pending<'a, bool>;
    fn release<'a>(&'a self, key: &'a str, owner: &'a str, attempts: u32) -> Pending<'a, bool>;
    fn identity(&self) -> Option<usize>;
}

impl<S: ClaimStore> AnyStore for S {
    fn claim<'a>(&'a self, key: &'a str, lease: Duration, place: Option<i64>, owner: &'a str) -> Pending<'a, Claim> {
        Box::pin(ClaimStore::claim(self, key, lease, place, owner))
    }

    fn renew<'a>(&'a self, key: &'a str, owner: &'a str, lease: Duration) -> Pending<'a, bool> {
        Box::pin(ClaimStore::renew(self, key, owner, lease))
    }

    fn settle<'a>(
        &'a self,
        key: &'a str,
        owner: &'a str,
        ttl: Duration,
        response: Option<&'a str>,
    ) -> Pending<'a, bool> {
        Box::pin(ClaimStore::settle(self, key, owner, ttl, response))
    }

    fn release<'a>(&'a self, key: &'a str, owner: &'a str, attempts: u32) -> Pending<'a, bool> {
        Box::pin(ClaimStore::release(self, key, owner, attempts))
    }

    fn identity(&self) -> Option<usize> {
        ClaimStore::identity(self)
    }
}

/// A store of sessions, of any type.
pub(in crate::webhook) trait AnySessionStore: AnyStore {
    fn read<'a>(&'a self, key: &'a str) -> Pending<'a, Option<String>>;
    fn commit<'a>(&'a self, commit: &'a Commit) -> Pending<'a, bool>;
}

impl<S: SessionStore> AnySessionStore for S {
    fn read<'a>(&'a self, key: &'a str) -> Pending<'a, Option<String>> {
        Box::pin(SessionStore::read(self, key))
    }

    fn commit<'a>(&'a self, commit: &'a Commit) -> Pending<'a, bool> {
        Box::pin(SessionStore::commit(self, commit))
    }
}
