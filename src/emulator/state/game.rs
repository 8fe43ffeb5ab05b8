//! Games of bots, and their scores.
//!
//! No method creates a game: the emulator gets games with the bot or by the action `game`. For a bot without games,
//! every short name is a game. A game has a plain picture by default.

use serde::{Deserialize, Serialize, Serializer};

use crate::wire::json::Json;
use crate::wire::{ObjectDescriptor, ObjectRef, ValidationError, ValueKind, Wire, values};

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct StoredGame {
    pub short_name: String,
    pub title: String,
    /// `None` for a generated game.
    pub description: Option<String>,
    /// File numbers.
    pub photo: Option<u64>,
    pub animation: Option<u64>,
}

/// Titles of games by their short names; on the wire an object.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameTitles(pub Vec<(String, String)>);

impl Serialize for GameTitles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, title)| (name, title)))
    }
}

impl Wire for GameTitles {
    const KIND: ValueKind = ValueKind::Object(ObjectRef { name: "GameTitles", table: || &TITLES });

    fn read(value: Json<'_>) -> Result<Self, Box<ValidationError>> {
        let members = value.members().ok_or_else(|| values::unfit(&Self::EXPECTED, value))?;
        let read = |(name, value): (&str, Json<'_>)| match String::read(value) {
            Ok(title) => Ok((name.to_owned(), title)),
            Err(error) => Err(error.in_field(name)),
        };
        members.map(read).collect::<Result<_, _>>().map(Self)
    }
}

/// Accepts any members with strings.
static TITLES: ObjectDescriptor = ObjectDescriptor {
    name: "GameTitles",
    #[cfg(not(web))]
    doc: "Titles of games by their short names.",
    fields: &[],
    rules: &[],
};

/// The users and scores of a bot's game in a chat, best first. Of equal scores, the earlier one is first.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Ranking(Vec<(i64, i64)>);

impl Ranking {
    /// Returns the position of a user, from 0.
    pub fn position(&self, user: i64) -> Option<usize> {
        self.0.iter().position(|(other, _)| *other == user)
    }

    pub fn score(&self, user: i64) -> Option<i64> {
        self.from(self.position(user)?).next().map(|(_, score)| score)
    }

    pub fn set(&mut self, user: i64, score: i64) {
        self.0.retain(|(other, _)| *other != user);
        let place = self.0.partition_point(|(_, other)| *other >= score);
        self.0.insert(place, (user, score));
    }

    /// Returns users and scores from a position on.
    pub fn from(&self, position: usize) -> impl Iterator<Item = (i64, i64)> {
        self.0.iter().skip(position).copied()
    }
}
