//! Limits the rate of calls.

mod rate;
mod turns;

use std::fmt::{self, Debug, Formatter};
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;

use serde_json::Value;

use self::turns::Turns;
use super::boxed::BoxFuture;
use super::clock::Stopwatch;
use super::middleware::{Middleware, Next};
use super::outgoing::OutgoingCall;
use crate::policy::polling::MAX_POLL_WAIT;
use crate::policy::{TIMER_SLACK, interval};
use crate::request::Error;

/// The pause of all calls after a refusal without `retry_after`.
const PAUSE: Duration = Duration::from_secs(1);

/// Limits the rate of the calls of a bot. This [`Middleware`] delays calls.
///
/// Calls of a chat wait in order, and the chats take turns, so a chat with many calls does not delay the others. A call that is
/// dropped while it waits leaves the queue, and the calls behind it move up. `getUpdates` is not limited.
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
    turns: Turns,
}

impl ThrottleState {
    /// Returns the time of the turns. It begins late enough that the slack can be subtracted.
    fn now(&self) -> Duration {
        self.stopwatch.elapsed().saturating_add(TIMER_SLACK)
    }

    /// Records that a wait until that time of the turns is over.
    fn reach(&mut self, time: Duration) {
        self.stopwatch.reach(time.saturating_sub(TIMER_SLACK));
    }
}

/// A call that waits. If it is dropped before it has started, the calls behind it move up.
struct Turn<'a> {
    throttle: &'a Throttle,
    chat: Arc<str>,
    number: u64,
}

impl Throttle {
    /// Sets the largest number of calls per second, for all chats together.
    #[must_use]
    pub fn per_second(calls: f64) -> Self {
        let interval = interval(calls);
        Self {
            interval,
            chat_interval: Duration::ZERO,
            group_interval: None,
            burst: 1,
            state: Arc::new(Mutex::new(ThrottleState {
                stopwatch: Stopwatch::start(),
                turns: Turns::new(interval, 1),
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
        let burst = calls.max(1);
        let turns = Turns::new(self.interval, burst);
        let state = Arc::new(Mutex::new(ThrottleState { stopwatch: Stopwatch::start(), turns }));
        Self { burst, state, ..self }
    }

    /// Returns the chat in which a call sends or edits a message, and the time between two calls there. All other calls share the
    /// chat "".
    fn chat_of(&self, call: &OutgoingCall) -> (Arc<str>, Duration) {
        let chat = match call.param("chat_id").filter(|_| sends(call.method())) {
            Some(Value::String(name)) => Some(name),
            Some(id) => id.as_i64().map(|id| id.to_string()),
            None => None,
        };
        let Some(chat) = chat else { return (Arc::from(""), Duration::ZERO) };
        let interval = match self.group_interval {
            Some(interval) if chat.starts_with(['-', '@']) => interval,
            _ => self.chat_interval,
        };
        (Arc::from(chat), interval)
    }

    /// Takes the last place in the queue of the chat.
    fn join(&self, call: &OutgoingCall) -> Turn<'_> {
        let (chat, interval) = self.chat_of(call);
        let mut state = lock(&self.state);
        let now = state.now();
        let number = state.turns.join(&chat, interval, now);
        Turn { throttle: self, chat, number }
    }
}

type Sleep<'n> = BoxFuture<'n, Result<(), Error>>;

impl Turn<'_> {
    /// Waits until the call has started.
    fn poll_start<'n>(
        &self,
        next: Next<'n>,
        sleep: &mut Option<(Duration, Sleep<'n>)>,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), Error>> {
        loop {
            let (now, Some(until)) = self.served(context.waker()) else { return Poll::Ready(Ok(())) };
            // The start is earlier if a call before this one was dropped, and later if the service has refused one.
            if sleep.as_ref().is_none_or(|(end, _)| *end != until) {
                *sleep = Some((until, Box::pin(async move { next.sleep(until.saturating_sub(now)).await })));
            }
            if let Some((_, sleeping)) = sleep {
                ready!(sleeping.as_mut().poll(context))?;
            }
            *sleep = None;
            lock(&self.throttle.state).reach(until);
        }
    }

    /// Starts the calls that may start now. Returns the current time, and when this call can start, or `None` if it has started.
    fn served(&self, waker: &Waker) -> (Duration, Option<Duration>) {
        let mut wakers = Vec::new();
        let (now, until, former) = {
            let mut state = lock(&self.throttle.state);
            let now = state.now();
            let turns = &mut state.turns;
            let former = turns.set_waker(&self.chat, self.number, None);
            turns.serve(now, &mut wakers);
            let until = turns.until(&self.chat, self.number, now);
            turns.set_waker(&self.chat, self.number, Some(waker.clone()));
            (now, until, former)
        };
        // A waker that is dropped or called may drop other calls, which lock the state.
        drop(former);
        wakers.into_iter().for_each(Waker::wake);
        (now, until)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut wakers = Vec::new();
        lock(&self.throttle.state).turns.leave(&self.chat, self.number, &mut wakers);
        wakers.into_iter().for_each(Waker::wake);
    }
}

fn lock(state: &Mutex<ThrottleState>) -> MutexGuard<'_, ThrottleState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns true if the method sends or edits a message in its chat.
fn sends(method: &str) -> bool {
    method != "sendChatAction" && ["send", "forward", "copy", "edit"].iter().any(|start| method.starts_with(start))
}

impl Middleware for Throttle {
    async fn call(&self, mut call: OutgoingCall, next: Next<'_>) -> Result<Option<Value>, Error> {
        if call.method() == "getUpdates" {
            return next.run(call).await;
        }
        let (turn, mut sleep) = (self.join(&call), None);
        poll_fn(|context| turn.poll_start(next, &mut sleep, context)).await?;
        drop((turn, sleep));
        let state = Arc::clone(&self.state);
        call.options.on_refusal.push(Arc::new(move |retry_after| {
            let mut state = lock(&state);
            let until = state.now().saturating_add(retry_after.unwrap_or(PAUSE).min(MAX_POLL_WAIT));
            state.turns.pause(until);
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
