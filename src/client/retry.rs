//! When a failed call is repeated, and after how long.

use std::time::Duration;

use super::error::Error;

/// The wait before the first repetition where the service asks for none; each further one doubles.
const FIRST_WAIT: Duration = Duration::from_millis(500);

/// How often and how patiently a failed call is repeated.
///
/// A call that the service refused for its rate (429, `retry_after`) is repeated after the time
/// that the service asks for, unless that is longer than the longest wait: then it fails at once.
/// A call whose outcome is not known (a 5xx, no answer) is repeated only if carrying it out twice
/// does the same as once, which is never so for what sends, uploads or creates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retry {
    repeats: u32,
    max_wait: Duration,
}

impl Retry {
    /// No repetition, which is the default.
    pub const NONE: Self = Self { repeats: 0, max_wait: Duration::ZERO };

    /// So many repetitions at most, each after a wait of at most 30 seconds.
    #[must_use]
    pub const fn times(repeats: u32) -> Self {
        Self { repeats, max_wait: Duration::from_secs(30) }
    }

    /// Sets the longest wait before a repetition. A `retry_after` may be as large as a day.
    #[must_use]
    pub const fn max_wait(mut self, wait: Duration) -> Self {
        self.max_wait = wait;
        self
    }

    /// How long to wait before the call is repeated, if it is, after so many repetitions.
    pub(super) fn wait(&self, error: &Error, repeated: u32, repeatable: bool) -> Option<Duration> {
        let may_repeat = error.is_refusal() || (repeatable && error.is_transient());
        if !may_repeat || repeated >= self.repeats {
            return None;
        }
        match error.retry_after() {
            Some(asked) => (asked <= self.max_wait).then_some(asked),
            None => Some(backoff(FIRST_WAIT, repeated, self.max_wait)),
        }
    }
}

impl Default for Retry {
    fn default() -> Self {
        Self::NONE
    }
}

/// A wait that doubles with each failure up to a longest one. Its second half is random, so that
/// bots that failed together do not all come back together.
pub(super) fn backoff(first: Duration, failures: u32, longest: Duration) -> Duration {
    let doubled = first.saturating_mul(2_u32.saturating_pow(failures.min(16)));
    let half = doubled.min(longest) / 2;
    // In whole milliseconds: a page may put its own `Math.random` in place, and the product of a
    // duration with what that returns may panic.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
    let random = (half.as_millis() as f64 * js_sys::Math::random()) as u64;
    half + Duration::from_millis(random).min(half)
}
