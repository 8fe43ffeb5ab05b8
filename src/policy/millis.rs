//! Durations as the service and JavaScript write them.

use std::time::Duration;

/// A duration in whole milliseconds. Those of the standard library have 128 bits, which take code of their own to write.
#[must_use]
pub fn millis(duration: Duration) -> u64 {
    duration.as_secs().saturating_mul(1000).saturating_add(duration.subsec_millis().into())
}
