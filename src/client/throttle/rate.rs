//! A rate, and when it lets the next calls start.

use std::time::Duration;

use crate::policy::TIMER_SLACK;

/// A call may start from `next` on, or earlier by a burst. Times are those of a clock that starts at [`TIMER_SLACK`].
#[derive(Clone, Copy)]
pub(super) struct Rate {
    interval: Duration,
    /// How much earlier than `next` a call may start.
    tolerance: Duration,
    next: Duration,
}

impl Rate {
    pub fn new(interval: Duration, burst: u32) -> Self {
        Self { interval, tolerance: interval.saturating_mul(burst.saturating_sub(1)), next: Duration::ZERO }
    }

    /// Returns the earliest start of the next call.
    pub fn ready_at(&self) -> Duration {
        self.next.saturating_sub(self.tolerance)
    }

    /// Returns the earliest start of the call that starts after so many others, none of them before that time. It is earlier if one
    /// of the next ones might not be polled, so that this call starts them instead.
    pub fn ready_after(&self, from: Duration, calls: usize) -> Duration {
        let first = self.ready_at().max(from);
        let calls = u32::try_from(calls).unwrap_or(u32::MAX);
        let next = self.next.max(first.saturating_sub(TIMER_SLACK)).saturating_add(self.interval.saturating_mul(calls));
        let stand_in = first.saturating_add(TIMER_SLACK.saturating_mul(calls.saturating_mul(calls)));
        next.saturating_sub(self.tolerance).max(first).min(stand_in)
    }

    pub fn take(&mut self, now: Duration) {
        self.next = self.next.max(now.saturating_sub(TIMER_SLACK)).saturating_add(self.interval);
    }

    /// Returns true if former calls no longer limit the next one.
    pub fn is_forgotten(&self, now: Duration) -> bool {
        self.next.saturating_add(TIMER_SLACK) <= now
    }
}
