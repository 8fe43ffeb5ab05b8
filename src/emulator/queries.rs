//! Queries that bots answer: callback, inline, shipping and pre-checkout queries.
//!
//! The specification does not say how long a query can be answered, but for the 10 seconds of a
//! pre-checkout query: here it is as long as its update is stored, 24 hours.

use std::collections::VecDeque;

use super::answer::Refusal;
use super::clock::{DAY, Time};
use super::kept::Kept;
use super::names::Names;
use super::service::Service;
use super::stored::{stored, stored_enum};

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum QueryKind {
    Callback,
    Inline,
    Shipping,
    PreCheckout,
}
stored_enum!(QueryKind { Callback, Inline, Shipping, PreCheckout });

/// A query on its way.
#[derive(Debug, Clone)]
pub(super) struct Query {
    pub kind: QueryKind,
    pub bot: i64,
    pub user: i64,
    pub created: Time,
    /// What it is about: the button of a callback query, `query` and offset of an inline query,
    /// the payment of the others.
    pub about: String,
    /// Whether a callback query comes from a game's button.
    pub is_game: bool,
    /// The answer as JSON text; empty while the user's client shows that it is loading.
    pub answer: String,
}

/// All queries that can still be answered.
#[derive(Debug, Clone, Default)]
pub(super) struct Queries {
    all: Names<Query>,
    order: VecDeque<String>,
    /// Answers to callback queries that the clients of users keep.
    pub cached: Kept,
}
stored! {
    Query { kind, bot, user, created, about, is_game, answer }
    Queries { all, order, cached }
}

impl Queries {
    pub fn get(&self, id: &str) -> Option<&Query> {
        self.all.get(id)
    }

    pub fn get_mut(&mut self, id: &str) -> Option<&mut Query> {
        self.all.get_mut(id)
    }
}

impl Service {
    /// Keeps a query; its identifier.
    pub(super) fn ask(&mut self, query: Query) -> String {
        while let Some(first) = self.queries.order.front() {
            if self.queries.all.get(first).is_some_and(|first| query.created.since(first.created) <= DAY) {
                break;
            }
            self.queries.all.remove(first);
            self.queries.order.pop_front();
        }
        let id = (self.random.next() >> 2).to_string();
        self.queries.order.push_back(id.clone());
        self.queries.all.insert(id.clone(), query);
        id
    }

    /// The query that a bot answers, which is its own and not too old.
    pub(super) fn asked(&mut self, now: Time, bot: i64, id: &str, kind: QueryKind) -> Result<&mut Query, Refusal> {
        self.queries
            .get_mut(id)
            .filter(|query| query.bot == bot && query.kind == kind && now.since(query.created) <= DAY)
            .ok_or_else(|| Refusal::bad_request("query is too old or the query identifier is invalid"))
    }
}
