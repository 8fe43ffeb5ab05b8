//! The rate limit of a broadcast. Calls pause while the service asks to wait.

use std::task::{Context, Poll};
use std::time::Duration;

use crate::client::bot::Bot;
use crate::client::boxed::BoxFuture;
use crate::client::clock::Stopwatch;
use crate::policy::{TIMER_SLACK, interval};

pub(super) struct Pace {
    interval: Duration,
    stopwatch: Stopwatch,
    /// The time at which the next call may start.
    next: Duration,
    paused_until: Duration,
    wait: Option<(Duration, BoxFuture<'static, ()>)>,
}

impl Pace {
    pub fn new(per_second: f64) -> Self {
        Self {
            interval: interval(per_second),
            stopwatch: Stopwatch::start(),
            next: Duration::ZERO,
            paused_until: Duration::ZERO,
            wait: None,
        }
    }

    /// Starts no call for that time.
    pub fn pause(&mut self, wait: Duration) {
        self.paused_until = self.paused_until.max(self.stopwatch.elapsed().saturating_add(wait));
    }

    /// Takes the turn of a call, once one may start.
    pub fn poll_turn(&mut self, bot: &Bot, context: &mut Context<'_>) -> Poll<()> {
        loop {
            if let Some((until, wait)) = &mut self.wait {
                if wait.as_mut().poll(context).is_pending() {
                    return Poll::Pending;
                }
                self.stopwatch.reach(*until);
                self.wait = None;
            }
            let now = self.stopwatch.elapsed();
            let until = self.next.max(self.paused_until);
            if until <= now {
                self.next = self.next.max(now.saturating_sub(TIMER_SLACK)).saturating_add(self.interval);
                return Poll::Ready(());
            }
            let (bot, rest) = (bot.clone(), until.saturating_sub(now));
            self.wait = Some((until, Box::pin(async move { bot.rest(rest).await })));
        }
    }
}
