//! Presses of buttons, inline queries and payments that wait for the bot.

use super::WaitTimeout;
use super::world::SharedWorld;
use crate::emulator::actions::{GetPayment, GetQuery, QueryAnswer, Ship};
use crate::emulator::{CallbackAnswer, InlineResults, PaymentState, Refusal, Seen};

/// The immediate effect of a press.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Press {
    /// The bot got a callback query, or the client has cached an earlier answer to the same.
    Callback(Callback),
    /// The client opens a URL.
    Url(String),
    /// The client asks for a chat and inserts the bot's username and this inline query there.
    SwitchInlineQuery(String),
    /// The client inserts the bot's username and this inline query in the current chat.
    SwitchInlineQueryCurrentChat(String),
    /// The client shows the invoice. Continue with [`EmulatorUser::pay`](super::EmulatorUser::pay).
    Pay,
    /// A button of a reply keyboard sent this message.
    Message(Box<Seen>),
}

/// The press of a callback button, which shows that it is loading until the bot answers.
#[derive(Debug, Clone)]
pub struct Callback {
    pub(super) world: SharedWorld,
    pub(super) query: String,
    pub(super) kept: Option<CallbackAnswer>,
}

impl Callback {
    /// Returns true while the client shows a progress bar, because the bot has not answered.
    #[must_use]
    pub fn is_loading(&self) -> bool {
        self.answer().is_none()
    }

    /// Returns the answer of the bot, or `None` if it has not answered.
    #[must_use]
    pub fn answer(&self) -> Option<CallbackAnswer> {
        let asked = || match self.world.ask(GetQuery::new(self.query.as_str())).ok()?.answer {
            Some(QueryAnswer::Callback(answer)) => Some(answer),
            _ => None,
        };
        self.kept.clone().or_else(asked)
    }

    /// Waits for the answer of a bot that runs in parallel with the test.
    ///
    /// # Errors
    /// If none arrives in time. The text of the error ends with the latest log entries.
    pub async fn answered(&self) -> Result<CallbackAnswer, WaitTimeout> {
        self.world.wait_in_time("answer to the callback query", || self.answer()).await
    }
}

/// An inline query that a user typed.
#[derive(Debug, Clone)]
pub struct Typed {
    pub(super) world: SharedWorld,
    pub(super) query: String,
}

impl Typed {
    /// Returns the identifier of the query.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.query
    }

    /// Returns the answer of the bot, or a cached answer to the same query, or `None` if the bot has not answered.
    #[must_use]
    pub fn results(&self) -> Option<InlineResults> {
        match self.world.ask(GetQuery::new(self.query.as_str())).ok()?.answer {
            Some(QueryAnswer::Inline(results)) => Some((*results).clone()),
            _ => None,
        }
    }

    /// Waits for the answer of a bot that runs in parallel with the test.
    ///
    /// # Errors
    /// If none arrives in time. The text of the error ends with the latest log entries.
    pub async fn answered(&self) -> Result<InlineResults, WaitTimeout> {
        self.world.wait_in_time("answer to the inline query", || self.results()).await
    }
}

/// A payment in progress.
#[derive(Debug, Clone)]
pub struct Payment {
    pub(super) world: SharedWorld,
    pub(super) number: i64,
}

impl Payment {
    handles! {
        /// Returns the state of the payment.
        #[fails = "another emulator made it"]
        fn state(&self) -> PaymentState { self.world.ask(GetPayment::new(self.number)) }

        /// Chooses a shipping option by its identifier, by default the first one, and confirms.
        #[fails = "there is nothing to choose, or no such option"]
        fn ship(&self, option: Option<&str>) -> () {
            self.world.act(Ship::new(self.number).option(option)).map(|_| ())
        }
    }
}
