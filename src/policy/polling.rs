//! Long polling: how long to wait, which updates were processed, and which can be confirmed.

use std::collections::BTreeSet;
use std::time::Duration;

use super::{FIRST_WAIT, backoff};

/// The time that the service waits for an update before it returns an empty list.
pub const POLL: Duration = Duration::from_secs(30);

/// The most updates in an answer.
pub const MAX_LIMIT: u8 = 100;

/// The longest wait after an error without `retry_after`.
pub const MAX_BACKOFF: Duration = Duration::from_secs(30);

/// The longest wait, even if the service asks for more: a call once an hour costs little, and the service discards
/// updates after 24 hours.
pub const MAX_POLL_WAIT: Duration = Duration::from_secs(3600);

/// The shortest time between two calls if the service answers at once without updates.
pub const IDLE: Duration = Duration::from_millis(100);

/// The shortest pause between two calls while updates are being handled. The service answers such a call at once, because it waits
/// for nothing while it has unconfirmed updates.
pub const FIRST_BUSY: Duration = Duration::from_millis(15);

/// The longest such pause.
pub const LONGEST_BUSY: Duration = Duration::from_millis(500);

/// How many times longer than the pause no new update has come.
pub const BUSY_SHARE: u32 = 50;

/// The age of an update after which its handler, if it holds up polling, probably never ends.
pub const ENDLESS: Duration = Duration::from_secs(60);

/// What is said about such a handler.
pub const ENDLESS_ADVICE: &str = "100 updates are waiting for the handler of an earlier one, and the service gives no others until it \
    ends; does it wait for something that never comes?";

/// The status of a poll that conflicts with another poll or with a webhook.
pub const CONFLICT: i64 = 409;

/// Advice for [`CONFLICT`].
pub const CONFLICT_ADVICE: &str =
    "a webhook is set (deleteWebhook removes it), or another program polls with this token";

/// The number of temporary errors in a row that are reported, about 7 s after the first one. Single errors are common.
pub const OUTAGE: u32 = 5;

/// The greatest identifier of an update: a JavaScript number can represent the offset that confirms it.
pub const MAX_UPDATE_ID: i64 = (1 << 53) - 2;

/// The text before the identifiers in a report of updates that cannot be confirmed. Such an update is skipped: the
/// service returns it with every answer, and it would delay the other updates.
pub const UNCONFIRMABLE: &str = "updates that cannot be confirmed are skipped; update_id: ";

/// The maximum number of identifiers in such a report.
pub const REPORTED_IDS: usize = 8;

/// The greatest Integer of the specification. A larger offset is sent without a check of its limits: otherwise, the
/// update could not be confirmed and would be delivered again and again.
pub const MAX_CHECKED_OFFSET: i64 = i32::MAX as i64;

/// The number of identifiers after which older ones are forgotten.
pub const KEPT_IDS: usize = 10_000;

/// Returns the wait after this number of errors in a row. `retry_after` is from the last error.
#[must_use]
pub fn wait_after_errors(errors: u32, retry_after: Option<Duration>, random: f64) -> Duration {
    match retry_after {
        // If the service asks for no wait, it is not called at full speed.
        Some(asked) => asked.clamp(IDLE, MAX_POLL_WAIT),
        None => backoff(FIRST_WAIT, errors.saturating_sub(1), MAX_BACKOFF, random),
    }
}

/// Returns the wait after an answer without updates that took this long.
#[must_use]
pub fn wait_when_idle(took: Duration) -> Duration {
    IDLE.saturating_sub(took)
}

/// Returns the pause before the next call while updates are being handled, if no new one has come for this long.
#[must_use]
pub fn wait_when_busy(quiet: Duration) -> Duration {
    (quiet / BUSY_SHARE).clamp(FIRST_BUSY, LONGEST_BUSY)
}

/// Statuses from 400 to 499 that are temporary: a timeout, a conflict, too many requests.
pub const TEMPORARY: [i64; 3] = [408, CONFLICT, 429];

/// Returns true if waiting does not help: a wrong token, base URL, or parameter.
#[must_use]
pub fn is_lasting(status: i64) -> bool {
    (400..500).contains(&status) && !TEMPORARY.contains(&status)
}

/// Returns true if the update can be confirmed. A negative offset would make the service forget updates.
#[must_use]
pub fn is_confirmable(update_id: i64) -> bool {
    (0..=MAX_UPDATE_ID).contains(&update_id)
}

/// Returns true if an answer contains only known updates. The next call then waits: otherwise, a service that does not
/// forget its updates would be called at full speed.
#[must_use]
pub fn is_fault(came: usize, new: usize) -> bool {
    came > 0 && new == 0
}

/// The identifiers of the processed updates: at least the last 10 000, and all of the last answer.
#[derive(Debug, Default)]
pub struct SeenUpdates {
    recent: BTreeSet<i64>,
    older: BTreeSet<i64>,
}

impl SeenUpdates {
    /// Returns true if the update was processed.
    #[must_use]
    pub fn has(&self, update_id: i64) -> bool {
        self.recent.contains(&update_id) || self.older.contains(&update_id)
    }

    /// Adds a processed update.
    pub fn add(&mut self, update_id: i64) {
        self.recent.insert(update_id);
    }

    /// Forgets the oldest identifiers if there are enough. Call it before an answer is parsed, not in the middle of
    /// one, so that a repeated answer is recognized as a whole.
    pub fn forget(&mut self) {
        if self.recent.len() >= KEPT_IDS {
            self.older = std::mem::take(&mut self.recent);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{KEPT_IDS, SeenUpdates};

    #[test]
    fn the_oldest_are_forgotten_between_answers() {
        let mut seen = SeenUpdates::default();
        for id in 0..100_000 {
            seen.add(id);
        }
        assert!(seen.has(0));
        seen.forget();
        assert!(seen.has(0) && seen.has(99_999));
        (0..).step_by(2).take(KEPT_IDS).for_each(|id| seen.add(200_000 + id));
        seen.forget();
        assert!(!seen.has(99_999) && seen.has(200_000) && !seen.has(200_001));
        seen.forget();
        assert!(seen.has(200_000));
    }
}
