//! Long polling: what is waited for, which updates were processed, what can be confirmed.

use std::collections::BTreeSet;
use std::time::Duration;

use super::{FIRST_WAIT, backoff};

/// How long the service waits for an update before it answers with none.
pub const POLL: Duration = Duration::from_secs(30);

/// The longest wait after a fault where the service asks for none.
pub const MAX_BACKOFF: Duration = Duration::from_secs(30);

/// The longest wait, also where the service asks for a longer one: a call once an hour costs little, and the service
/// discards updates after 24 hours.
pub const MAX_POLL_WAIT: Duration = Duration::from_secs(3600);

/// A service that does not wait until there is an update is called again after this time at the earliest.
pub const IDLE: Duration = Duration::from_millis(100);

/// The status of a poll that another one, or a webhook, stands in the way of.
pub const CONFLICT: i64 = 409;

/// What helps after [`CONFLICT`].
pub const CONFLICT_ADVICE: &str =
    "a webhook is set (deleteWebhook removes it), or another program polls with this token";

/// A fault that a wait may mend is reported when so many came in a row, about 7 s after the first one: single ones are common.
pub const OUTAGE: u32 = 5;

/// The greatest identifier of an update: a JavaScript number holds the offset that confirms it.
pub const MAX_UPDATE_ID: i64 = (1 << 53) - 2;

/// What a report of updates that cannot be confirmed says before their identifiers. Such an update is skipped: it would
/// come with every answer, and hold up the updates that come with it.
pub const UNCONFIRMABLE: &str = "updates that cannot be confirmed are skipped; update_id: ";

/// How many identifiers such a report names.
pub const REPORTED_IDS: usize = 8;

/// The greatest Integer of the specification. An offset beyond it is sent without a check of its limits: otherwise the
/// update could not be confirmed, and would come for ever.
pub const MAX_CHECKED_OFFSET: i64 = i32::MAX as i64;

/// Identifiers from which on the older ones are forgotten.
pub const KEPT_IDS: usize = 10_000;

/// How long to wait after so many faults in a row, of which the last asked for that wait.
#[must_use]
pub fn wait_after_errors(errors: u32, retry_after: Option<Duration>, random: f64) -> Duration {
    match retry_after {
        // A service that asks for no wait at all is not called at full speed.
        Some(asked) => asked.clamp(IDLE, MAX_POLL_WAIT),
        None => backoff(FIRST_WAIT, errors.saturating_sub(1), MAX_BACKOFF, random),
    }
}

/// How long to wait after an answer without updates that took that long.
#[must_use]
pub fn wait_when_idle(took: Duration) -> Duration {
    IDLE.saturating_sub(took)
}

/// Statuses from 400 to 499 of failures that waiting may mend: a timeout, another poll or a webhook, too many requests.
pub const TEMPORARY: [i64; 3] = [408, CONFLICT, 429];

/// Whether waiting does not mend a failure of that status: a wrong token, base URL or parameter.
#[must_use]
pub fn is_lasting(status: i64) -> bool {
    (400..500).contains(&status) && !TEMPORARY.contains(&status)
}

/// Whether an update of that identifier can be confirmed. A negative offset would make the service forget updates.
#[must_use]
pub fn is_confirmable(update_id: i64) -> bool {
    (0..=MAX_UPDATE_ID).contains(&update_id)
}

/// Whether an answer is a fault, after which the next call waits: nothing in it is new. Otherwise a service that does not
/// forget its updates would be called at full speed.
#[must_use]
pub fn is_fault(came: usize, new: usize) -> bool {
    came > 0 && new == 0
}

/// The identifiers of the updates that were processed: at least the last 10 000, and all of the last answer.
#[derive(Debug, Default)]
pub struct SeenUpdates {
    recent: BTreeSet<i64>,
    older: BTreeSet<i64>,
}

impl SeenUpdates {
    /// Whether the update was processed.
    #[must_use]
    pub fn has(&self, update_id: i64) -> bool {
        self.recent.contains(&update_id) || self.older.contains(&update_id)
    }

    /// Adds an update that was processed.
    pub fn add(&mut self, update_id: i64) {
        self.recent.insert(update_id);
    }

    /// Forgets the oldest if there are enough. Call it before an answer is read, not in the middle of one: an answer
    /// that is repeated is then recognized as a whole.
    pub fn forget(&mut self) {
        if self.recent.len() >= KEPT_IDS {
            self.older = std::mem::take(&mut self.recent);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, KEPT_IDS, SeenUpdates, is_confirmable, is_lasting, wait_after_errors, wait_when_idle};

    #[test]
    fn the_service_says_how_long_to_wait_but_not_for_ever() {
        let wait = |errors, asked: Option<u64>| wait_after_errors(errors, asked.map(Duration::from_secs), 0.0);
        assert_eq!([wait(1, None), wait(2, None)].map(|wait| wait.as_millis()), [250, 500]);
        let asked = [0, 7, 3600, 73_414, u64::MAX].map(|seconds| wait(9, Some(seconds)).as_secs());
        assert_eq!(asked, [0, 7, 3600, 3600, 3600]);
    }

    #[test]
    fn only_an_instant_answer_is_waited_after() {
        let wait = |millis| wait_when_idle(Duration::from_millis(millis)).as_millis();
        assert_eq!([0, 40, 100, 30_000].map(wait), [100, 60, 0, 0]);
    }

    #[test]
    fn what_waiting_mends() {
        let lasting: Vec<i64> = (399..501).filter(|status| is_lasting(*status)).collect();
        assert_eq!((lasting.len(), lasting.first(), lasting.last()), (97, Some(&400), Some(&499)));
        assert!([408, 409, 429].iter().all(|status| !lasting.contains(status)));
    }

    #[test]
    fn identifiers_have_an_offset_behind_them() {
        let good: Vec<i64> = [-1, 0, i64::from(i32::MAX) + 1, (1 << 53) - 2, (1 << 53) - 1, i64::MAX]
            .into_iter()
            .filter(|id| is_confirmable(*id))
            .collect();
        assert_eq!(good, [0, 2_147_483_648, 9_007_199_254_740_990]);
    }

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
