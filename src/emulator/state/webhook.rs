//! A webhook: which update goes out next. Up to `max_connections` deliveries run side by side, but updates of one chat go
//! one after the other, since a user waits for the answer to the first.
//!
//! The specification leaves open how often a delivery is repeated: here 12 attempts in some 34 minutes, then it is discarded.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize, Serializer};

use crate::emulator::clock::{SECOND, Time};
use crate::emulator::state::Map;

/// How often a delivery is tried; the specification says "a reasonable number".
const ATTEMPTS: u32 = 12;

/// Where identifiers of updates that are overtaken start, each of which goes a way of its own: no chat has such a one.
const OVERTAKEN: i64 = -(1 << 61);

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct StoredWebhook {
    pub url: String,
    pub max_connections: usize,
    pub has_custom_certificate: bool,
    /// `secret_token` of later interfaces, which each delivery carries; empty when there is none.
    pub secret: String,
    /// Number of the latest delivery to a former webhook of the bot, whose outcome may still come.
    #[serde(skip)]
    pub former: u64,
    /// Unix time and text of the most recent delivery error.
    pub last_error: Option<(i64, String)>,
    lanes: Map<i64, Lane>,
    /// The first updates of lanes that may go out: when and which, and of which chat.
    #[serde(skip)]
    due: Map<(Time, i64), i64>,
}

/// The updates of one chat in order; the first one is on its way when `due` is none.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct Lane {
    waiting: VecDeque<i64>,
    attempts: u32,
    /// In snapshots there is one: what is under way goes out again.
    #[serde(serialize_with = "due_again")]
    due: Option<Time>,
}

#[allow(clippy::ref_option)] // what serde calls
fn due_again<S: Serializer>(due: &Option<Time>, serializer: S) -> Result<S::Ok, S::Error> {
    due.unwrap_or_default().serialize(serializer)
}

/// Whether a lane is that of an update which a fault lets others overtake.
pub(crate) fn is_overtaken(lane: i64) -> bool {
    lane < OVERTAKEN / 2
}

impl StoredWebhook {
    pub fn new(url: String, max_connections: usize, has_custom_certificate: bool, secret: String) -> Self {
        Self { url, max_connections, has_custom_certificate, secret, ..Self::default() }
    }

    /// Puts an update behind the others of its chat. `in_flight`: a former webhook of the bot got
    /// it and has not answered yet. `overtaken`: a fault lets those that come after it overtake it.
    pub fn enqueue(&mut self, id: i64, chat: i64, now: Time, in_flight: bool, overtaken: bool) {
        let (chat, due) = if overtaken { (OVERTAKEN + id, now.after(SECOND)) } else { (chat, now) };
        let lane = self.lanes.made(chat);
        lane.waiting.push_back(id);
        if lane.waiting.len() == 1 && !in_flight {
            self.schedule(chat, due);
        }
    }

    /// Lets the first update of a chat go out at that time.
    fn schedule(&mut self, chat: i64, due: Time) {
        let Some(lane) = self.lanes.get_mut(&chat) else { return };
        let Some(id) = lane.waiting.front() else { return };
        lane.due = Some(due);
        self.due.insert((due, *id), chat);
    }

    fn is_under_way(&self, id: i64, chat: i64) -> bool {
        self.lanes.get(&chat).is_some_and(|lane| lane.due.is_none() && lane.waiting.front() == Some(&id))
    }

    /// A former webhook failed to take the update, which goes out at once if it is the first one of its chat.
    pub fn release(&mut self, id: i64, chat: i64, now: Time) {
        if self.is_under_way(id, chat) {
            self.schedule(chat, now);
        }
    }

    /// Counts an attempt to deliver the update, if that is the first one of its chat: how many there were.
    fn count_attempt(&mut self, id: i64, chat: i64) -> Option<u32> {
        let lane = self.lanes.get_mut(&chat).filter(|lane| lane.waiting.front() == Some(&id))?;
        lane.attempts += 1;
        Some(lane.attempts)
    }

    /// The update was delivered, and a fault has it delivered once more at once.
    pub fn again(&mut self, id: i64, chat: i64, now: Time) {
        if self.count_attempt(id, chat).is_some() {
            self.schedule(chat, now);
        }
    }

    /// Takes the next update that may go out: which, of which chat, and the number of the attempt.
    pub fn take(&mut self, now: Time) -> Option<(i64, i64, u32)> {
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

    /// The update is delivered or given up: the next one of its chat may go out.
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

    /// The delivery failed: it is tried again after a wait that doubles each time, starting with a
    /// second. Whether it was the last attempt.
    pub fn fail(&mut self, id: i64, chat: i64, now: Time) -> bool {
        let Some(attempts) = self.count_attempt(id, chat) else { return false };
        if attempts < ATTEMPTS {
            self.schedule(chat, now.after(SECOND << (attempts - 1)));
        }
        attempts >= ATTEMPTS
    }

    /// The update is discarded for its age. One that is under way is left until it is answered.
    pub fn expire(&mut self, id: i64, chat: i64, now: Time) {
        if !self.is_under_way(id, chat) {
            self.finish(id, chat, now);
        }
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
