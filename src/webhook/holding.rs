//! Claims the keys of a delivery, renews their leases, and releases them.

use std::future::{pending, poll_fn};
use std::pin::pin;
use std::time::Duration;

use super::delivery::OngoingDelivery;
use super::failure::Cause;
use super::keys::is_update;
use super::owned::{OwnedKey, new_owner};
use super::phase::Phase;
use super::shared::{Shared, lock};
use super::stores::{AnyStore, BoxError, Claim};
use crate::client::BoxFuture;
use crate::policy::webhook::{FIRST_LOOK, LONGEST_LOOK, RENEWED, turn_lease};

/// Releases the keys of a delivery when it is dropped.
pub(super) struct Holding(Shared<OngoingDelivery>);

/// How the wait for a key ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Waited {
    /// The delivery owns the key.
    Owned,
    /// The key is done.
    Done,
    /// The time limit passed first.
    Late,
}

impl OngoingDelivery {
    /// Claims a key repeatedly, until it is owned or done, or the time is over.
    pub async fn wait_for(
        &self,
        store: &Shared<dyn AnyStore>,
        key: &str,
        place: Option<i64>,
    ) -> Result<Waited, BoxError> {
        let mut next_wait = FIRST_LOOK;
        let lease = self.webhook.options.lease;
        let lease = if place.is_some() { turn_lease(lease) } else { lease };
        let owner = new_owner();
        loop {
            match self.webhook.answered(store.claim(key, lease, place, &owner)).await? {
                Claim::Owned { owner, .. } => {
                    lock(&self.owned).push(OwnedKey { store: store.clone(), key: key.to_owned(), owner, lease });
                    return Ok(Waited::Owned);
                }
                Claim::Done { .. } => return Ok(Waited::Done),
                Claim::Busy => {}
            }
            let wait = self.longest_wait(next_wait);
            if wait.is_zero() {
                return Ok(Waited::Late);
            }
            self.webhook.pause(wait).await?;
            self.state().waited += wait;
            next_wait = LONGEST_LOOK.min(next_wait * 3 / 2);
        }
    }

    /// Limits a wait to the rest of the time. A handler whose answer was already sent has no limit.
    fn longest_wait(&self, wait: Duration) -> Duration {
        let state = self.state();
        match state.phase {
            Phase::Late => wait,
            Phase::Refused => Duration::ZERO,
            _ if self.request.is_gone() => Duration::ZERO,
            _ => {
                // The clock of the webhook may be faster than that of `since`.
                let passed = state.waited.max(self.since.elapsed());
                self.limit.map_or(wait, |limit| wait.min(limit.saturating_sub(passed)))
            }
        }
    }

    /// Returns the owner under which the delivery holds a key.
    pub fn owner_of(&self, key: &str) -> Option<String> {
        lock(&self.owned).iter().find(|owned| owned.key == key).map(|owned| owned.owner.clone())
    }

    fn next_owned(&self) -> Option<OwnedKey> {
        let mut owned = lock(&self.owned);
        (!owned.is_empty()).then(|| owned.remove(0))
    }
}

impl Holding {
    pub fn new(delivery: Shared<OngoingDelivery>) -> Self {
        Self(delivery)
    }

    /// Runs the work and renews the leases meanwhile, until the work ends or the delivery does not need them.
    pub async fn renewed<T>(&self, is_answered: bool, mut work: BoxFuture<'_, T>) -> T {
        let mut renewal = pin!(self.renew_leases(is_answered));
        poll_fn(|context| {
            let ended = work.as_mut().poll(context);
            if ended.is_pending() {
                let _ = renewal.as_mut().poll(context);
            }
            ended
        })
        .await
    }

    async fn renew_leases(&self, is_answered: bool) {
        let delivery = &self.0;
        let (interval, mut passed) = (delivery.webhook.options.lease / 3, Duration::ZERO);
        while passed < RENEWED {
            passed += interval;
            if delivery.webhook.timer(interval).await.is_err() || !(is_answered || delivery.needs_leases(passed)) {
                break;
            }
            let owned = lock(&delivery.owned).clone();
            for OwnedKey { store, key, owner, lease } in owned {
                // Settling the claim detects a lease that was not renewed.
                let _ = delivery.webhook.answered(store.renew(&key, &owner, lease)).await;
            }
        }
        pending::<()>().await;
    }

    /// Ends all claims: settles the claim for that time if the update was handled, and releases all others.
    pub async fn end(self, handled: Option<Duration>) {
        // If this future is dropped, only claims that have not ended are released.
        let webhook = &self.0.webhook;
        while let Some(OwnedKey { store, key, owner, .. }) = self.0.next_owned() {
            let ended = match handled.filter(|_| is_update(&key)) {
                Some(ttl) => webhook.answered(store.settle(&key, &owner, ttl, None)).await.and_then(|is_owner| {
                    if is_owner {
                        return Ok(());
                    }
                    Err("the lease of the update ended before its handler, so it may be handled twice".into())
                }),
                None => webhook.answered(store.release(&key, &owner, 0)).await.map(drop),
            };
            ended.unwrap_or_else(|error| drop(self.0.failed(Cause::Store(error))));
        }
    }
}

impl Drop for Holding {
    fn drop(&mut self) {
        while let Some(OwnedKey { store, key, owner, .. }) = self.0.next_owned() {
            self.0.webhook.in_background(Box::pin(async move {
                // An error cannot be reported, and the lease expires anyway.
                let _ = store.release(&key, &owner, 0).await;
            }));
        }
    }
}
