//! Inline queries that users type, and the results that they choose from.

use super::WaitTimeout;
use super::world::SharedWorld;
use crate::emulator::InlineResults;
use crate::emulator::actions::{GetQuery, QueryAnswer};

/// An inline query that a user typed.
#[derive(Debug, Clone)]
pub struct Typed {
    world: SharedWorld,
    query: String,
}

impl Typed {
    pub(super) fn new(world: SharedWorld, query: String) -> Self {
        Self { world, query }
    }

    /// Identifier of the query.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.query
    }

    /// The answer of the bot, or a kept one to the same query; none while there is none.
    #[must_use]
    pub fn results(&self) -> Option<InlineResults> {
        match self.world.ask(GetQuery::new(self.query.as_str())).ok()?.answer {
            Some(QueryAnswer::Inline(results)) => Some((*results).clone()),
            _ => None,
        }
    }

    /// Waits for the answer of a bot that runs beside the test.
    ///
    /// # Errors
    /// When none came in time; the text of the error ends with the latest of the log.
    pub async fn answered(&self) -> Result<InlineResults, WaitTimeout> {
        self.world.wait_in_time("answer to the inline query", || self.results()).await
    }
}
