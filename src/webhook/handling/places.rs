//! The places of updates of this process that have a turn or wait for it: when one leaves, the next one asks at once.

use std::collections::{BTreeMap, HashMap};
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Mutex;
use std::task::Poll;
use std::time::Duration;

use super::shared::{Notice, lock, notice};
use crate::policy::webhook::{FIRST_LOOK, PLACE};

/// Returns how often an update asks: the next one because its turn may be held elsewhere, others so that the store remembers their
/// places.
fn look(is_next: bool) -> Duration {
    if is_next { FIRST_LOOK * 2 } else { PLACE / 4 }
}

/// By key and not by store, because a handler may get a new store for each request.
#[derive(Default)]
struct Nearby {
    by_key: HashMap<String, Waiters>,
    last: u64,
}

/// By `update_id`, and a number of their own, because an update can be delivered twice.
type Waiters = BTreeMap<(i64, u64), Waiter>;

#[derive(Default)]
struct Waiter {
    /// Ends its pause.
    notice: Option<Notice>,
    /// True if another update has left since its last pause.
    is_woken: bool,
}

#[cfg(target_arch = "wasm32")]
fn nearby<T>(use_it: impl FnOnce(&mut Nearby) -> T) -> T {
    thread_local! {
        static NEARBY: Mutex<Nearby> = Mutex::default();
    }
    NEARBY.with(|nearby| use_it(&mut lock(nearby)))
}

#[cfg(not(target_arch = "wasm32"))]
fn nearby<T>(use_it: impl FnOnce(&mut Nearby) -> T) -> T {
    static NEARBY: std::sync::LazyLock<Mutex<Nearby>> = std::sync::LazyLock::new(Mutex::default);
    use_it(&mut lock(&NEARBY))
}

/// The place of an update that waits for a turn or has it. The next update asks at once when it is dropped, so drop it after the
/// turn was released.
pub(super) struct Place {
    key: String,
    number: (i64, u64),
}

impl Place {
    /// Takes the place of an update among those that wait for a key.
    pub fn new(key: &str, update_id: i64) -> Self {
        nearby(|nearby| {
            nearby.last += 1;
            let number = (update_id, nearby.last);
            nearby.by_key.entry(key.to_owned()).or_default().insert(number, Waiter::default());
            Self { key: key.to_owned(), number }
        })
    }

    /// Waits until it should ask for the key again: for as long as the timer that it gets, or until it is the next one in this
    /// process.
    pub async fn pause<F: Future<Output = Result<(), E>>, E>(
        &self,
        timer: impl FnOnce(Duration) -> F,
    ) -> Result<(), E> {
        let (notice, woken) = notice();
        let (is_next, is_woken) = nearby(|nearby| {
            let Some(waiters) = nearby.by_key.get_mut(&self.key) else { return (true, true) };
            let is_next = waiters.first_key_value().is_none_or(|(first, _)| *first >= self.number);
            let Some(waiter) = waiters.get_mut(&self.number) else { return (true, true) };
            waiter.notice = Some(notice);
            (is_next, std::mem::take(&mut waiter.is_woken))
        });
        if is_woken {
            return Ok(());
        }
        let mut timer = pin!(timer(look(is_next)));
        let mut woken = pin!(woken);
        poll_fn(|context| {
            if woken.as_mut().poll(context).is_ready() {
                self.forget_wake();
                return Poll::Ready(Ok(()));
            }
            timer.as_mut().poll(context)
        })
        .await
    }

    /// Forgets that it was woken, because it asks now.
    fn forget_wake(&self) {
        nearby(|nearby| {
            let waiter = nearby.by_key.get_mut(&self.key).and_then(|waiters| waiters.get_mut(&self.number));
            if let Some(waiter) = waiter {
                waiter.is_woken = false;
            }
        });
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let notices = nearby(|nearby| {
            let waiters = nearby.by_key.get_mut(&self.key)?;
            let own = waiters.remove(&self.number);
            let next = waiters.values_mut().next().and_then(|next| {
                next.is_woken = true;
                next.notice.take()
            });
            if waiters.is_empty() {
                nearby.by_key.remove(&self.key);
            }
            Some((own, next))
        });
        // A notice wakes a task, which may ask at once.
        drop(notices);
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};
    use std::pin::{Pin, pin};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::{Context, Poll, Wake, Waker};
    use std::time::Duration;

    use super::{Place, look, nearby};

    #[derive(Default)]
    struct Wakes(AtomicUsize);

    impl Wake for Wakes {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Polls a pause. Returns whether it is over, and how often it has been woken.
    fn poll<F: Future>(pause: Pin<&mut F>, wakes: &Arc<Wakes>) -> (bool, usize) {
        let is_over = pause.poll(&mut Context::from_waker(&wakes.clone().into())).is_ready();
        (is_over, wakes.0.load(Ordering::Relaxed))
    }

    fn never(_: Duration) -> impl Future<Output = Result<(), ()>> {
        pending()
    }

    #[test]
    fn the_next_update_is_woken_and_no_other() {
        let [first, third, second] = [1, 3, 2].map(|update_id| Place::new("next", update_id));
        let [mut of_third, mut of_second] = [pin!(third.pause(never)), pin!(second.pause(never))];
        let wakes = [Arc::<Wakes>::default(), Arc::default()];
        assert_eq!(poll(of_third.as_mut(), &wakes[0]), (false, 0));
        assert_eq!(poll(of_second.as_mut(), &wakes[1]), (false, 0));
        drop(first);
        assert_eq!(poll(of_third.as_mut(), &wakes[0]), (false, 0));
        assert_eq!(poll(of_second.as_mut(), &wakes[1]), (true, 1));
    }

    #[test]
    fn an_update_that_left_before_the_pause_ends_it() {
        let [first, second] = [1, 2].map(|update_id| Place::new("before", update_id));
        drop(first);
        let wakes = Arc::default();
        assert!(poll(pin!(second.pause(never)), &wakes).0);
        assert!(!poll(pin!(second.pause(never)), &wakes).0);
    }

    #[test]
    fn the_next_update_asks_often_and_others_rarely() {
        let [first, second] = [1, 2].map(|update_id| Place::new("often", update_id));
        for (place, is_next) in [(&first, true), (&second, false)] {
            let wait = AtomicUsize::new(0);
            let timer = |time: Duration| {
                wait.store(usize::try_from(time.as_millis()).unwrap_or_default(), Ordering::Relaxed);
                ready(Err("over"))
            };
            let mut pause = pin!(place.pause(timer));
            assert_eq!(pause.as_mut().poll(&mut Context::from_waker(Waker::noop())), Poll::Ready(Err("over")));
            assert_eq!(wait.load(Ordering::Relaxed) as u128, look(is_next).as_millis());
        }
    }

    #[test]
    fn keys_without_updates_are_forgotten() {
        drop([1, 1, 2].map(|update_id| Place::new("forgotten", update_id)));
        assert!(!nearby(|nearby| nearby.by_key.contains_key("forgotten")));
    }
}
