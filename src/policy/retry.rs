//! Decides whether and when a failed call is retried.

use std::time::Duration;

use super::millis::millis;

/// The wait before the first retry if the service does not ask for one. It doubles with each retry.
pub const FIRST_WAIT: Duration = Duration::from_millis(500);

/// The error code of a call that was not carried out.
const TOO_MANY_REQUESTS: i64 = 429;

/// The longest wait before a retry by default. Services often ask for one or two minutes; a `retry_after` may be as large as a day.
pub const LONGEST_WAIT: Duration = Duration::from_secs(120);

/// Sets how often a failed call is retried, and how long a retry may wait.
///
/// If the service refuses a call for its rate (429, `retry_after`), the call is retried after the time that the service asks
/// for. If that is longer than the longest wait, the call fails at once. If the outcome of a call is unknown (a 5xx, no
/// response), it is retried only if the method is idempotent. Methods that send, upload or create something are not.
///
/// ```no_run
/// # #[cfg(feature = "client")]
/// # async fn example(bot: botwire::client::Bot) -> Result<(), botwire::client::Error> {
/// use botwire::client::Retry;
///
/// let bot = bot.retry(Retry::times(3));
/// // For this call only.
/// bot.send_message(42, "hi").retry(Retry::times(5)).await?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retry {
    retries: u32,
    max_wait: Duration,
    total: Option<Duration>,
}

/// The part of a failed attempt that decides about a retry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trouble {
    /// The wait that the service asks for.
    pub retry_after: Option<Duration>,
    /// True if the service did nothing.
    pub is_refusal: bool,
    /// True if the same call may succeed later.
    pub is_transient: bool,
}

impl Trouble {
    /// A failure that a retry does not fix.
    pub const LASTING: Self = Self { retry_after: None, is_refusal: false, is_transient: false };

    /// The service did not answer, but it may have carried out the call.
    pub const UNANSWERED: Self = Self { retry_after: None, is_refusal: false, is_transient: true };

    /// An answer with that status or error code. The service asks for a wait only if it refused the call because of its
    /// rate, so it then did nothing, whatever the code.
    #[must_use]
    pub fn answered(status: i64, retry_after: Option<Duration>) -> Self {
        let is_refusal = status == TOO_MANY_REQUESTS || retry_after.is_some();
        Self { retry_after, is_refusal, is_transient: is_refusal || status >= 500 }
    }
}

impl Retry {
    /// No retries, which is the default.
    pub const NONE: Self = Self { retries: 0, max_wait: Duration::ZERO, total: None };

    /// Allows this number of retries, each after a wait of at most 120 seconds.
    #[must_use]
    pub const fn times(retries: u32) -> Self {
        Self { retries, max_wait: LONGEST_WAIT, total: None }
    }

    /// Sets the longest wait before a retry. A `retry_after` may be as large as a day.
    #[must_use]
    pub const fn max_wait(mut self, wait: Duration) -> Self {
        self.max_wait = wait;
        self
    }

    /// Sets how long after the start of the call the last retry may begin. Default: no limit.
    #[must_use]
    pub const fn total(mut self, total: Duration) -> Self {
        self.total = Some(total);
        self
    }

    /// Returns the maximum number of retries.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.retries
    }

    /// Returns how long after the start of the call the last retry may begin.
    #[must_use]
    pub const fn total_time(&self) -> Option<Duration> {
        self.total
    }

    /// Returns the wait before the next attempt, or `None` if the call is not retried. `retried` is the number of
    /// retries so far, `elapsed` the time since the first attempt began, and `random` a number between 0 and 1.
    #[doc(hidden)] // as is Trouble
    #[must_use]
    pub fn wait(
        &self,
        trouble: Trouble,
        is_idempotent: bool,
        retried: u32,
        elapsed: Duration,
        random: f64,
    ) -> Option<Duration> {
        let is_safe = trouble.is_refusal || (is_idempotent && trouble.is_transient);
        if !is_safe || retried >= self.retries {
            return None;
        }
        let wait = trouble.retry_after.unwrap_or_else(|| backoff(FIRST_WAIT, retried, self.max_wait, random));
        let is_in_time = self.total.is_none_or(|total| elapsed.saturating_add(wait) <= total);
        (wait <= self.max_wait && is_in_time).then_some(wait)
    }
}

impl Default for Retry {
    fn default() -> Self {
        Self::NONE
    }
}

/// Returns a wait in whole milliseconds that doubles with each failure, up to `longest`. Its second half is random, so
/// that bots that failed together do not all retry together. `random` is between 0 and 1.
#[must_use]
pub fn backoff(initial: Duration, failures: u32, longest: Duration, random: f64) -> Duration {
    let most = initial.saturating_mul(2_u32.saturating_pow(failures.min(30))).min(longest);
    // A page may replace `Math.random`. `max` turns NaN into 0; `clamp` does not.
    #[allow(clippy::manual_clamp)]
    let share = 0.5 + random.max(0.0).min(1.0) / 2.0;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
    let wait = (millis(most) as f64 * share).ceil() as u64;
    Duration::from_millis(wait)
}

#[cfg(test)]
mod tests {
    use super::{Duration, Retry, Trouble, backoff};

    const BUSY: Trouble = Trouble { retry_after: None, is_refusal: true, is_transient: true };

    #[test]
    fn an_invalid_random_number_stays_within_the_bounds() {
        for odd in [f64::NAN, -1.0, f64::INFINITY, 5.0] {
            let wait = backoff(Duration::from_secs(1), 0, Duration::from_secs(30), odd);
            assert!((500..=1000).contains(&wait.as_millis()), "{odd}");
        }
    }

    #[test]
    fn a_wait_beyond_the_longest_or_the_total_ends_the_retries() {
        let retry = Retry::times(2).max_wait(Duration::from_secs(10)).total(Duration::from_secs(20));
        let wait = |seconds, retried, elapsed| {
            let trouble = Trouble { retry_after: Some(Duration::from_secs(seconds)), ..BUSY };
            retry.wait(trouble, false, retried, Duration::from_secs(elapsed), 0.0).map(|wait| wait.as_secs())
        };
        assert_eq!((wait(10, 0, 0), wait(11, 0, 0)), (Some(10), None));
        assert_eq!((wait(10, 1, 10), wait(10, 1, 11), wait(1, 2, 0)), (Some(10), None, None));
        assert_eq!(wait(u64::MAX, 0, u64::MAX), None);
        assert_eq!((retry.count(), retry.total_time()), (2, Some(Duration::from_secs(20))));
        assert_eq!((Retry::NONE.count(), Retry::times(3).total_time()), (0, None));
    }
}
