//! The tasks of handlers that outlive their updates.

use std::sync::Mutex;
use std::task::Waker;

use crate::client::{MaybeSend, MaybeSync};
use crate::webhook::handling::options::Task;
use crate::webhook::handling::shared::{Shared, lock};
use crate::webhook::handling::unwound::poll_once;

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
