//! A limit for the rate of calls.

use std::collections::HashMap;
use std::fmt::{self, Debug, Formatter};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;

use super::clock::Stopwatch;
use super::middleware::{Middleware, Next};
use super::outgoing::OutgoingCall;
use crate::request::Error;

/// How often a call is repeated that the service refused for its rate.
const REPEATS: u32 = 3;

/// How many chats are remembered before those that need not wait any more are forgotten.
const FORGET_FROM: usize = 1024;

/// Limits the rate of the calls of a bot: a [`Middleware`] that lets calls wait.
///
/// Each chat has a queue of its own, so a chat with many calls does not hold up the others. If the service refuses a call
/// with `retry_after`, all calls pause for that time, and the call is repeated up to 3 times. `getUpdates` is not limited.
/// A rate of 0 is no limit.
///
/// Share one between bots with the same token only. [`Bot::retry`](super::Bot::retry) works inside of it: what that waits for
/// does not pause the other calls.
///
/// ```
/// use botwire::client::Throttle;
///
/// # fn example(bot: botwire::client::Bot) {
/// let bot = bot.with(Throttle::per_second(30.0).per_chat(1.0).burst(3));
/// # }
/// ```
pub struct Throttle {
    interval: Duration,
    chat_interval: Duration,
    burst: u32,
    state: Mutex<ThrottleState>,
}

struct ThrottleState {
    stopwatch: Stopwatch,
    /// When the next call may begin, of all and by chat, in time since the start.
    all: Duration,
    chats: HashMap<String, Duration>,
    forget_from: usize,
    paused_until: Duration,
}

impl Throttle {
    /// Lets so many calls begin in a second, for all chats together.
    #[must_use]
    pub fn per_second(calls: f64) -> Self {
        Self {
            interval: interval(calls),
            chat_interval: Duration::ZERO,
            burst: 1,
            state: Mutex::new(ThrottleState {
                stopwatch: Stopwatch::start(),
                all: Duration::ZERO,
                chats: HashMap::new(),
                forget_from: 0,
                paused_until: Duration::ZERO,
            }),
        }
    }

    /// Lets so many calls begin in a second for each `chat_id`. Default: no limit of its own.
    #[must_use]
    pub fn per_chat(self, calls: f64) -> Self {
        Self { chat_interval: interval(calls), ..self }
    }

    /// Lets so many calls begin at once after a time without calls, of a chat and of all. Default: 1.
    #[must_use]
    pub fn burst(self, calls: u32) -> Self {
        Self { burst: calls.max(1), ..self }
    }

    fn state(&self) -> MutexGuard<'_, ThrottleState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reserves the next place, and gives the time at which it begins.
    fn reserve(&self, chat: Option<&str>) -> Duration {
        let mut state = self.state();
        let now = state.stopwatch.elapsed();
        let interval = if chat.is_some() { self.chat_interval } else { self.interval };
        let tolerance = interval.saturating_mul(self.burst - 1);
        state.forget(now);
        let next = match chat {
            Some(chat) => state.chats.entry(chat.to_owned()).or_default(),
            None => &mut state.all,
        };
        let begins = next.saturating_sub(tolerance);
        *next = now.max(*next).saturating_add(interval);
        begins
    }

    /// Waits for that time, and for the end of a pause.
    async fn wait_until(&self, next: Next<'_>, begins: Duration) -> Result<(), Error> {
        loop {
            let (now, until) = {
                let state = self.state();
                (state.stopwatch.elapsed(), begins.max(state.paused_until))
            };
            let wait = until.saturating_sub(now);
            if wait.is_zero() {
                return Ok(());
            }
            next.sleep(wait).await?;
            self.state().stopwatch.reach(until);
        }
    }
}

impl ThrottleState {
    /// Forgets the chats that need not wait, once there are many.
    fn forget(&mut self, now: Duration) {
        if self.chats.len() >= self.forget_from.max(FORGET_FROM) {
            self.chats.retain(|_, next| *next > now);
            self.forget_from = self.chats.len() * 2;
        }
    }
}

impl Middleware for Throttle {
    async fn call(&self, call: OutgoingCall, next: Next<'_>) -> Result<Option<Value>, Error> {
        if call.method() == "getUpdates" {
            return next.run(call).await;
        }
        let chat = call.param("chat_id").filter(|_| !self.chat_interval.is_zero()).map(|chat| chat.to_string());
        let mut repeats = 0;
        loop {
            if let Some(chat) = &chat {
                self.wait_until(next, self.reserve(Some(chat))).await?;
            }
            self.wait_until(next, self.reserve(None)).await?;
            let result = next.run(call.clone()).await;
            let Some(pause) = result.as_ref().err().and_then(Error::retry_after) else { return result };
            let mut state = self.state();
            state.paused_until = state.paused_until.max(state.stopwatch.elapsed().saturating_add(pause));
            if repeats == REPEATS {
                return result;
            }
            repeats += 1;
        }
    }
}

impl Debug for Throttle {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("Throttle");
        shown.field("interval", &self.interval).field("chat_interval", &self.chat_interval).field("burst", &self.burst);
        shown.finish_non_exhaustive()
    }
}

/// The time between two calls; none if there is no limit.
fn interval(per_second: f64) -> Duration {
    Duration::try_from_secs_f64(1.0 / per_second).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{FORGET_FROM, Throttle};

    #[test]
    fn chats_that_need_not_wait_are_forgotten() {
        let throttle = Throttle::per_second(0.0).per_chat(1e9);
        for chat in 0..5 * FORGET_FROM {
            throttle.reserve(Some(&chat.to_string()));
        }
        assert!(throttle.state().chats.len() < 2 * FORGET_FROM);
    }
}
