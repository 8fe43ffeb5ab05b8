//! Presses of buttons, and what comes of them.

use serde::Deserialize;
use serde_json::json;

use super::super::{CallbackAnswer, Refusal, Seen};
use super::WaitTimeout;
use super::world::SharedWorld;

/// What a press did at once.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Press {
    /// The bot got a callback query, or the client has kept an earlier answer to the same.
    Callback(Callback),
    /// The client opens a URL.
    Url(String),
    /// The client asks for a chat and inserts the bot's username and this inline query there.
    SwitchInlineQuery(String),
    /// The client inserts the bot's username and this inline query in the current chat.
    SwitchInlineQueryCurrentChat(String),
    /// The client shows what there is to pay: [`EmulatorUser::pay`](super::EmulatorUser::pay) goes on.
    Pay,
    /// A button of a reply keyboard sent this message.
    Message(Box<Seen>),
}

/// The press of a callback button, which shows that it is loading until the bot answers.
#[derive(Debug, Clone)]
pub struct Callback {
    world: SharedWorld,
    query: String,
    kept: Option<CallbackAnswer>,
}

/// A query as the user's client knows it.
#[derive(Deserialize)]
pub(super) struct QueryState<T> {
    pub answer: Option<T>,
}

/// What the act `press` gives.
#[derive(Deserialize)]
pub(super) struct PressResult {
    kind: String,
    query: Option<String>,
    url: Option<String>,
    answer: Option<CallbackAnswer>,
    message_id: Option<i64>,
}

impl PressResult {
    pub fn into_press(
        self,
        world: &SharedWorld,
        message: impl FnOnce(i64) -> Result<Seen, Refusal>,
    ) -> Result<Press, Refusal> {
        let query = self.query.unwrap_or_default();
        Ok(match self.kind.as_str() {
            "url" => Press::Url(self.url.unwrap_or_default()),
            "switch_inline_query" => Press::SwitchInlineQuery(query),
            "switch_inline_query_current_chat" => Press::SwitchInlineQueryCurrentChat(query),
            "pay" => Press::Pay,
            "message" => Press::Message(Box::new(message(self.message_id.unwrap_or(0))?)),
            _ => Press::Callback(Callback { world: world.clone(), query, kept: self.answer }),
        })
    }
}

impl Callback {
    /// Whether the client shows that it is loading: the bot has not answered.
    #[must_use]
    pub fn is_loading(&self) -> bool {
        self.answer().is_none()
    }

    /// The answer of the bot; none while it has not answered.
    #[must_use]
    pub fn answer(&self) -> Option<CallbackAnswer> {
        let asked =
            || self.world.ask::<QueryState<CallbackAnswer>>("query", json!({ "query": self.query })).ok()?.answer;
        self.kept.clone().or_else(asked)
    }

    /// Waits for the answer of a bot that runs beside the test.
    ///
    /// # Errors
    /// When none came in time; the text of the error ends with the latest of the log.
    pub async fn answered(&self) -> Result<CallbackAnswer, WaitTimeout> {
        self.world.wait_in_time("answer to the callback query", || self.answer()).await
    }
}
