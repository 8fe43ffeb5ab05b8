//! Claims of deliveries that were dropped: what is left to await of them, for a host that keeps no task up.

use std::future::poll_fn;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use super::Webhook;
use super::options::Task;
use super::shared::{Shared, lock};
use super::stores::{AnyStore, BoxError};
use crate::client::BoxFuture;
use crate::types::UpdateId;

/// How many are kept; those of the lowest `update_id` are dropped first.
const CAPACITY: usize = 1_000;

impl Webhook {
    /// Ends a claim whose delivery was dropped: now, as far as no wait is needed.
    pub(super) fn abandon(&self, update_id: UpdateId, mut task: Task) {
        if let Some(wait_until) = &self.options.wait_until {
            return wait_until(task);
        }
        if task.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready() {
            return;
        }
        let mut abandoned = lock(&self.options.abandoned);
        if let Some(former) = abandoned.remove(&update_id) {
            task = Box::pin(async {
                former.await;
                task.await;
            });
        }
        abandoned.insert(update_id, task);
        if abandoned.len() > CAPACITY {
            abandoned.pop_first();
        }
    }

    /// Asks for the claim. If this is dropped, a claim that is then given is released.
    pub(super) async fn claim(
        &self,
        store: &Shared<dyn AnyStore>,
        update_id: UpdateId,
        keep: Duration,
    ) -> Result<bool, BoxError> {
        let former = lock(&self.options.abandoned).remove(&update_id);
        if let Some(task) = former {
            let mut former = Former { webhook: self, update_id, task: Some(task) };
            poll_fn(|context| former.poll(context)).await;
        }
        let owned = store.clone();
        let claim: Claim = Box::pin(async move { owned.claim(update_id, keep).await });
        let mut pending = PendingClaim { webhook: self, store, update_id, claim: Some(claim) };
        poll_fn(|context| pending.poll(context)).await
    }
}

/// What is left of a former delivery, which is abandoned again if this one is dropped.
struct Former<'a> {
    webhook: &'a Webhook,
    update_id: UpdateId,
    task: Option<Task>,
}

impl Former<'_> {
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let Some(task) = &mut self.task else { return Poll::Ready(()) };
        let ended = task.as_mut().poll(context);
        if ended.is_ready() {
            self.task = None;
        }
        ended
    }
}

impl Drop for Former<'_> {
    fn drop(&mut self) {
        if let Some(task) = self.task.take() {
            self.webhook.abandon(self.update_id, task);
        }
    }
}

type Claim = BoxFuture<'static, Result<bool, BoxError>>;

/// A claim that the store has not answered yet.
struct PendingClaim<'a> {
    webhook: &'a Webhook,
    store: &'a Shared<dyn AnyStore>,
    update_id: UpdateId,
    claim: Option<Claim>,
}

impl PendingClaim<'_> {
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Result<bool, BoxError>> {
        let Some(claim) = &mut self.claim else { return Poll::Pending };
        let answer = claim.as_mut().poll(context);
        if answer.is_ready() {
            self.claim = None;
        }
        answer
    }
}

impl Drop for PendingClaim<'_> {
    fn drop(&mut self) {
        let Some(claim) = self.claim.take() else { return };
        let (store, update_id) = (self.store.clone(), self.update_id);
        self.webhook.abandon(
            update_id,
            Box::pin(async move {
                if let Ok(true) = claim.await {
                    // An error can be reported nowhere.
                    let _ = store.release(update_id).await;
                }
            }),
        );
    }
}
