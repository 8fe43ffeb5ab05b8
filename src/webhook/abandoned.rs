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

/// How many are stored; those of the lowest `update_id` are dropped first.
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
            Unfinished { work: Some(task), abandon: |task| self.abandon(update_id, task) }.end().await;
        }
        let owned = store.clone();
        let claim: BoxFuture<'static, _> = Box::pin(async move { owned.claim(update_id, keep).await });
        let release = |claim: BoxFuture<'static, Result<bool, BoxError>>| {
            let store = store.clone();
            let rest = async move {
                if let Ok(true) = claim.await {
                    // An error can be reported nowhere.
                    let _ = store.release(update_id).await;
                }
            };
            self.abandon(update_id, Box::pin(rest));
        };
        Unfinished { work: Some(claim), abandon: release }.end().await
    }
}

/// Work that is given away when this is dropped before the work has ended.
struct Unfinished<T, F: FnMut(BoxFuture<'static, T>)> {
    work: Option<BoxFuture<'static, T>>,
    abandon: F,
}

impl<T, F: FnMut(BoxFuture<'static, T>)> Unfinished<T, F> {
    async fn end(mut self) -> T {
        poll_fn(|context| {
            let Some(work) = &mut self.work else { return Poll::Pending };
            let ended = work.as_mut().poll(context);
            if ended.is_ready() {
                self.work = None;
            }
            ended
        })
        .await
    }
}

impl<T, F: FnMut(BoxFuture<'static, T>)> Drop for Unfinished<T, F> {
    fn drop(&mut self) {
        if let Some(work) = self.work.take() {
            (self.abandon)(work);
        }
    }
}
