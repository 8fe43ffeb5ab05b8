//! Inline queries that users type, and the results that they choose from.

use serde::Deserialize;
use serde_json::json;

use super::press::Asked;
use super::world::World;
use crate::types::InlineQueryResult;

/// An inline query that a user typed.
#[derive(Debug, Clone)]
pub struct Typed {
    world: World,
    query: String,
}

/// The answer of a bot to an inline query.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[non_exhaustive]
pub struct InlineResults {
    /// The results.
    pub results: Vec<InlineQueryResult>,
    /// The offset with which the next results are asked for.
    pub next_offset: Option<String>,
    /// The text of the button that switches to the private chat with the bot.
    pub switch_pm_text: Option<String>,
    /// The parameter of the `/start` that this button sends.
    pub switch_pm_parameter: Option<String>,
}

impl Typed {
    pub(super) fn new(world: World, query: String) -> Self {
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
        self.world.ask::<Asked<InlineResults>>("query", json!({ "query": self.query })).ok()?.answer
    }

    /// Waits for the answer of a bot that runs beside the test.
    pub async fn answered(&self) -> InlineResults {
        self.world.wait(|| self.results()).await
    }
}
