//! The updates of a bot, stored until it receives them, but never more than 24 hours.

use std::collections::BTreeMap;

use super::clock::{DAY, Time, WEEK};
use super::random::Random;

/// An update as it was when it was created.
#[derive(Debug, Clone)]
pub(super) struct Stored {
    pub created: Time,
    /// The chat whose updates are delivered one after the other.
    pub chat: i64,
    /// The Update as JSON text.
    pub json: String,
}

/// The queue, in order of `update_id`.
#[derive(Debug, Clone, Default)]
pub(super) struct Queue {
    last: Option<(i64, Time)>,
    updates: BTreeMap<i64, Stored>,
}

/// The first identifier is random up to here: positive, and no bot can count on 1.
const FIRST: u32 = 1_000_000;
/// After a week without updates the next identifier lies up to so far ahead.
const JUMP: u32 = 1_000_000;

impl Queue {
    /// The `update_id` of the next update: sequential, but random after a week without one. It
    /// never goes back, or the offset of a bot that polls would confirm updates that it has not seen.
    pub fn next_id(&mut self, now: Time, random: &mut Random) -> i64 {
        let id = match self.last {
            None => random.up_to(FIRST),
            Some((last, at)) if now.since(at) >= WEEK => last + 1 + random.up_to(JUMP),
            Some((last, _)) => last + 1,
        };
        self.last = Some((id, now));
        id
    }

    pub fn push(&mut self, id: i64, stored: Stored) {
        self.updates.insert(id, stored);
    }

    pub fn len(&self) -> usize {
        self.updates.len()
    }

    pub fn get(&self, id: i64) -> Option<&Stored> {
        self.updates.get(&id)
    }

    pub fn remove(&mut self, id: i64) {
        self.updates.remove(&id);
    }

    /// Identifiers and chats of all updates, in order.
    pub fn chats(&self) -> impl Iterator<Item = (i64, i64)> {
        self.updates.iter().map(|(id, stored)| (*id, stored.chat))
    }

    /// Confirms the updates before that one.
    pub fn confirm_before(&mut self, id: i64) {
        self.updates = self.updates.split_off(&id);
    }

    /// Forgets all but the last updates.
    pub fn keep_last(&mut self, count: usize) {
        let Some(first) = count.checked_sub(1) else { return };
        if let Some(id) = self.updates.keys().rev().nth(first).copied() {
            self.confirm_before(id);
        }
    }

    /// The JSON texts of at most that many updates from that identifier on.
    pub fn from(&self, id: i64, limit: usize) -> impl Iterator<Item = &str> {
        self.updates.range(id..).take(limit).map(|(_, stored)| stored.json.as_str())
    }

    /// Discards what is stored for more than 24 hours; identifiers and chats of what went.
    pub fn expire(&mut self, now: Time) -> Vec<(i64, i64)> {
        let mut gone = Vec::new();
        while let Some(entry) = self.updates.first_entry() {
            if now.since(entry.get().created) <= DAY {
                break;
            }
            let (id, stored) = entry.remove_entry();
            gone.push((id, stored.chat));
        }
        gone
    }
}
