//! The emulator's time. The caller passes it; the emulator never reads a clock and never waits.

use serde::{Deserialize, Serialize};

/// Milliseconds of a second.
pub const SECOND: i64 = 1000;
/// Milliseconds of a minute.
pub const MINUTE: i64 = 60 * SECOND;
/// Milliseconds of an hour.
pub const HOUR: i64 = 60 * MINUTE;
/// Milliseconds of a day.
pub const DAY: i64 = 24 * HOUR;
/// Milliseconds of a week.
pub const WEEK: i64 = 7 * DAY;

/// A point in time: milliseconds since 1970-01-01 00:00:00 UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Time(i64);

impl Time {
    /// The last point whose date fits in 32 bits, as the specification requires of integers: 2038-01-19 03:14:07 UTC.
    /// The emulator's clock stops there.
    pub const LAST: Self = Self(i32::MAX as i64 * SECOND + SECOND - 1);

    /// The point that many milliseconds after 1970-01-01 00:00:00 UTC.
    #[must_use]
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// Milliseconds since 1970-01-01 00:00:00 UTC.
    #[must_use]
    pub const fn millis(self) -> i64 {
        self.0
    }

    /// Unix time: whole seconds since 1970-01-01 00:00:00 UTC.
    #[must_use]
    pub const fn unix(self) -> i64 {
        self.0.div_euclid(SECOND)
    }

    /// The point that many milliseconds later.
    #[must_use]
    pub const fn after(self, millis: i64) -> Self {
        Self(self.0.saturating_add(millis))
    }

    pub(crate) const fn after_seconds(self, seconds: i64) -> Self {
        self.after(seconds.saturating_mul(SECOND))
    }

    /// Milliseconds from an earlier point to this one.
    #[must_use]
    pub const fn since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }
}
