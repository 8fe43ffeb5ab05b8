//! Games of bots, and their scores.
//!
//! A bot's games are not made through the interface: the emulator takes them with the bot or by
//! the act `game`, and of a bot without any each short name is a game. A game has a plain picture
//! unless it is given one, and an animation only if it is given one.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::emulator::bot::Bot;
use crate::emulator::file::NewFile;
use crate::emulator::ranking::Ranking;
use crate::emulator::refusal::Refusal;
use crate::emulator::service::Service;
use crate::emulator::state::file::{Details, FileKind};

/// A game of a bot.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Game {
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

/// The picture of a game that is given none: 640 by 360 pixels of one colour.
const PICTURE: &[u8] = include_bytes!("../game.png");

impl Game {
    pub fn new(short_name: String, title: String) -> Self {
        Self { short_name, title, description: None, photo: None, animation: None }
    }
}

impl Bot {
    pub(crate) fn game(&self, short_name: &str) -> Option<&Game> {
        self.games.iter().find(|game| game.short_name == short_name)
    }

    /// The game of that name, which is made if there is none.
    pub(crate) fn game_made(&mut self, short_name: &str) -> Option<&mut Game> {
        if self.game(short_name).is_none() {
            self.games.push(Game::new(short_name.to_owned(), short_name.to_owned()));
        }
        self.games.iter_mut().find(|game| game.short_name == short_name)
    }
}

impl Service {
    /// Stores the picture of games that are given none; its number.
    pub(crate) fn store_game_picture(&mut self) -> u64 {
        let (bytes, name, media_type) = (PICTURE.into(), "game.png".into(), "image/png".into());
        let picture = NewFile { bytes, name, media_type, by_url: false, is_made_up: false };
        self.store(picture, FileKind::Photo, Details::default()).unwrap_or(0)
    }

    /// Refuses a game that the bot does not have.
    pub(crate) fn check_game(&self, bot: i64, short_name: &str) -> Result<(), Refusal> {
        let known = |bot: &Bot| {
            if bot.games.is_empty() { !short_name.is_empty() } else { bot.game(short_name).is_some() }
        };
        if self.state.bots.get(&bot).is_some_and(known) {
            return Ok(());
        }
        Err(Refusal::bad_request("wrong game short name specified"))
    }
}
