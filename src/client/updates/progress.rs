//! Which updates came and were processed, and which of them can be confirmed. Without I/O.

use std::collections::{BTreeSet, VecDeque};

use crate::policy::polling::{REPORTED_IDS, SeenUpdates, UNCONFIRMABLE, is_confirmable, is_fault};
use crate::request::{Error, read};
use crate::types::Update;
use crate::wire::json::{self, Type};

pub(super) const METHOD: &str = "getUpdates";

/// Characters of an identifier that are shown.
const MAX_SHOWN: usize = 32;

#[derive(Default)]
pub(super) struct Progress {
    /// What the next request asks for: one more than the last update that was processed.
    pub offset: Option<i64>,
    /// The offset after all that are waiting.
    next_offset: i64,
    /// Whether the service does not know the offset yet.
    is_unconfirmed: bool,
    seen: SeenUpdates,
    /// Whether the service has sent again what was confirmed.
    is_repeating: bool,
    /// The update that was handed out and may still be in work.
    in_work: Option<i64>,
    waiting: VecDeque<Update>,
    /// The updates that were handed out and are handled side by side.
    open: BTreeSet<i64>,
}

/// What an answer had.
pub(super) struct Received {
    pub is_empty: bool,
    /// Names the updates that were skipped.
    pub skipped: Option<Error>,
}

impl Progress {
    /// How many updates wait to be handed out.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Hands out the next update.
    pub fn next(&mut self) -> Option<Update> {
        let update = self.waiting.pop_front()?;
        self.in_work = Some(update.update_id.0);
        Some(update)
    }

    /// Hands out the next update, which [`Progress::handled`] is told of.
    pub fn next_open(&mut self) -> Option<Update> {
        let update = self.waiting.pop_front()?;
        self.open.insert(update.update_id.0);
        Some(update)
    }

    /// Whether updates that were handed out are still being handled.
    pub fn is_busy(&self) -> bool {
        !self.open.is_empty()
    }

    /// Marks an update as handled. It is confirmed once all before it are.
    pub fn handled(&mut self, update_id: i64) {
        if self.open.remove(&update_id) {
            self.seen.add(update_id);
            let waiting = self.waiting.iter().map(|update| update.update_id.0);
            self.offset = waiting.chain(self.open.first().copied()).min().or(Some(self.next_offset));
            self.is_unconfirmed = true;
        }
    }

    /// Marks the update that was handed out as processed.
    pub fn processed(&mut self) {
        if let Some(update_id) = self.in_work.take() {
            self.seen.add(update_id);
            let is_last = self.waiting.is_empty();
            self.offset = Some(if is_last { self.next_offset } else { update_id.saturating_add(1) });
            self.is_unconfirmed = true;
        }
    }

    /// Forgets the oldest updates if there are enough. Call it before a request.
    pub fn forget(&mut self) {
        self.seen.forget();
    }

    /// Marks the offset as known to the service.
    pub fn confirmed(&mut self) {
        self.is_unconfirmed = false;
    }

    /// The offset that confirms what was processed, if the service does not know it yet. What was not processed stays
    /// unconfirmed, even if identifiers came out of order.
    pub fn confirmation(&self) -> Option<i64> {
        let offsets = self.waiting.iter().map(|update| update.update_id.0).chain(self.offset);
        offsets.min().filter(|_| self.is_unconfirmed)
    }

    /// Takes the result of a request.
    pub fn receive(&mut self, result: &str) -> Result<Received, Error> {
        if !result.starts_with('[') {
            return Err(unexpected("it is not an Array of Update"));
        }
        self.confirmed();
        let (mut came, mut last) = (0, None);
        let (mut new, mut ids, mut skipped) = (VecDeque::new(), BTreeSet::new(), Vec::new());
        for text in json::items(result) {
            came += 1;
            let Some(update) = update(text).filter(|update| is_confirmable(update.update_id.0)) else {
                skipped.push(identifier(text));
                continue;
            };
            last = last.max(Some(update.update_id.0));
            if self.seen.has(update.update_id.0) {
                self.is_repeating = true;
            } else if !self.open.contains(&update.update_id.0) && ids.insert(update.update_id.0) {
                new.push_back(update);
            }
        }
        let has_skipped = !skipped.is_empty();
        skipped.truncate(REPORTED_IDS);
        let skipped = has_skipped.then(|| unexpected(&format!("{UNCONFIRMABLE}{}", skipped.join(", "))));
        if is_fault(came, new.len()) && self.open.is_empty() {
            return Err(skipped.unwrap_or_else(|| unexpected("it has only updates that were confirmed")));
        }
        self.waiting = new;
        match last {
            Some(last) if self.is_busy() => self.next_offset = self.next_offset.max(last.saturating_add(1)),
            Some(last) => self.next_offset = last.saturating_add(1),
            // With nothing left to confirm, the offset is left out: after a week without updates the
            // next identifier is random, and one below the offset would count as confirmed.
            None if !self.is_repeating && !self.is_busy() => self.offset = None,
            None => {}
        }
        Ok(Received { is_empty: came == 0, skipped })
    }
}

fn unexpected(reason: &str) -> Error {
    Error::Result { method: METHOD.to_owned(), reason: reason.to_owned() }
}

/// The identifier of an update that cannot be confirmed, as it came.
fn identifier(update: &str) -> &str {
    let text = json::member(update, "update_id").filter(|text| json::type_of(text) == Type::Number);
    text.map_or("no number", |text| text.get(..MAX_SHOWN).unwrap_or(text))
}

/// An update, typed where it fits the types of this version, and otherwise with all its fields in
/// `extra`: one odd update must not stop all that come after it.
fn update(text: &str) -> Option<Update> {
    read::update(text).ok().map(|read| read.update).or_else(|| read::untyped_update(text))
}
