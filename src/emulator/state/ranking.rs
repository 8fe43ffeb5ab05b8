//! The scores of a game in a chat in order, in which a score and a position are found by a binary search.

use serde::{Deserialize, Serialize};

use crate::emulator::state::Map;

/// Minus the score, when it was set as a number that only grows, and the user: the best comes
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
