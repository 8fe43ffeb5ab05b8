//! Bots: their identity, their games, their updates and how they receive them.

use botwire_macros::object;
use serde::{Deserialize, Serialize};

use crate::emulator::clock::{DAY, Time};
use crate::emulator::state::{GameTitles, Map, Queue, StoredGame, StoredWebhook};
use crate::types::{UpdateKind, User};

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
    /// Whether inline queries come with the location of the user.
    pub inline_location: bool,
    /// Titles of its games by their short names. Without any, each short name is a game.
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
