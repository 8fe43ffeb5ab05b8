//! Queries that bots answer: callback, inline, shipping and pre-checkout queries.
//!
//! The specification does not say how long a query can be answered, but for the 10 seconds of a
//! pre-checkout query: here it is as long as its update is stored, 24 hours.

use super::answer::Refusal;
use super::clock::{DAY, Time};
use super::kept::Kept;
use super::service::Service;
use super::stored::{is_json, stored, stored_enum};

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
    all: Kept<Query>,
    /// Answers to callback queries that the clients of users keep.
    pub cached: Kept<String>,
}
stored! {
    Query { kind, bot, user, about, is_game, answer } => is_json
    Queries { all, cached } => are_json
}

impl Query {
    fn is_json(&self) -> bool {
        is_json(&self.answer)
    }
}

impl Queries {
    fn are_json(&self) -> bool {
        self.cached.values().all(|answer| is_json(answer))
    }
}

impl Service {
    /// Keeps a query; its identifier.
    pub(super) fn ask(&mut self, now: Time, query: Query) -> String {
        let id = (self.random.next() >> 2).to_string();
        self.queries.all.keep(id.clone(), query, now, now.after(DAY + 1));
        id
    }

    /// The query of that identifier.
    pub(super) fn query(&self, id: &str) -> Option<&Query> {
        self.queries.all.get(id, self.latest)
    }

    /// The query that a bot answers, which is its own and not too old.
    pub(super) fn asked(&mut self, now: Time, bot: i64, id: &str, kind: QueryKind) -> Result<&mut Query, Refusal> {
        self.queries
            .all
            .get_mut(id, now)
            .filter(|query| query.bot == bot && query.kind == kind)
            .ok_or_else(|| Refusal::bad_request("query is too old or the query identifier is invalid"))
    }
}
