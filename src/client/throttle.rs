//! Limits the rate of calls.

use std::collections::HashMap;
use std::fmt::{self, Debug, Formatter};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;

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
/// Each chat has its own queue, so a chat with many calls does not delay the others. `getUpdates` is not limited.
/// A rate of 0 means no limit.
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
    /// The time since the start at which the next call may begin, in total and by chat.
    all: Duration,
    chats: HashMap<String, Duration>,
    forget_from: usize,
    paused_until: Duration,
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
                all: Duration::ZERO,
                chats: HashMap::new(),
                forget_from: 0,
                paused_until: Duration::ZERO,
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
        let chat = call.param("chat_id").filter(|_| sends(call.method()))?;
        let chat = chat.as_str().map_or_else(|| chat.to_string(), str::to_owned);
        let interval = match self.group_interval {
            Some(interval) if chat.starts_with(['-', '@']) => interval,
            _ => self.chat_interval,
        };
        (!interval.is_zero()).then_some((chat, interval))
    }

    /// Reserves the next place, and returns the time at which it begins.
    fn reserve(&self, chat: Option<&(String, Duration)>) -> Duration {
        let mut state = lock(&self.state);
        let now = state.stopwatch.elapsed();
        let interval = chat.map_or(self.interval, |(_, interval)| *interval);
        let tolerance = interval.saturating_mul(self.burst - 1);
        state.forget(now);
        let next = match chat {
            Some((chat, _)) => state.chats.entry(chat.clone()).or_default(),
            None => &mut state.all,
        };
        let begins = next.saturating_sub(tolerance);
        *next = now.saturating_sub(TIMER_SLACK).max(*next).saturating_add(interval);
        begins
    }

    /// Waits for that time, and for the end of a pause.
    async fn wait_until(&self, next: Next<'_>, begins: Duration) -> Result<(), Error> {
        loop {
            let (now, until) = {
                let state = lock(&self.state);
                (state.stopwatch.elapsed(), begins.max(state.paused_until))
            };
            let wait = until.saturating_sub(now);
            if wait.is_zero() {
                return Ok(());
            }
            next.sleep(wait).await?;
            lock(&self.state).stopwatch.reach(until);
        }
    }
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
        if self.chats.len() >= self.forget_from.max(FORGET_FROM) {
            self.chats.retain(|_, next| next.saturating_add(TIMER_SLACK) > now);
            self.forget_from = self.chats.len() * 2;
        }
    }
}

impl Middleware for Throttle {
    async fn call(&self, mut call: OutgoingCall, next: Next<'_>) -> Result<Option<Value>, Error> {
        if call.method() == "getUpdates" {
            return next.run(call).await;
        }
        if let Some(chat) = self.chat_of(&call) {
            self.wait_until(next, self.reserve(Some(&chat))).await?;
        }
        self.wait_until(next, self.reserve(None)).await?;
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
            throttle.reserve(Some(&(second.to_string(), Duration::from_millis(1))));
        }
        assert!(lock(&throttle.state).chats.len() < 2 * FORGET_FROM);
    }
}
