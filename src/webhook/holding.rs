//! The keys that a delivery owns: the claim of its update, and its turns.

use std::future::{pending, poll_fn};
use std::pin::pin;
use std::sync::Mutex;
use std::time::Duration;

use super::Webhook;
use super::keys::is_turn;
use super::shared::{Shared, lock};
use super::stores::{AnyStore, BoxError, Claim};
use crate::client::clock::Moment;
use crate::client::{BoxFuture, MaybeSync};
use crate::policy::webhook::{FIRST_LOOK, LONGEST_LOOK, RENEWED};

/// The keys that a delivery owns. They are given back when this is dropped.
pub(super) struct Holding {
    webhook: Webhook,
    owned: Mutex<Vec<OwnedKey>>,
}

#[derive(Clone)]
struct OwnedKey {
    store: Shared<dyn AnyStore>,
    key: String,
    owner: String,
}

/// How the wait for a key ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Waited {
    /// The delivery owns the key.
    Owned,
    /// The key is done.
    Done,
    /// The time was over first.
    Late,
}

/// The time that a delivery has to wait for its keys.
pub(super) struct Patience {
    pub since: Moment,
    pub limit: Option<Duration>,
    /// By the clock of the webhook, which may be faster than that of `since`.
    pub waited: Duration,
}

impl Patience {
    /// What is left of it; `wait` if there is no limit.
    fn at_most(&self, wait: Duration) -> Duration {
        let passed = self.waited.max(self.since.elapsed());
        self.limit.map_or(wait, |limit| wait.min(limit.saturating_sub(passed)))
    }
}

/// Who says whether the leases are still needed.
pub(super) trait NeedsLeases: MaybeSync {
    /// Whether they are after that time, for a delivery with that limit.
    fn needs_leases(&self, passed: Duration, limit: Option<Duration>) -> bool;
}

/// A delivery and its limit.
type Needed<'a> = (&'a dyn NeedsLeases, Option<Duration>);

impl Holding {
    pub fn new(webhook: Webhook) -> Self {
        Self { webhook, owned: Mutex::default() }
    }

    /// Asks for a key again and again, until it is owned or done, or the time is over.
    pub async fn wait_for(
        &self,
        store: &Shared<dyn AnyStore>,
        key: String,
        place: Option<i64>,
        patience: &mut Patience,
        is_late: impl Fn() -> bool,
    ) -> Result<Waited, BoxError> {
        let mut next_wait = FIRST_LOOK;
        loop {
            match store.claim(&key, self.webhook.options.lease, place).await? {
                Claim::Owned(owner) => {
                    lock(&self.owned).push(OwnedKey { store: store.clone(), key, owner });
                    return Ok(Waited::Owned);
                }
                Claim::Done => return Ok(Waited::Done),
                Claim::Busy => {}
            }
            let wait = patience.at_most(next_wait);
            if wait.is_zero() || is_late() {
                return Ok(Waited::Late);
            }
            self.webhook.pause(wait).await?;
            patience.waited += wait;
            next_wait = LONGEST_LOOK.min(next_wait * 3 / 2);
        }
    }

    /// Does the work, and renews the leases meanwhile; those of a delivery with a limit as long as it needs them.
    pub async fn renewed<T>(&self, needed: Option<Needed<'_>>, mut work: BoxFuture<'_, T>) -> T {
        let mut renewal = pin!(self.renew_leases(needed));
        poll_fn(|context| {
            let ended = work.as_mut().poll(context);
            if ended.is_pending() {
                let _ = renewal.as_mut().poll(context);
            }
            ended
        })
        .await
    }

    async fn renew_leases(&self, needed: Option<Needed<'_>>) {
        let lease = self.webhook.options.lease;
        let (interval, mut passed) = (lease / 3, Duration::ZERO);
        while passed < RENEWED {
            passed += interval;
            let is_over = |(delivery, limit): Needed<'_>| !delivery.needs_leases(passed, limit);
            if self.webhook.timer(interval).await.is_err() || needed.is_some_and(is_over) {
                break;
            }
            let owned = lock(&self.owned).clone();
            for OwnedKey { store, key, owner } in owned {
                // A lease that was not renewed is seen when the claim is settled.
                let _ = store.renew(&key, &owner, lease).await;
            }
        }
        pending::<()>().await;
    }

    /// Ends all of it: settles the claim for that time if the update was handled, and gives everything else back.
    pub async fn end(self, handled: Option<Duration>, report: impl Fn(BoxError)) {
        // This drops nothing but what is not yet ended.
        while let Some(OwnedKey { store, key, owner }) = self.next() {
            let ended = match handled.filter(|_| !is_turn(&key)) {
                Some(ttl) => store.settle(&key, &owner, ttl).await.and_then(|is_owner| {
                    if is_owner {
                        return Ok(());
                    }
                    Err("the lease of the update ended before its handler, so it may be handled twice".into())
                }),
                None => store.release(&key, &owner).await.map(drop),
            };
            ended.unwrap_or_else(&report);
        }
    }

    fn next(&self) -> Option<OwnedKey> {
        let mut owned = lock(&self.owned);
        (!owned.is_empty()).then(|| owned.remove(0))
    }
}

impl Drop for Holding {
    fn drop(&mut self) {
        while let Some(OwnedKey { store, key, owner }) = self.next() {
            self.webhook.in_background(Box::pin(async move {
                // An error can be reported nowhere, and the lease ends by itself.
                let _ = store.release(&key, &owner).await;
            }));
        }
    }
}
