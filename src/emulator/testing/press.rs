//! Presses of buttons, and what comes of them.

use super::super::actions::{GetQuery, Pressed, QueryAnswer};
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

impl Press {
    pub(super) fn of(
        pressed: Pressed,
        world: &SharedWorld,
        message: impl FnOnce(i64) -> Result<Seen, Refusal>,
    ) -> Result<Self, Refusal> {
        Ok(match pressed {
            Pressed::Url { url } => Self::Url(url),
            Pressed::SwitchInlineQuery { query } => Self::SwitchInlineQuery(query),
            Pressed::SwitchInlineQueryCurrentChat { query } => Self::SwitchInlineQueryCurrentChat(query),
            Pressed::Pay => Self::Pay,
            Pressed::Message { message_id } => Self::Message(Box::new(message(message_id)?)),
            Pressed::Callback { query, answer } => {
                Self::Callback(Callback { world: world.clone(), query: query.unwrap_or_default(), kept: answer })
            }
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
        let asked = || match self.world.ask(GetQuery::new(self.query.as_str())).ok()?.answer {
            Some(QueryAnswer::Callback(answer)) => Some(answer),
            _ => None,
        };
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
