//! Games of bots, and their scores.
//!
//! No method makes a game: the emulator takes them with the bot or by the act `game`, and of a bot without any each
//! short name is a game. A game has a plain picture unless it is given one.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::emulator::state::Ranking;
use crate::wire::{ObjectDescriptor, ObjectRef, ValidationError, ValueKind, Wire, values};

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
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

    fn read(value: Value) -> Result<Self, Box<ValidationError>> {
        let Value::Object(members) = value else { return Err(values::unfit(&Self::EXPECTED, &value)) };
        let read = |(name, value): (String, Value)| match String::read(value) {
            Ok(title) => Ok((name, title)),
            Err(error) => Err(error.in_field(&name)),
        };
        members.into_iter().map(read).collect::<Result<_, _>>().map(Self)
    }
}

/// Any members, each a string.
static TITLES: ObjectDescriptor = ObjectDescriptor {
    name: "GameTitles",
    #[cfg(not(target_arch = "wasm32"))]
    doc: "Titles of games by their short names.",
    fields: &[],
    rules: &[],
};
