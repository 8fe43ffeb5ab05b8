//! The identifiers of the updates that were processed.

use std::collections::VecDeque;

/// How many ranges are kept.
const RANGES: usize = 1000;

/// Identifiers, as ranges: they are mostly consecutive. The oldest range is forgotten first.
#[derive(Debug, Default)]
pub(super) struct Seen(VecDeque<(i64, i64)>);

impl Seen {
    pub fn has(&self, update_id: i64) -> bool {
        self.0.iter().any(|(first, last)| (*first..=*last).contains(&update_id))
    }

    pub fn add(&mut self, update_id: i64) {
        match self.0.back_mut() {
            Some((_, last)) if last.checked_add(1) == Some(update_id) => *last = update_id,
            _ => self.0.push_back((update_id, update_id)),
        }
        if self.0.len() > RANGES {
            self.0.pop_front();
        }
    }
}
