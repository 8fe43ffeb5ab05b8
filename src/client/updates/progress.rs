//! Tracks which updates were received and processed, and which can be confirmed. Without I/O.

use std::collections::{BTreeSet, VecDeque};

use crate::policy::polling::{MAX_LIMIT, REPORTED_IDS, SeenUpdates, UNCONFIRMABLE, is_confirmable, is_fault};
use crate::request::{Error, read};
use crate::types::Update;
use crate::wire::json::{self, Type};

pub(super) const METHOD: &str = "getUpdates";

/// The number of characters of an identifier that are shown.
const MAX_SHOWN: usize = 32;

#[derive(Default)]
pub(super) struct Progress {
    /// The offset of the next request: one more than the last processed update.
    pub offset: Option<i64>,
    /// The offset after all waiting updates.
    next_offset: i64,
    /// True if the service does not know the offset yet.
    is_unconfirmed: bool,
    seen: SeenUpdates,
    /// True if the service has repeated a confirmed update.
    is_repeating: bool,
    /// The update that was returned and may still be in progress.
    last_returned: Option<i64>,
    waiting: VecDeque<Update>,
    /// The identifiers of these.
    waiting_ids: BTreeSet<i64>,
    /// The updates that were returned and are handled concurrently.
    in_flight: BTreeSet<i64>,
    /// True if an update was handled after the request was sent, so that its answer repeats and does not confirm it.
    is_outdated: bool,
}

/// The parsed answer to a request.
pub(super) struct Received {
    pub is_empty: bool,
    /// True if it had the maximum length and nothing new. The service then sends no later updates until the first ones are
    /// handled.
    pub is_full: bool,
    /// An error that names the skipped updates.
    pub skipped: Option<Error>,
}

impl Progress {
    /// Returns the number of updates that wait to be returned.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Returns the next update.
    pub fn next(&mut self) -> Option<Update> {
        let update = self.waiting.pop_front()?;
        self.waiting_ids.remove(&update.update_id.0);
        self.last_returned = Some(update.update_id.0);
        Some(update)
    }

    /// Returns the next update. Pass its identifier to [`Progress::handled`] afterwards.
    pub fn next_concurrent(&mut self) -> Option<Update> {
        let update = self.waiting.pop_front()?;
        self.waiting_ids.remove(&update.update_id.0);
        self.in_flight.insert(update.update_id.0);
        Some(update)
    }

    /// Returns the number of updates of [`Progress::next_concurrent`] that are being handled.
    pub fn in_flight(&self) -> usize {
        self.in_flight.len()
    }

    /// Returns true while updates of [`Progress::next_concurrent`] are being handled.
    pub fn is_busy(&self) -> bool {
        !self.in_flight.is_empty()
    }

    /// Marks an update as handled. It is confirmed once all before it are.
    pub fn handled(&mut self, update_id: i64) {
        if self.in_flight.remove(&update_id) {
            self.seen.add(update_id);
            let firsts = [self.waiting_ids.first(), self.in_flight.first()];
            self.offset = firsts.into_iter().flatten().min().copied().or(Some(self.next_offset));
            self.is_unconfirmed = true;
            self.is_outdated = true;
        }
    }

    /// Marks the update from [`Progress::next`] as processed.
    pub fn processed(&mut self) {
        if let Some(update_id) = self.last_returned.take() {
            self.seen.add(update_id);
            let is_last = self.waiting.is_empty();
            self.offset = Some(if is_last { self.next_offset } else { update_id.saturating_add(1) });
            self.is_unconfirmed = true;
        }
    }

    /// Starts a request: forgets the oldest updates if there are enough.
    pub fn ask(&mut self) {
        self.seen.forget();
        self.is_outdated = false;
    }

    /// Marks the offset as known to the service.
    pub fn confirmed(&mut self) {
        self.is_unconfirmed = false;
    }

    /// Returns the offset that confirms processed updates, if the service does not know it yet. Unprocessed updates
    /// stay unconfirmed, even if identifiers came out of order.
    pub fn confirmation(&self) -> Option<i64> {
        let offsets = self.waiting_ids.first().copied().into_iter().chain(self.offset);
        offsets.min().filter(|_| self.is_unconfirmed)
    }

    /// Takes the result of a request.
    pub fn receive(&mut self, result: &str) -> Result<Received, Error> {
        if !result.starts_with('[') {
            return Err(unexpected("it is not an Array of Update"));
        }
        let is_outdated = self.is_outdated;
        if !is_outdated {
            self.confirmed();
        }
        let (mut came, mut last) = (0, None);
        let (mut new, mut ids, mut skipped) = (VecDeque::new(), BTreeSet::new(), Vec::new());
        for text in json::items(result) {
            came += 1;
            // Updates that are being handled come with each answer, and are not read again.
            if let Some(id) = number(text).filter(|id| self.in_flight.contains(id)) {
                last = last.max(Some(id));
                continue;
            }
            let Some(update) = update(text).filter(|update| is_confirmable(update.update_id.0)) else {
                skipped.push(identifier(text));
                continue;
            };
            last = last.max(Some(update.update_id.0));
            if self.seen.has(update.update_id.0) {
                self.is_repeating |= !is_outdated;
            } else if ids.insert(update.update_id.0) {
                new.push_back(update);
            }
        }
        let has_skipped = !skipped.is_empty();
        skipped.truncate(REPORTED_IDS);
        let skipped = has_skipped.then(|| unexpected(&format!("{UNCONFIRMABLE}{}", skipped.join(", "))));
        if is_fault(came, new.len()) && !self.is_busy() && !is_outdated {
            return Err(skipped.unwrap_or_else(|| unexpected("it has only updates that were confirmed")));
        }
        let is_full = new.is_empty() && came >= usize::from(MAX_LIMIT);
        (self.waiting, self.waiting_ids) = (new, ids);
        match last {
            Some(last) if self.is_busy() => self.next_offset = self.next_offset.max(last.saturating_add(1)),
            Some(last) => self.next_offset = last.saturating_add(1),
            // Once everything is confirmed, the offset is omitted: after a week without updates, the next identifier is
            // random, and one below the offset would count as confirmed.
            None if !self.is_repeating && !self.is_busy() && !is_outdated => self.offset = None,
            None => {}
        }
        Ok(Received { is_empty: came == 0, is_full, skipped })
    }
}

fn unexpected(reason: &str) -> Error {
    Error::Result { method: METHOD.to_owned(), reason: reason.to_owned() }
}

/// Returns the identifier of an update.
fn number(update: &str) -> Option<i64> {
    json::member(update, "update_id")?.parse().ok()
}

/// Returns the identifier of an update that cannot be confirmed, unchanged.
fn identifier(update: &str) -> &str {
    let text = json::member(update, "update_id").filter(|text| json::type_of(text) == Type::Number);
    text.map_or("no number", |text| text.get(..MAX_SHOWN).unwrap_or(text))
}

/// Parses an update. If it does not match the types of this version, all its fields are in `extra`: one odd update must
/// not block those after it.
fn update(text: &str) -> Option<Update> {
    read::update(text).ok().map(|read| *read.update).or_else(|| read::untyped_update(text))
}
