//! New users, and bots with their games and their updates, which are stored for 24 hours at most.

use botwire_macros::object;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::emulator::clock::{DAY, Time, WEEK};
use crate::emulator::random::Random;
use crate::emulator::state::{GameTitles, Map, StoredGame, StoredWebhook};
use crate::types::{UpdateKind, User};
use crate::wire::check_update;

/// Adds a user. Absent fields are generated, the same way each time.
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

/// Adds a bot. Absent fields are generated, the same way each time.
#[object(closed)]
pub struct NewBot {
    /// Authorization token: visible ASCII without `/`, `?`, `#`, `%` and backslash. Digits before a colon are the
    /// identifier of the bot.
    pub token: Option<String>,
    /// Username without `@`.
    pub username: Option<String>,
    /// First name.
    pub first_name: Option<String>,
    /// If true, the bot receives a `chosen_inline_result` when a user chooses an inline result.
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
    /// Kinds of updates that are stored. Empty means all.
    pub allowed_updates: Vec<UpdateKind>,
    pub queue: Queue,
    pub webhook: Option<StoredWebhook>,
    /// Updates in flight to a webhook, and their chats. A loaded snapshot delivers them again.
    #[serde(skip)]
    pub in_flight: Map<i64, i64>,
    pub inline_feedback: bool,
    pub inline_location: bool,
    pub games: Vec<StoredGame>,
    /// Parameters of the last calls of later methods that set something, by method: JSON text.
    pub kept: String,
}

impl StoredBot {
    /// Discards updates that have been stored for more than 24 hours.
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

    /// Returns the game with this name, and creates it if it does not exist.
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
    /// True if a webhook has received it and a fault causes a second delivery.
    pub is_doubled: bool,
    /// True if the caller created it. It may then have members that the specification does not have.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_raw: bool,
    #[serde(default)]
    pub payment: Option<u64>,
}

fn valid<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let json = String::deserialize(deserializer)?;
    // The walk accepts numbers that are too large to parse, and unknown members.
    serde_json::from_str::<Value>(&json).map_err(D::Error::custom)?;
    check_update(&json).map_err(D::Error::custom)?;
    Ok(json)
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Queue {
    last: Option<(i64, Time)>,
    pub updates: Map<i64, Waiting>,
}

/// The largest first identifier. It is random, so that two emulators differ, and leaves room below 2^31.
const FIRST: u32 = 1_000_000_000;
/// The largest jump of the next identifier after a week without updates.
const JUMP: u32 = 1_000_000;

impl Queue {
    /// Returns the `update_id` of the next update: sequential, but random after a week without one. It never goes back,
    /// because the offset of a polling bot would then confirm updates that it has not seen.
    pub fn next_id(&mut self, now: Time, random: &mut Random) -> i64 {
        let id = match self.last {
            None => random.up_to(FIRST),
            Some((last, at)) if now.since(at) >= WEEK => last + 1 + random.up_to(JUMP),
            Some((last, _)) => last + 1,
        };
        self.last = Some((id, now));
        id
    }

    /// Leaves a gap before the next identifier.
    pub fn skip_ids(&mut self, count: i64, now: Time, random: &mut Random) {
        let (last, at) = self.last.unwrap_or_else(|| (random.up_to(FIRST), now));
        self.last = Some((last.saturating_add(count), at));
    }

    /// Gives each waiting update an identifier after the last one of a former queue of the bot, whose offset would
    /// otherwise confirm updates that it has not seen. Returns by how much identifiers have grown.
    pub fn follow(&mut self, former: &Self) -> i64 {
        let Some((former_last, at)) = former.last else { return 0 };
        let first = self.updates.keys().next().unwrap_or(i64::MAX);
        let growth = former_last.saturating_add(1).saturating_sub(first).max(0);
        if growth > 0 {
            let mut waiting = std::mem::take(&mut self.updates);
            while let Some((id, mut stored)) = waiting.pop_before(i64::MAX) {
                // Nested strings contain this text only with escaped quotes.
                let member = |id: i64| ["\"update_id\":", &id.to_string()].concat();
                stored.json = stored.json.replacen(&member(id), &member(id + growth), 1);
                self.updates.insert(id + growth, stored);
            }
        }
        let last = self.last.map_or(former_last, |(last, _)| last.saturating_add(growth).max(former_last));
        self.last = Some((last, at));
        growth
    }

    pub fn keep_last(&mut self, count: usize) {
        let Some(first) = count.checked_sub(1) else { return };
        let id = self.updates.keys().rev().nth(first).unwrap_or(i64::MIN);
        self.updates.remove_before(id);
    }

    /// Returns the JSON texts of at most `limit` updates from this identifier on.
    pub fn from(&self, id: i64, limit: usize) -> impl Iterator<Item = &str> {
        self.updates.from(id).take(limit).map(|(_, stored)| stored.json.as_str())
    }
}
