//! Work that ends if it panics.

use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

/// Returns the outcome of the work, or `None` if it panics: one update must not end all others.
pub(super) async fn unwound<T>(work: impl Future<Output = T>) -> Option<T> {
    let mut work = pin!(work);
    poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(context))) {
        Ok(polled) => polled.map(Some),
        Err(_) => Poll::Ready(None),
    })
    .await
}

/// Polls a task once and drops it: the release of a claim in memory takes no longer.
pub(super) fn poll_once<T>(task: impl Future<Output = T>) {
    let mut task = pin!(unwound(task));
    let _ = task.as_mut().poll(&mut std::task::Context::from_waker(std::task::Waker::noop()));
}
