//! Games of bots, and their scores.
//!
//! No method makes a game: the emulator takes them with the bot or by the act `game`, and of a bot without any each
//! short name is a game. A game has a plain picture unless it is given one.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::emulator::state::Map;
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

/// A row of the ranking: minus the score, when it was set as a number that only grows, and the user: the best comes
/// first, and of equal ones the earlier.
type Row = (i64, u64, i64);

/// The score of each user, and when it was set.
type UserScores = Map<i64, (i64, u64)>;

/// The scores of a bot's game in a chat.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(from = "UserScores", into = "UserScores")]
pub(crate) struct Ranking {
    scores: UserScores,
    rows: Vec<Row>,
}

impl Ranking {
    pub fn score(&self, user: i64) -> Option<i64> {
        self.scores.get(&user).map(|(score, _)| *score)
    }

    /// Sets the score of a user. `number` is greater than that of any score before.
    pub fn set(&mut self, user: i64, score: i64, number: u64) {
        if let Some(former) = self.position(user) {
            self.rows.remove(former);
        }
        self.scores.insert(user, (score, number));
        let row = (-score, number, user);
        let place = self.rows.partition_point(|other| *other < row);
        self.rows.insert(place, row);
    }

    /// The position of a user, from 0.
    pub fn position(&self, user: i64) -> Option<usize> {
        let (score, number) = *self.scores.get(&user)?;
        self.rows.binary_search(&(-score, number, user)).ok()
    }

    /// Users and scores from a position on, the best first.
    pub fn from(&self, position: usize) -> impl Iterator<Item = (i64, i64)> {
        self.rows.iter().skip(position).map(|(score, _, user)| (*user, -score))
    }
}

/// The order is made again from the scores.
impl From<UserScores> for Ranking {
    fn from(scores: UserScores) -> Self {
        // Not by `sort`, which would be more of wasm. No two scores have one number.
        let mut ordered = Map::default();
        for (user, (score, number)) in scores.iter() {
            ordered.insert((-score, *number), user);
        }
        let rows = ordered.iter().map(|((score, number), user)| (score, number, *user)).collect();
        Self { scores, rows }
    }
}

impl From<Ranking> for UserScores {
    fn from(ranking: Ranking) -> Self {
        ranking.scores
    }
}
