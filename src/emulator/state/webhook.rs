//! A webhook and the order of its deliveries. Up to `max_connections` of them run in parallel, but updates of one chat
//! are delivered one after the other, because a user waits for the answer to the first.
//!
//! Unspecified behavior: a delivery is attempted 12 times in about 34 minutes, and then discarded.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize, Serializer};

use crate::emulator::clock::{SECOND, Time};
use crate::emulator::state::Map;

/// The largest number of attempts of a delivery; the specification says "a reasonable number".
pub(crate) const DELIVERY_ATTEMPTS: u32 = 12;

/// The start of lane identifiers for overtaken updates, which each have their own lane. No chat uses them.
const OVERTAKEN: i64 = -(1 << 61);

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct StoredWebhook {
    pub url: String,
    pub max_connections: usize,
    pub has_custom_certificate: bool,
    /// `secret_token` of later interfaces, which each delivery contains, or empty.
    pub secret: String,
    /// Number of the latest delivery to a former webhook of the bot. Its outcome may still arrive.
    #[serde(skip)]
    pub former: u64,
    /// Unix time and text of the most recent delivery error.
    pub last_error: Option<(i64, String)>,
    lanes: Map<i64, Lane>,
    /// The first updates of waiting lanes: due time, update, and chat.
    #[serde(skip)]
    due: Map<(Time, i64), i64>,
}

/// The updates of one chat in order. The first one is in flight if `due` is `None`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct Lane {
    waiting: VecDeque<i64>,
    attempts: u32,
    /// Always set in snapshots, so that deliveries in flight are made again.
    #[serde(serialize_with = "due_again")]
    due: Option<Time>,
}

#[allow(clippy::ref_option)] // the signature that serde calls
fn due_again<S: Serializer>(due: &Option<Time>, serializer: S) -> Result<S::Ok, S::Error> {
    due.unwrap_or_default().serialize(serializer)
}

/// Returns true for the lane of an update that a fault lets others overtake.
pub(crate) fn is_overtaken(lane: i64) -> bool {
    lane < OVERTAKEN / 2
}

impl StoredWebhook {
    pub fn new(url: String, max_connections: usize, has_custom_certificate: bool, secret: String) -> Self {
        Self { url, max_connections, has_custom_certificate, secret, ..Self::default() }
    }

    /// Adds an update after the others of its chat. `in_flight`: a former webhook has received it and not answered yet.
    /// `overtaken`: a fault lets later updates overtake it.
    pub fn enqueue(&mut self, id: i64, chat: i64, now: Time, in_flight: bool, overtaken: bool) {
        let (chat, due) = if overtaken { (OVERTAKEN + id, now.after(SECOND)) } else { (chat, now) };
        let lane = self.lanes.get_or_default(chat);
        lane.waiting.push_back(id);
        if lane.waiting.len() == 1 && !in_flight {
            self.schedule(chat, due);
        }
    }

    /// Schedules the first update of a chat.
    fn schedule(&mut self, chat: i64, due: Time) {
        let Some(lane) = self.lanes.get_mut(&chat) else { return };
        let Some(id) = lane.waiting.front() else { return };
        lane.due = Some(due);
        self.due.insert((due, *id), chat);
    }

    fn is_under_way(&self, id: i64, chat: i64) -> bool {
        self.lanes.get(&chat).is_some_and(|lane| lane.due.is_none() && lane.waiting.front() == Some(&id))
    }

    /// Schedules an update that a former webhook did not accept, if it is the first one of its chat.
    pub fn release(&mut self, id: i64, chat: i64, now: Time) {
        if self.is_under_way(id, chat) {
            self.schedule(chat, now);
        }
    }

    /// Counts an attempt if the update is the first one of its chat, and returns the number of attempts.
    fn count_attempt(&mut self, id: i64, chat: i64) -> Option<u32> {
        let lane = self.lanes.get_mut(&chat).filter(|lane| lane.waiting.front() == Some(&id))?;
        lane.attempts += 1;
        Some(lane.attempts)
    }

    /// Schedules a second delivery of a delivered update, because of a fault.
    pub fn again(&mut self, id: i64, chat: i64, now: Time) {
        if self.count_attempt(id, chat).is_some() {
            self.schedule(chat, now);
        }
    }

    /// Takes the next due update: its identifier, its chat, and the number of the attempt.
    pub fn take_due(&mut self, now: Time) -> Option<(i64, i64, u32)> {
        let ((due, id), chat) = self.due.iter().next().filter(|((due, _), _)| *due <= now)?;
        let chat = *chat;
        self.due.remove(&(due, id));
        let lane = self.lanes.get_mut(&chat)?;
        lane.due = None;
        Some((id, chat, lane.attempts + 1))
    }

    pub fn next_due(&self) -> Option<Time> {
        self.due.keys().next().map(|(due, _)| due)
    }

    /// Removes an update that was delivered or given up, and schedules the next one of its chat.
    pub fn finish(&mut self, id: i64, chat: i64, now: Time) {
        let Some(lane) = self.lanes.get_mut(&chat) else { return };
        if lane.waiting.front() != Some(&id) {
            return lane.waiting.retain(|waiting| *waiting != id);
        }
        lane.waiting.pop_front();
        if let Some(due) = lane.due.take() {
            self.due.remove(&(due, id));
        }
        lane.attempts = 0;
        if lane.waiting.is_empty() {
            self.lanes.remove(&chat);
        } else {
            self.schedule(chat, now);
        }
    }

    /// Schedules the next attempt after a failure, with a wait that starts at one second and doubles each time. Returns
    /// true after the last attempt.
    pub fn fail(&mut self, id: i64, chat: i64, now: Time) -> bool {
        let Some(attempts) = self.count_attempt(id, chat) else { return false };
        if attempts < DELIVERY_ATTEMPTS {
            self.schedule(chat, now.after(SECOND << (attempts - 1)));
        }
        attempts >= DELIVERY_ATTEMPTS
    }

    /// Returns the updates that the webhook has not accepted, and when each is delivered again, unless that is under way.
    #[cfg(all(feature = "emulator-js", web))]
    pub fn retried(&self) -> impl Iterator<Item = (i64, Option<Time>)> {
        let lanes = self.lanes.values().filter(|lane| lane.attempts > 0);
        lanes.filter_map(|lane| Some((*lane.waiting.front()?, lane.due)))
    }

    /// Discards an expired update, unless it is in flight.
    pub fn expire(&mut self, id: i64, chat: i64, now: Time) {
        if !self.is_under_way(id, chat) {
            self.finish(id, chat, now);
        }
    }

    /// Adds to the identifiers of the waiting updates.
    pub fn renumber(&mut self, growth: i64) {
        for lane in self.lanes.values_mut() {
            lane.waiting.iter_mut().for_each(|id| *id += growth);
        }
        self.resume();
    }

    pub fn resume(&mut self) {
        self.due = Map::default();
        for (chat, lane) in self.lanes.iter() {
            if let Some((due, id)) = lane.due.zip(lane.waiting.front()) {
                self.due.insert((due, *id), chat);
            }
        }
    }
}
