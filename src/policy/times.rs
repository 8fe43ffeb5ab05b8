//! Time limits of calls, and size limits of answers.

use std::time::Duration;

use super::Retry;

/// The time limit of one attempt of a call without files, up to the last byte of the answer.
pub const TIMEOUT: Duration = Duration::from_secs(60);

/// The time limit of a download: 20 MB then need 35 kB a second.
pub const DOWNLOAD_TOTAL: Duration = Duration::from_secs(600);

/// The time limit of the last confirmation of updates. Keep it short: shutdown waits for it.
pub const CONFIRMATION: Duration = Duration::from_secs(5);

/// The time that the service waits for the answer to a pre-checkout query.
pub const PRE_CHECKOUT: Duration = Duration::from_secs(10);

/// The time reserved for the response to reach the service.
pub const RESPONSE_TIME: Duration = Duration::from_secs(2);

/// The size limit of a successful answer, decompressed. The largest that the service may send is smaller: 100 updates
/// of 4096 characters, escaped as `\ud83d\ude00`, each with the message that it replies to.
pub const MAX_RESPONSE_BYTES: usize = 16 << 20;

/// The size limit of an error response, whose envelope is far smaller.
pub const MAX_FAILURE_BYTES: usize = 1 << 16;

/// The retries of a call that a webhook makes after its response: hosts let a task run for 30 seconds.
pub const LATE_RETRY: Retry = Retry::times(3).total(Duration::from_secs(20));

/// The delay that a rate-limited call may have without delaying the next one, because timers fire late.
pub const TIMER_SLACK: Duration = Duration::from_millis(20);

/// The longest time between two calls, 136 years. Even many times as long does not overflow.
const LONGEST: Duration = Duration::from_secs(u32::MAX as u64);

/// Returns the time between two calls at a rate, or zero if the rate is 0, which means no limit. It is longer by the slack and a
/// millisecond, so that no second has too many calls. A mistaken rate, negative or NaN, must not flood the service: it is the
/// lowest one.
#[must_use]
pub fn interval(per_second: f64) -> Duration {
    if per_second == 0.0 {
        return Duration::ZERO;
    }
    let seconds = (1.001 + TIMER_SLACK.as_secs_f64()) / per_second.max(0.0);
    Duration::try_from_secs_f64(seconds).unwrap_or(LONGEST).min(LONGEST)
}

/// The size limit of a download.
pub const MAX_FILE_BYTES: u64 = 20 << 20;

/// The largest file that a parameter takes. Some take less; unknown parameters have no limit.
pub const MAX_UPLOAD_BYTES: u64 = 50 << 20;

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{LONGEST, interval};

    #[test]
    fn only_zero_and_infinity_are_no_limit() {
        for rate in [0.0, -0.0, f64::INFINITY] {
            assert_eq!(interval(rate), Duration::ZERO, "{rate}");
        }
        for rate in [f64::NAN, -1.0, -1e300, f64::NEG_INFINITY, 1e-30, f64::MIN_POSITIVE] {
            assert_eq!(interval(rate), LONGEST, "{rate}");
        }
        assert!((Duration::from_secs(2)..Duration::from_millis(2100)).contains(&interval(0.5)));
    }
}
