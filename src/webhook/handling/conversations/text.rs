//! Texts and results of conversations.

use crate::methods::{Method, SendMessage};
use crate::text::Markup;
use crate::types::{ChatId, Message, MessageText, ParseMode, ReplyMarkup, Update};
use crate::webhook::InlineCall;
use crate::webhook::handling::stores::BoxError;

/// A text of a conversation with its parse mode.
#[derive(Debug, Clone, PartialEq)]
#[doc(hidden)]
pub struct Text {
    pub(super) text: String,
    parse_mode: Option<ParseMode>,
}

impl Text {
    pub(super) fn of<Form>(text: impl MessageText<Form>) -> Self {
        let (text, parse_mode) = text.into_message_text();
        Self { text, parse_mode }
    }

    /// Returns a call that sends the text to a chat.
    pub(super) fn to(&self, chat: ChatId) -> SendMessage {
        SendMessage::new(chat, self.text.as_str()).parse_mode(self.parse_mode.clone())
    }

    /// Returns a message of the conversation. In a group it quotes the user, so that a question reaches its addressee.
    pub(super) fn answer(&self, update: &Update, chat: ChatId, markup: Option<ReplyMarkup>) -> InlineCall {
        let quoted = update.message.as_deref().filter(|message| !message.chat.is_private());
        let call = self.to(chat).reply_to_message_id(quoted.map(|message| message.message_id));
        call.reply_markup(markup).into()
    }

    /// Returns the first 60 UTF-16 code units, by which a question is known.
    pub(super) fn beginning(&self) -> String {
        let units: Vec<u16> = self.text.encode_utf16().take(60).collect();
        String::from_utf16_lossy(&units)
    }
}

/// Returns the message of an update or of its callback query.
pub(super) fn source_of(update: &Update) -> Option<&Message> {
    let pressed = || update.callback_query.as_ref()?.message.as_deref();
    update.message.as_deref().or_else(pressed)
}

/// What a conversation has returned.
#[derive(Debug)]
#[doc(hidden)]
pub enum Outcome {
    Nothing,
    Text(Text),
    Call(Box<InlineCall>),
}

/// The result of a conversation: a text for the user, a call, nothing, or an `Option` or `Result` of these.
#[diagnostic::on_unimplemented(
    message = "a conversation returns a text, a call, nothing, or an `Option` or `Result` of these, and not `{Self}`",
    note = "the error of a `Result` must implement `std::error::Error`, or convert into `BoxError`"
)]
pub trait TalkResult {
    #[doc(hidden)]
    #[allow(missing_docs, clippy::missing_errors_doc)]
    fn into_outcome(self) -> Result<Outcome, BoxError>;
}

impl TalkResult for () {
    fn into_outcome(self) -> Result<Outcome, BoxError> {
        Ok(Outcome::Nothing)
    }
}

impl<M: Method> TalkResult for M {
    fn into_outcome(self) -> Result<Outcome, BoxError> {
        InlineCall::from(self).into_outcome()
    }
}

impl TalkResult for InlineCall {
    fn into_outcome(self) -> Result<Outcome, BoxError> {
        Ok(Outcome::Call(Box::new(self)))
    }
}

macro_rules! texts {
    ($($text:ty),*) => {$(
        impl TalkResult for $text {
            fn into_outcome(self) -> Result<Outcome, BoxError> {
                Ok(Outcome::Text(Text::of(self)))
            }
        }
    )*};
}

texts! { String, &str, Markup }

impl<R: TalkResult> TalkResult for Option<R> {
    fn into_outcome(self) -> Result<Outcome, BoxError> {
        self.map_or(Ok(Outcome::Nothing), TalkResult::into_outcome)
    }
}

impl<R: TalkResult, E: Into<BoxError>> TalkResult for Result<R, E> {
    fn into_outcome(self) -> Result<Outcome, BoxError> {
        self.map_err(Into::into)?.into_outcome()
    }
}
