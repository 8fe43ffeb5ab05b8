//! Converts durations to the milliseconds that the service and JavaScript use.

use std::time::Duration;

/// Returns a duration in whole milliseconds. `Duration::as_millis` returns a `u128`, which takes more code to format.
#[must_use]
pub fn millis(duration: Duration) -> u64 {
    duration.as_secs().saturating_mul(1000).saturating_add(duration.subsec_millis().into())
}
