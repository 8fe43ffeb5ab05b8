//! The places of updates of this process that have a turn or wait for it: when one leaves, the next one asks at once.

use std::collections::BTreeMap;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::Poll;
use std::time::Duration;

use super::shared::{Notice, lock, notice};
use crate::policy::webhook::{FIRST_LOOK, PLACE};

/// Returns how often an update asks: the next one because its turn may be held elsewhere, others so that the store remembers their
/// places.
fn look(is_next: bool) -> Duration {
    if is_next { FIRST_LOOK * 2 } else { PLACE / 4 }
}

/// By key and not by store, because a handler may get a new store for each request. Then by `update_id`, and by a number, because an
/// update can be delivered twice.
type Waiters = BTreeMap<(String, i64, u64), Waiter>;

#[derive(Default)]
struct Waiter {
    /// Ends its pause.
    notice: Option<Notice>,
    /// True if another update has left since its last pause.
    is_woken: bool,
}

/// Returns the next update that asks for a key.
fn next<'a>(waiters: &'a mut Waiters, key: &str) -> Option<((i64, u64), &'a mut Waiter)> {
    let (first, waiter) = waiters.range_mut((key.to_owned(), i64::MIN, 0)..).next()?;
    (first.0 == key).then_some(((first.1, first.2), waiter))
}

#[cfg(target_arch = "wasm32")]
fn nearby<T>(use_it: impl FnOnce(&mut Waiters) -> T) -> T {
    thread_local! {
        static NEARBY: Mutex<Waiters> = const { Mutex::new(BTreeMap::new()) };
    }
    NEARBY.with(|nearby| use_it(&mut lock(nearby)))
}

#[cfg(not(target_arch = "wasm32"))]
fn nearby<T>(use_it: impl FnOnce(&mut Waiters) -> T) -> T {
    static NEARBY: Mutex<Waiters> = Mutex::new(BTreeMap::new());
    use_it(&mut lock(&NEARBY))
}

/// The place of an update that waits for a turn or has it. The next update asks at once when it is dropped, so drop it after the
/// turn was released.
pub(super) struct Place((String, i64, u64));

impl Place {
    /// Takes the place of an update among those that wait for a key.
    pub fn new(key: &str, update_id: i64) -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let place = (key.to_owned(), update_id, LAST.fetch_add(1, Ordering::Relaxed));
        nearby(|waiters| waiters.insert(place.clone(), Waiter::default()));
        Self(place)
    }

    /// Waits until it should ask for the key again: for as long as the timer that it gets, or until it is the next one in this
    /// process.
    pub async fn pause<F: Future<Output = Result<(), E>>, E>(
        &self,
        timer: impl FnOnce(Duration) -> F,
    ) -> Result<(), E> {
        let (notice, woken) = notice();
        let (is_next, is_woken) = nearby(|waiters| {
            let is_next = next(waiters, &self.0.0).is_none_or(|(first, _)| first >= (self.0.1, self.0.2));
            let Some(waiter) = waiters.get_mut(&self.0) else { return (true, true) };
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
        nearby(|waiters| {
            if let Some(waiter) = waiters.get_mut(&self.0) {
                waiter.is_woken = false;
            }
        });
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let notices = nearby(|waiters| {
            let own = waiters.remove(&self.0);
            let next = next(waiters, &self.0.0).and_then(|(_, next)| {
                next.is_woken = true;
                next.notice.take()
            });
            (own, next)
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

    use super::{Place, look, nearby, next};

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
        assert!(nearby(|waiters| next(waiters, "forgotten").is_none()));
    }
}
