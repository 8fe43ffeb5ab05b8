//! Timers of a webhook without a bot, which has no transport. One thread serves all of them.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, OnceLock};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use super::shared::lock;
use crate::request::stopped::Stopped;

/// A future that is ready once the time has passed.
pub(super) struct Timer {
    /// `None` if the end is too far in the future.
    end: Option<Instant>,
    waker: Arc<Mutex<Option<Waker>>>,
    is_set: bool,
}

/// The waker of a timer, and when the thread calls it.
type Entry = (Instant, Arc<Mutex<Option<Waker>>>);

impl Timer {
    pub fn new(wait: Duration) -> Self {
        Self { end: Instant::now().checked_add(wait), waker: Arc::default(), is_set: false }
    }
}

impl Future for Timer {
    type Output = Result<(), Stopped>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(end) = self.end else { return Poll::Pending };
        if Instant::now() >= end {
            return Poll::Ready(Ok(()));
        }
        *lock(&self.waker) = Some(context.waker().clone());
        if !std::mem::replace(&mut self.is_set, true) {
            // The thread never ends, so it always receives.
            let sent = thread().and_then(|sender| sender.send((end, self.waker.clone())).ok());
            if sent.is_none() {
                return Poll::Ready(Err(Stopped::Failed("the system starts no thread for timers".to_owned())));
            }
        }
        Poll::Pending
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        lock(&self.waker).take();
    }
}

/// Returns the channel to the thread, or `None` if the system cannot start one.
fn thread() -> Option<&'static Sender<Entry>> {
    static THREAD: OnceLock<Option<Sender<Entry>>> = OnceLock::new();
    let start = || {
        let (sender, receiver) = mpsc::channel();
        let thread = std::thread::Builder::new().name("botwire-timer".to_owned());
        thread.spawn(move || serve(&receiver)).is_ok().then_some(sender)
    };
    THREAD.get_or_init(start).as_ref()
}

fn serve(receiver: &mpsc::Receiver<Entry>) {
    let mut entries: BTreeMap<(Instant, u64), Arc<Mutex<Option<Waker>>>> = BTreeMap::new();
    for number in 0.. {
        let wait = entries.keys().next().map(|(end, _)| end.saturating_duration_since(Instant::now()));
        match receiver.recv_timeout(wait.unwrap_or(Duration::from_secs(3600))) {
            Ok((end, waker)) => drop(entries.insert((end, number), waker)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        let now = Instant::now();
        while let Some(entry) = entries.first_entry().filter(|entry| entry.key().0 <= now) {
            let waker = lock(&entry.remove()).take();
            if let Some(waker) = waker {
                waker.wake();
            }
        }
    }
}
