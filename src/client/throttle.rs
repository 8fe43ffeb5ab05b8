//! Limits the rate of calls.

use std::collections::HashMap;
use std::fmt::{self, Debug, Formatter};
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;

use serde_json::Value;

use super::boxed::BoxFuture;
use super::clock::Stopwatch;
use super::middleware::{Middleware, Next};
use super::outgoing::OutgoingCall;
use crate::policy::polling::MAX_POLL_WAIT;
use crate::policy::{TIMER_SLACK, interval};
use crate::request::Error;

/// The pause of all calls after a refusal without `retry_after`.
const PAUSE: Duration = Duration::from_secs(1);

/// The number of remembered chats above which those that need not wait are forgotten.
const FORGET_FROM: usize = 1024;

/// Limits the rate of the calls of a bot. This [`Middleware`] delays calls.
///
/// Each chat has its own queue, so a chat with many calls does not delay the others. A call that is dropped while it waits leaves
/// the queue, and the calls behind it move up. `getUpdates` is not limited.
///
/// A rate of 0 means no limit. With a negative rate or NaN, as many calls start as [`burst`](Self::burst) says, and no others.
///
/// If the service refuses a call for its rate, all calls pause for `retry_after`, at most an hour. The refused call itself fails,
/// or is repeated by [`Bot::retry`](super::Bot::retry). Share a throttle only between bots with the same token.
///
/// ```
/// use botwire::client::Throttle;
///
/// # fn example(bot: botwire::client::Bot) {
/// let bot = bot.with(Throttle::per_second(30.0).per_chat(1.0).per_group(20.0 / 60.0).burst(3));
/// # }
/// ```
pub struct Throttle {
    interval: Duration,
    chat_interval: Duration,
    group_interval: Option<Duration>,
    burst: u32,
    state: Arc<Mutex<ThrottleState>>,
}

struct ThrottleState {
    stopwatch: Stopwatch,
    /// The queue of each chat, and that of all calls as the chat "".
    queues: HashMap<String, Queue>,
    forget_from: usize,
    paused_until: Duration,
    /// The number of calls that have entered a queue.
    entered: u64,
}

/// The calls that wait for the same rate.
#[derive(Default)]
struct Queue {
    /// The turn of the next call: the time since the start at which it may begin, or earlier by a burst.
    next: Duration,
    /// In order of their numbers.
    waiting: Vec<Waiting>,
}

impl Queue {
    fn index(&self, number: u64) -> Option<usize> {
        self.waiting.binary_search_by_key(&number, |call| call.number).ok()
    }
}

struct Waiting {
    number: u64,
    turn: Duration,
    waker: Option<Waker>,
}

/// The place of a waiting call in a queue. If it is dropped before the call starts, the calls behind it move up.
struct Place<'a> {
    throttle: &'a Throttle,
    chat: String,
    interval: Duration,
    number: u64,
    has_started: bool,
}

impl Throttle {
    /// Sets the largest number of calls per second, for all chats together.
    #[must_use]
    pub fn per_second(calls: f64) -> Self {
        Self {
            interval: interval(calls),
            chat_interval: Duration::ZERO,
            group_interval: None,
            burst: 1,
            state: Arc::new(Mutex::new(ThrottleState {
                stopwatch: Stopwatch::start(),
                queues: HashMap::new(),
                forget_from: 0,
                paused_until: Duration::ZERO,
                entered: 0,
            })),
        }
    }

    /// Sets the largest number of messages sent or edited in one chat per second. Default: no limit.
    #[must_use]
    pub fn per_chat(self, calls: f64) -> Self {
        Self { chat_interval: interval(calls), ..self }
    }

    /// Sets the same limit for groups, supergroups and channels. `20.0 / 60.0` is 20 per minute. Default: the limit of
    /// [`per_chat`](Self::per_chat).
    #[must_use]
    pub fn per_group(self, calls: f64) -> Self {
        Self { group_interval: Some(interval(calls)), ..self }
    }

    /// Sets how many calls may start at once after a pause, in total and per chat. Default: 1.
    #[must_use]
    pub fn burst(self, calls: u32) -> Self {
        Self { burst: calls.max(1), ..self }
    }

    /// Returns the chat of a call that is limited by chat, and the time between two calls there.
    fn chat_of(&self, call: &OutgoingCall) -> Option<(String, Duration)> {
        let chat = match call.param("chat_id").filter(|_| sends(call.method()))? {
            Value::String(name) => name,
            id => id.as_i64()?.to_string(),
        };
        let interval = match self.group_interval {
            Some(interval) if chat.starts_with(['-', '@']) => interval,
            _ => self.chat_interval,
        };
        (!interval.is_zero()).then_some((chat, interval))
    }

    /// Takes the last place in a queue.
    fn enter(&self, chat: String, interval: Duration) -> Place<'_> {
        let mut state = lock(&self.state);
        let now = state.stopwatch.elapsed();
        state.forget(now);
        state.entered += 1;
        let number = state.entered;
        let queue = state.queues.entry(chat.clone()).or_default();
        queue.waiting.push(Waiting { number, turn: queue.next, waker: None });
        queue.next = following(queue.next, now, interval);
        Place { throttle: self, chat, interval, number, has_started: false }
    }
}

