//! Many tasks in one future: each is polled only after it was woken.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Wake, Waker};

use super::options::Task;
use super::shared::lock;

/// The most tasks of one poll. Tokio lets a future take 128 steps in a turn, after which each further task would be polled in vain.
const MOST_POLLS: usize = 64;

/// Tasks that run beside each other.
#[derive(Default)]
pub(super) struct TaskSet {
    /// In the order of their numbers. A task that has ended leaves its place, until half of the places are left.
    tasks: Vec<(Option<Task>, Arc<TaskWaker>)>,
    ended: usize,
    last: u64,
    woken: Arc<Mutex<Woken>>,
}

#[derive(Default)]
struct Woken {
    /// The numbers of the tasks to poll.
    numbers: VecDeque<u64>,
    /// Wakes the future that polls them.
    waker: Option<Waker>,
}

struct TaskWaker {
    number: u64,
    is_woken: AtomicBool,
    woken: Arc<Mutex<Woken>>,
}

impl Wake for TaskWaker {
    fn wake(self: Arc<Self>) {
        if self.is_woken.swap(true, Ordering::AcqRel) {
            return;
        }
        let waker = {
            let mut woken = lock(&self.woken);
            woken.numbers.push_back(self.number);
            woken.waker.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

impl TaskSet {
    /// Adds a task, which the next [`poll`](Self::poll) polls.
    pub fn push(&mut self, task: Task) {
        self.last += 1;
        let waker = TaskWaker { number: self.last, is_woken: AtomicBool::new(true), woken: self.woken.clone() };
        self.tasks.push((Some(task), Arc::new(waker)));
        lock(&self.woken).numbers.push_back(self.last);
    }

    /// Returns true if all tasks have ended.
    pub fn is_empty(&self) -> bool {
        self.ended == self.tasks.len()
    }

    /// Polls the tasks that were woken, or the first of them: the others in the next turn.
    pub fn poll(&mut self, context: &mut Context<'_>) {
        let (numbers, has_more) = {
            let mut woken = lock(&self.woken);
            woken.waker = Some(context.waker().clone());
            let count = woken.numbers.len().min(MOST_POLLS);
            let numbers: Vec<u64> = woken.numbers.drain(..count).collect();
            (numbers, !woken.numbers.is_empty())
        };
        if has_more {
            context.waker().wake_by_ref();
        }
        for number in numbers {
            let Ok(place) = self.tasks.binary_search_by_key(&number, |(_, waker)| waker.number) else { continue };
            let Some((slot, waker)) = self.tasks.get_mut(place) else { continue };
            let Some(task) = slot else { continue };
            // A task that is woken while it runs is polled again.
            waker.is_woken.store(false, Ordering::Release);
            if task.as_mut().poll(&mut Context::from_waker(&Waker::from(waker.clone()))).is_ready() {
                *slot = None;
                self.ended += 1;
            }
        }
        if 2 * self.ended > self.tasks.len() {
            self.tasks.retain(|(task, _)| task.is_some());
            self.ended = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Arc, Mutex};
    use std::task::{Context, Poll, Waker};

    use super::{MOST_POLLS, TaskSet};

    /// Tasks that wait for a number, the wakers of those that wait, and the count of polls.
    #[derive(Clone, Default)]
    struct Gate(Arc<(AtomicUsize, Mutex<Waiting>, AtomicUsize)>);

    type Waiting = Vec<(usize, Waker)>;

    impl Gate {
        async fn reached(self, number: usize) {
            poll_fn(|context| {
                let (reached, wakers, polls) = &*self.0;
                polls.fetch_add(1, Ordering::Relaxed);
                if reached.load(Ordering::Relaxed) >= number {
                    return Poll::Ready(());
                }
                wakers.lock().unwrap().push((number, context.waker().clone()));
                Poll::Pending
            })
            .await;
        }

        fn open(&self, number: usize) {
            self.0.0.store(number, Ordering::Relaxed);
            let wakers = std::mem::take(&mut *self.0.1.lock().unwrap());
            let (woken, waiting): (Vec<_>, Vec<_>) = wakers.into_iter().partition(|(of, _)| *of <= number);
            *self.0.1.lock().unwrap() = waiting;
            for (_, waker) in woken {
                waker.wake();
            }
        }

        fn polls(&self) -> usize {
            self.0.2.load(Ordering::Relaxed)
        }
    }

    #[test]
    fn each_task_is_polled_only_when_it_was_woken() {
        let (gate, mut tasks) = (Gate::default(), TaskSet::default());
        for number in 1..=1000 {
            tasks.push(Box::pin(gate.clone().reached(number)));
        }
        let mut context = Context::from_waker(Waker::noop());
        (0..1000).step_by(MOST_POLLS).for_each(|_| tasks.poll(&mut context));
        for number in 1..=1000 {
            assert!(!tasks.is_empty());
            gate.open(number);
            tasks.poll(&mut context);
        }
        assert!(tasks.is_empty());
        assert_eq!(gate.polls(), 2000);
    }

    #[cfg(not(target_arch = "wasm32"))]
    #[tokio::test(start_paused = true)]
    async fn tasks_that_are_woken_together_are_polled_once_each() {
        let (mut tasks, polls) = (TaskSet::default(), Arc::new(AtomicUsize::default()));
        for _ in 0..5000 {
            let (polls, mut sleep) = (polls.clone(), Box::pin(tokio::time::sleep(std::time::Duration::from_secs(1))));
            tasks.push(Box::pin(poll_fn(move |context| {
                polls.fetch_add(1, Ordering::Relaxed);
                sleep.as_mut().poll(context)
            })));
        }
        poll_fn(|context| {
            tasks.poll(context);
            if tasks.is_empty() { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
        assert_eq!(polls.load(Ordering::Relaxed), 10_000);
    }

    #[test]
    fn a_task_that_wakes_itself_is_polled_again() {
        let mut tasks = TaskSet::default();
        let mut polls = 0;
        tasks.push(Box::pin(poll_fn(move |context| {
            polls += 1;
            context.waker().wake_by_ref();
            if polls < 3 { Poll::Pending } else { Poll::Ready(()) }
        })));
        let mut context = Context::from_waker(Waker::noop());
        for is_over in [false, false, true] {
            tasks.poll(&mut context);
            assert_eq!(tasks.is_empty(), is_over);
        }
    }
}
