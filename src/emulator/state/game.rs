//! Games of bots, and their scores.
//!
//! A bot's games are not made through the interface: the emulator takes them with the bot or by
//! the act `game`, and of a bot without any each short name is a game. A game has a plain picture
//! unless it is given one, and an animation only if it is given one.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::emulator::state::ranking::Ranking;

/// A game of a bot.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct StoredGame {
    pub short_name: String,
    pub title: String,
    /// None of one that is made up.
    pub description: Option<String>,
    /// File numbers.
    pub photo: Option<u64>,
    pub animation: Option<u64>,
}

/// All scores, by bot, chat and game.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Scores {
    pub last: u64,
    pub tables: BTreeMap<String, Ranking>,
}

impl StoredGame {
    pub fn new(short_name: String, title: String) -> Self {
        Self { short_name, title, description: None, photo: None, animation: None }
    }
}