type Sleep<'n> = BoxFuture<'n, Result<(), Error>>;

impl Place<'_> {
    /// Waits for the turn, and for the end of a pause.
    fn poll_turn<'n>(
        &self,
        next: Next<'n>,
        sleep: &mut Option<(Duration, Sleep<'n>)>,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), Error>> {
        loop {
            let (now, until) = self.times(context.waker());
            if until <= now {
                return Poll::Ready(Ok(()));
            }
            // The turn is earlier if a call before this one was dropped.
            if sleep.as_ref().is_none_or(|(end, _)| *end != until) {
                *sleep = Some((until, Box::pin(async move { next.sleep(until.saturating_sub(now)).await })));
            }
            if let Some((_, sleeping)) = sleep {
                ready!(sleeping.as_mut().poll(context))?;
            }
            *sleep = None;
            lock(&self.throttle.state).stopwatch.reach(until);
        }
    }

    /// Returns the current time and that of the turn. The waker is called if the turn changes.
    fn times(&self, waker: &Waker) -> (Duration, Duration) {
        let mut state = lock(&self.throttle.state);
        let (now, mut until, mut former) = (state.stopwatch.elapsed(), state.paused_until, None);
        let queue = state.queues.get_mut(&self.chat);
        let waiting = queue.and_then(|queue| {
            let index = queue.index(self.number)?;
            queue.waiting.get_mut(index)
        });
        if let Some(waiting) = waiting {
            let tolerance = self.interval.saturating_mul(self.throttle.burst - 1);
            until = until.max(waiting.turn.saturating_sub(tolerance));
            former = waiting.waker.replace(waker.clone());
        }
        // A waker that is dropped or called may drop other calls, which lock the state.
        drop(state);
        drop(former);
        (now, until)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut state = lock(&self.throttle.state);
        let now = state.stopwatch.elapsed();
        let Some(queue) = state.queues.get_mut(&self.chat) else { return };
        let Some(index) = queue.index(self.number) else { return };
        let Waiting { mut turn, waker, .. } = queue.waiting.remove(index);
        let mut wakers = Vec::new();
        if !self.has_started {
            for call in queue.waiting.iter_mut().skip(index) {
                call.turn = turn;
                turn = following(turn, now, self.interval);
                wakers.extend(call.waker.take());
            }
            queue.next = turn;
        }
        drop(state);
        drop(waker);
        wakers.into_iter().for_each(Waker::wake);
    }
}

/// Returns the turn that follows a turn.
fn following(turn: Duration, now: Duration, interval: Duration) -> Duration {
    now.saturating_sub(TIMER_SLACK).max(turn).saturating_add(interval)
}

fn lock(state: &Mutex<ThrottleState>) -> MutexGuard<'_, ThrottleState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns true if the method sends or edits a message in its chat.
fn sends(method: &str) -> bool {
    method != "sendChatAction" && ["send", "forward", "copy", "edit"].iter().any(|start| method.starts_with(start))
}

impl ThrottleState {
    /// Forgets the chats that need not wait, if there are many.
    fn forget(&mut self, now: Duration) {
        if self.queues.len() >= self.forget_from.max(FORGET_FROM) {
            self.queues.retain(|_, queue| !queue.waiting.is_empty() || queue.next.saturating_add(TIMER_SLACK) > now);
            self.forget_from = self.queues.len() * 2;
        }
    }
}

impl Middleware for Throttle {
    async fn call(&self, mut call: OutgoingCall, next: Next<'_>) -> Result<Option<Value>, Error> {
        if call.method() == "getUpdates" {
            return next.run(call).await;
        }
        let mut places = Vec::new();
        for (chat, interval) in self.chat_of(&call).into_iter().chain([(String::new(), self.interval)]) {
            let (place, mut sleep) = (self.enter(chat, interval), None);
            poll_fn(|context| place.poll_turn(next, &mut sleep, context)).await?;
            places.push(place);
        }
        for place in &mut places {
            place.has_started = true;
        }
        drop(places);
        let state = Arc::clone(&self.state);
        call.options.on_refusal.push(Arc::new(move |retry_after| {
            let mut state = lock(&state);
            let until = state.stopwatch.elapsed().saturating_add(retry_after.unwrap_or(PAUSE).min(MAX_POLL_WAIT));
            state.paused_until = state.paused_until.max(until);
        }));
        next.run(call).await
    }
}

impl Debug for Throttle {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("Throttle");
        shown.field("interval", &self.interval).field("chat_interval", &self.chat_interval);
        shown.field("group_interval", &self.group_interval).field("burst", &self.burst);
        shown.finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{FORGET_FROM, Throttle, lock};

    #[test]
    fn chats_that_need_not_wait_are_forgotten() {
        let throttle = Throttle::per_second(0.0);
        for second in 0..5 * FORGET_FROM as u64 {
            lock(&throttle.state).stopwatch.reach(Duration::from_secs(second));
            throttle.enter(second.to_string(), Duration::from_millis(1)).has_started = true;
        }
        assert!(lock(&throttle.state).queues.len() < 2 * FORGET_FROM);
    }
}
