//! New users, and bots: their identity, their games, their updates, which are stored for 24 hours at most.

use botwire_macros::object;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::emulator::clock::{DAY, Time, WEEK};
use crate::emulator::random::Random;
use crate::emulator::state::{GameTitles, Map, StoredGame, StoredWebhook};
use crate::types::{UpdateKind, User};
use crate::wire::check_update;

/// Adds a user; what is absent is made up, the same way each time.
#[object(closed)]
pub struct NewUser {
    /// Identifier of the user, and of the private chats with them.
    pub id: Option<i64>,
    /// First name.
    pub first_name: Option<String>,
    /// Last name.
    pub last_name: Option<String>,
    /// Username without `@`.
    pub username: Option<String>,
    /// IETF language tag.
    pub language_code: Option<String>,
}

/// Adds a bot; what is absent is made up, the same way each time.
#[object(closed)]
pub struct NewBot {
    /// Authorization token: visible ASCII without `/`, `?`, `#`, `%` and backslash. Digits before a colon are the
    /// identifier of the bot.
    pub token: Option<String>,
    /// Username without `@`.
    pub username: Option<String>,
    /// First name.
    pub first_name: Option<String>,
    /// Whether inline feedback is on: the bot gets a `chosen_inline_result` for what users choose.
    pub inline_feedback: bool,
    /// If true, inline queries contain the location of the user.
    pub inline_location: bool,
    /// Titles of games by short name. Without this option, every short name is a game.
    pub games: Option<GameTitles>,
}

/// Identifiers are smaller than 52 bits.
pub(crate) const ID: i64 = 1 << 52;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct StoredBot {
    pub number: usize,
    pub user: User,
    pub token: String,
    /// Kinds of updates that are stored; empty for all.
    pub allowed_updates: Vec<UpdateKind>,
    pub queue: Queue,
    pub webhook: Option<StoredWebhook>,
    /// Updates on their way to a webhook, and their chats; after a snapshot they go out again.
    #[serde(skip)]
    pub in_flight: Map<i64, i64>,
    pub inline_feedback: bool,
    pub inline_location: bool,
    pub games: Vec<StoredGame>,
}

impl StoredBot {
    /// Discards updates that are stored for more than 24 hours.
    pub fn expire(&mut self, now: Time) {
        let old = self.queue.updates.iter().take_while(|(_, stored)| now.since(stored.created) > DAY);
        for (id, chat) in old.map(|(id, stored)| (id, stored.chat)).collect::<Vec<_>>() {
            self.queue.updates.remove(&id);
            if let Some(webhook) = &mut self.webhook {
                webhook.expire(id, chat, now);
            }
        }
    }

    pub fn username(&self) -> &str {
        self.user.username.as_deref().unwrap_or_default()
    }

    pub(crate) fn game(&self, short_name: &str) -> Option<&StoredGame> {
        self.games.iter().find(|game| game.short_name == short_name)
    }

    /// The game of that name, which is made if there is none.
    pub(crate) fn game_made(&mut self, short_name: &str) -> Option<&mut StoredGame> {
        if self.game(short_name).is_none() {
            let name = short_name.to_owned();
            self.games.push(StoredGame { title: name.clone(), short_name: name, ..StoredGame::default() });
        }
        self.games.iter_mut().find(|game| game.short_name == short_name)
    }
}

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
    /// Whether the caller made it up, so that it may have what the specification does not have.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_raw: bool,
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

/// The first identifier is random up to here: positive, far from that of another emulator, with room for more below 2^31.
const FIRST: u32 = 1_000_000_000;
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

    /// Leaves a gap before the next identifier, if there was one.
    pub fn skip_ids(&mut self, count: i64) {
        if let Some((last, _)) = &mut self.last {
            *last = last.saturating_add(count);
        }
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
