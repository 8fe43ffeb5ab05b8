//! Measures elapsed time.

use std::time::Duration;
#[cfg(not(any(all(feature = "reqwest-no-tls", not(target_arch = "wasm32")), web)))]
use std::time::Instant;

// Waits use tokio's timers, and a test can pause the time of tokio.
#[cfg(all(feature = "reqwest-no-tls", not(target_arch = "wasm32")))]
use tokio::time::Instant;

#[cfg(web)]
use crate::platform::clock;

/// A point in time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moment {
    #[cfg(web)]
    millis: f64,
    #[cfg(not(web))]
    instant: Instant,
}

/// Returns the Unix time of the machine, in seconds.
#[cfg(web)]
#[allow(clippy::cast_possible_truncation)]
pub(super) fn unix_time() -> i64 {
    (js_sys::Date::now() / 1000.0) as i64
}

/// Returns the Unix time of the machine, in seconds.
#[cfg(not(web))]
pub(super) fn unix_time() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

/// The time since a start. Includes waits of test transports, which take no real time.
#[derive(Debug)]
pub(super) struct Stopwatch {
    start: Moment,
    reached: Duration,
}

impl Stopwatch {
    pub fn start() -> Self {
        Self { start: Moment::now(), reached: Duration::ZERO }
    }

    pub fn elapsed(&self) -> Duration {
        self.start.elapsed().max(self.reached)
    }

    /// Records that a wait until that time is over.
    pub fn reach(&mut self, time: Duration) {
        self.reached = self.reached.max(time);
    }
}

#[cfg(web)]
impl Moment {
    pub fn now() -> Self {
        Self { millis: clock::now() }
    }

    pub fn elapsed(self) -> Duration {
        Duration::from_secs_f64((clock::now() - self.millis).max(0.0) / 1000.0)
    }
}

#[cfg(not(web))]
impl Moment {
    pub fn now() -> Self {
        Self { instant: Instant::now() }
    }

    pub fn elapsed(self) -> Duration {
        self.instant.elapsed()
    }
}
