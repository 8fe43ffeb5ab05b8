//! Queries that bots answer: callback, inline, shipping and pre-checkout queries.
//!
//! The specification does not say how long a query can be answered, but for the 10 seconds of a
//! pre-checkout query: here it is as long as its update is stored, 24 hours.

use std::mem::replace;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::emulator::refusal::{Refusal, refuse_if};
use crate::emulator::state::{ChatKey, TtlMap};
use crate::types::{InlineQueryResult, Location};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct StoredQuery {
    pub bot: i64,
    pub user: i64,
    pub asks: Asks,
}

/// What is asked, and the answer once there is one.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum Asks {
    Callback { button: Button, answer: Option<CallbackAnswer> },
    Inline { typed: TypedQuery, answer: Option<Arc<InlineResults>> },
    Shipping { payment: u64, is_answered: bool },
    PreCheckout { payment: u64, is_answered: bool },
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Button {
    pub chat: ChatKey,
    pub message_id: i64,
    /// None for a game's button.
    pub data: Option<String>,
}

/// What a user typed behind the username of a bot, and where they are if the bot asks for that.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct TypedQuery {
    pub query: String,
    pub offset: String,
    pub location: Option<Location>,
}

/// The answer of a bot to a callback query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CallbackAnswer {
    /// What the client shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether it shows an alert instead of a notification.
    pub show_alert: bool,
    /// The URL that the client opens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Seconds that the client keeps the answer.
    pub cache_time: i64,
}

/// The answer of a bot to an inline query.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct InlineResults {
    /// The results.
    pub results: Vec<InlineQueryResult>,
    /// The offset with which the next results are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_offset: Option<String>,
    /// The text of the button that switches to the private chat with the bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub switch_pm_text: Option<String>,
    /// The parameter of the `/start` that this button sends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub switch_pm_parameter: Option<String>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Queries {
    pub all: TtlMap<StoredQuery>,
    /// Answers to callback queries that the clients of users keep.
    pub callbacks: TtlMap<CallbackAnswer>,
    /// Answers to inline queries that the service keeps.
    pub inline: TtlMap<Arc<InlineResults>>,
}

impl Button {
    /// Under which the client of a user keeps the answer.
    pub fn key(&self, user: i64) -> String {
        // As JSON: Debug would bring the formatting of floats into the wasm once more.
        serde_json::to_string(&(user, self)).unwrap_or_default()
    }
}

impl TypedQuery {
    /// Under which the service keeps the answer for a user, or for everybody.
    pub fn key(&self, bot: i64, user: Option<i64>) -> String {
        serde_json::to_string(&(bot, user, self)).unwrap_or_default()
    }
}

/// The answer of a bot to a query.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum QueryAnswer {
    /// To a callback query.
    Callback(CallbackAnswer),
    /// To an inline query.
    Inline(Arc<InlineResults>),
    /// To a shipping or pre-checkout query.
    Payment(bool),
}

impl StoredQuery {
    pub fn payment(&self) -> Option<u64> {
        match self.asks {
            Asks::Shipping { payment, .. } | Asks::PreCheckout { payment, .. } => Some(payment),
            Asks::Callback { .. } | Asks::Inline { .. } => None,
        }
    }

    /// The answer; none while the user's client shows that it is loading.
    pub fn answer(&self) -> Option<QueryAnswer> {
        match &self.asks {
            Asks::Callback { answer, .. } => answer.clone().map(QueryAnswer::Callback),
            Asks::Inline { answer, .. } => answer.clone().map(QueryAnswer::Inline),
            Asks::Shipping { is_answered, .. } | Asks::PreCheckout { is_answered, .. } => {
                is_answered.then_some(QueryAnswer::Payment(true))
            }
        }
    }

    /// Takes the answer to a query about a payment, of which there is one.
    pub fn answer_once(&mut self) -> Result<(), Refusal> {
        let was_answered = match &mut self.asks {
            Asks::Shipping { is_answered, .. } | Asks::PreCheckout { is_answered, .. } => replace(is_answered, true),
            Asks::Callback { .. } | Asks::Inline { .. } => true,
        };
        refuse_if(was_answered, "query is answered already")
    }
}

/// The bot answered too late, or somebody else's query.
pub(crate) fn too_old() -> Refusal {
    Refusal::bad_request("query is too old or the query identifier is invalid")
}
