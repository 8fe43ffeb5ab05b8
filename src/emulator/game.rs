//! The games of a bot: their names, pictures and animations, and how messages show them.
//!
//! A bot's games are not made through the interface: the emulator takes them with the bot or by
//! the act `game`, and of a bot without any each short name is a game. A game has a plain picture
//! unless it is given one, and an animation only if it is given one.

use super::answer::Refusal;
use super::bot::Bot;
use super::file::{Content, FileKind};
use super::json::Members;
use super::media::Details;
use super::message::Words;
use super::service::Service;
use super::stored::stored;

/// A game of a bot.
#[derive(Debug, Clone)]
pub(super) struct Game {
    pub name: String,
    pub title: String,
    /// Empty for one that is made up.
    pub description: String,
    /// File numbers; 0 for none.
    pub photo: u64,
    pub animation: u64,
}
stored! { Game { name, title, description, photo, animation } }

/// The picture of a game that is given none: 640 by 360 pixels of one colour.
const PICTURE: &[u8] = include_bytes!("game.png");

impl Game {
    pub fn new(name: String, title: String) -> Self {
        Self { name, title, description: String::new(), photo: 0, animation: 0 }
    }
}

impl Bot {
    fn game(&self, name: &str) -> Option<&Game> {
        self.games.iter().find(|game| game.name == name)
    }

    /// The game of that name, which is made if there is none.
    pub fn game_made(&mut self, name: &str) -> Option<&mut Game> {
        if self.game(name).is_none() {
            self.games.push(Game::new(name.to_owned(), name.to_owned()));
        }
        self.games.iter_mut().find(|game| game.name == name)
    }
}

impl Service {
    /// Stores the picture of games that are given none; its number.
    pub(super) fn store_game_picture(&mut self) -> u64 {
        let (bytes, name, media_type) = (PICTURE.into(), "game.png".into(), "image/png".into());
        let content = Content { bytes, name, media_type, by_url: false, is_made_up: false };
        self.store(content, FileKind::Photo, Details::default()).unwrap_or(0)
    }

    /// Refuses a game that the bot does not have.
    pub(super) fn check_game(&self, bot: i64, name: &str) -> Result<(), Refusal> {
        let known = |bot: &Bot| if bot.games.is_empty() { !name.is_empty() } else { bot.game(name).is_some() };
        if self.bots.get(&bot).is_some_and(known) {
            return Ok(());
        }
        Err(Refusal::bad_request("wrong game short name specified"))
    }

    /// The Game in a message of that bot.
    pub(super) fn show_game(&self, bot: i64, name: &str, words: &Words) -> String {
        let game = self.bots.get(&bot).and_then(|bot| bot.game(name));
        let title = game.map_or(name, |game| &game.title);
        let made_up = ["The game ", title].concat();
        let description = game.map(|game| game.description.as_str()).filter(|text| !text.is_empty());
        let shown = |number: u64| self.files.get(number).map_or("", |file| &file.shown);
        let photo = game.map_or(0, |game| game.photo);
        let mut members = Members::new()
            .text("title", title)
            .text("description", description.unwrap_or(&made_up))
            .json("photo", shown(if photo == 0 { self.game_picture } else { photo }));
        if !words.text.is_empty() {
            members = members.text("text", &words.text).json("text_entities", &words.entities);
        }
        members.json("animation", shown(game.map_or(0, |game| game.animation))).object()
    }
}
