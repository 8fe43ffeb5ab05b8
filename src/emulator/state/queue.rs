//! The updates of a bot, stored until it receives them, but never more than 24 hours.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::emulator::clock::{Time, WEEK};
use crate::emulator::random::Random;
use crate::emulator::state::Map;
use crate::wire::check_update;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Waiting {
    pub created: Time,
    /// The chat whose updates are delivered one after the other.
    pub chat: i64,
    /// The Update as JSON text.
    #[serde(deserialize_with = "valid")]
    pub json: String,
    /// Whether a webhook has got it, and a fault has it delivered once more.
    pub is_doubled: bool,
    #[serde(default)]
    pub payment: Option<u64>,
}

fn valid<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let json = String::deserialize(deserializer)?;
    // The walk takes a number that is too large for anyone to read, and members that the tables do not have.
    serde_json::from_str::<Value>(&json).map_err(D::Error::custom)?;
    check_update(&json).map_err(D::Error::custom)?;
    Ok(json)
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Queue {
    last: Option<(i64, Time)>,
    pub updates: Map<i64, Waiting>,
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

    pub fn keep_last(&mut self, count: usize) {
        let Some(first) = count.checked_sub(1) else { return };
        let id = self.updates.keys().rev().nth(first).unwrap_or(i64::MIN);
        self.updates.remove_before(id);
    }

    /// The JSON texts of at most that many updates from that identifier on.
    pub fn from(&self, id: i64, limit: usize) -> impl Iterator<Item = &str> {
        self.updates.from(id).take(limit).map(|(_, stored)| stored.json.as_str())
    }
}
