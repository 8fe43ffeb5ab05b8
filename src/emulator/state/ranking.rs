//! The scores of a game in a chat in order, so that neither a score nor a position costs more with
//! more players: rows in blocks, whose lengths are all that counting up to a position looks at.

use serde::{Deserialize, Serialize};

use crate::emulator::state::Map;

/// Blocks are split when they are longer.
const BLOCK: usize = 512;

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
    blocks: Vec<Vec<Row>>,
}

impl Ranking {
    pub fn score(&self, user: i64) -> Option<i64> {
        self.scores.get(&user).map(|(score, _)| *score)
    }

    /// Sets the score of a user. `number` is greater than that of any score before.
    pub fn set(&mut self, user: i64, score: i64, number: u64) {
        if let Some((former, at)) = self.scores.insert(user, (score, number)) {
            self.remove((-former, at, user));
        }
        self.add((-score, number, user));
    }

    /// The position of a user, from 0.
    pub fn position(&self, user: i64) -> Option<usize> {
        let (score, number) = *self.scores.get(&user)?;
        let row = (-score, number, user);
        let at = self.block_of(row);
        let before: usize = self.blocks.iter().take(at).map(Vec::len).sum();
        Some(before + self.blocks.get(at)?.binary_search(&row).ok()?)
    }

    /// Users and scores from a position on, the best first.
    pub fn from(&self, position: usize) -> impl Iterator<Item = (i64, i64)> {
        let (mut skipped, mut first) = (position, 0);
        while let Some(block) = self.blocks.get(first).filter(|block| block.len() <= skipped) {
            (skipped, first) = (skipped - block.len(), first + 1);
        }
        let rows = self.blocks.iter().skip(first).flatten().skip(skipped);
        rows.map(|(score, _, user)| (*user, -score))
    }

    /// The block that the row is in, or belongs in.
    fn block_of(&self, row: Row) -> usize {
        let before = |block: &Vec<Row>| block.last().is_some_and(|last| *last < row);
        self.blocks.partition_point(before).min(self.blocks.len().saturating_sub(1))
    }

    fn add(&mut self, row: Row) {
        let at = self.block_of(row);
        let Some(block) = self.blocks.get_mut(at) else { return self.blocks.push(vec![row]) };
        let place = block.binary_search(&row).unwrap_or_else(|place| place);
        block.insert(place, row);
        if block.len() > BLOCK {
            let rest = block.split_off(BLOCK / 2);
            self.blocks.insert(at + 1, rest);
        }
    }

    fn remove(&mut self, row: Row) {
        let at = self.block_of(row);
        let Some(block) = self.blocks.get_mut(at) else { return };
        if let Ok(place) = block.binary_search(&row) {
            block.remove(place);
        }
        // An empty block has no last row to search by.
        if block.is_empty() {
            self.blocks.remove(at);
        }
    }
}

/// The order is made again from the scores.
impl From<UserScores> for Ranking {
    fn from(scores: UserScores) -> Self {
        let rows: Vec<Row> = scores.iter().map(|(user, (score, number))| (-score, *number, user)).collect();
        let mut ranking = Self { scores, blocks: Vec::new() };
        for row in rows {
            ranking.add(row);
        }
        ranking
    }
}

impl From<Ranking> for UserScores {
    fn from(ranking: Ranking) -> Self {
        ranking.scores
    }
}
