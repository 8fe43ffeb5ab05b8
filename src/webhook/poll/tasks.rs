//! The tasks of handlers that outlive their updates.

use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Mutex;
use std::task::{self, Poll, Waker};

use crate::client::{MaybeSend, MaybeSync};
use crate::webhook::options::Task;
use crate::webhook::shared::{Shared, lock};

/// The tasks of handlers that `run` has not taken yet.
#[derive(Default)]
struct NewTasks {
    tasks: Vec<Task>,
    waker: Option<Waker>,
    is_over: bool,
}

/// The part of [`NewTasks`] that `run` has. After it was dropped, a task is polled once and then dropped, which reports it as
/// failed unless it has ended: the release of a claim in memory takes no longer.
#[derive(Default)]
pub(super) struct TaskReceiver(Shared<Mutex<NewTasks>>);

impl TaskReceiver {
    /// Returns a function that adds tasks.
    pub fn sender(&self) -> impl Fn(Task) + MaybeSend + MaybeSync + use<> {
        let new = self.0.clone();
        move |task| {
            let mut new = lock(&new);
            if new.is_over {
                drop(new);
                return poll_once(task);
            }
            new.tasks.push(task);
            let waker = new.waker.take();
            drop(new);
            if let Some(waker) = waker {
                waker.wake();
            }
        }
    }

    /// Takes the new tasks. The waker is woken when another one is added.
    pub fn take(&self, waker: &Waker) -> Vec<Task> {
        let mut new = lock(&self.0);
        new.waker = Some(waker.clone());
        std::mem::take(&mut new.tasks)
    }
}

impl Drop for TaskReceiver {
    fn drop(&mut self) {
        let new = std::mem::replace(&mut *lock(&self.0), NewTasks { is_over: true, ..NewTasks::default() });
        new.tasks.into_iter().for_each(poll_once);
    }
}

fn poll_once(task: Task) {
    let mut task = pin!(unwound(task));
    let _ = task.as_mut().poll(&mut task::Context::from_waker(Waker::noop()));
}

/// Returns the outcome of the work, or `None` if it panics: one update must not end all others.
pub(super) async fn unwound<T>(work: impl Future<Output = T>) -> Option<T> {
    let mut work = pin!(work);
    poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(context))) {
        Ok(polled) => polled.map(Some),
        Err(_) => Poll::Ready(None),
    })
    .await
}
