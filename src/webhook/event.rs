//! The content of an update by its kind, and the calls that answer queries.

use serde_json::Value;

use crate::methods::{AnswerCallbackQuery, AnswerInlineQuery, AnswerPreCheckoutQuery, AnswerShippingQuery};
use crate::types::{
    CallbackQuery, ChosenInlineResult, InlineQuery, InlineQueryResult, Message, PreCheckoutQuery, ShippingOption,
    ShippingQuery, Update, UpdateKind,
};

/// The content of an update.
///
/// ```
/// use botwire::types::Update;
/// use botwire::methods::SendMessage;
/// use botwire::webhook::{Event, InlineCall};
///
/// fn reply(update: Update) -> Option<InlineCall> {
///     match update.into_event()? {
///         Event::Message(message) => Some(SendMessage::new(message.chat.id, "Hi").into()),
///         Event::CallbackQuery(query) => Some(query.answer().into()),
///         Event::PreCheckoutQuery(query) => Some(query.accept().into()),
///         _ => None,
///     }
/// }
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// A new incoming message of any kind.
    Message(Box<Message>),
    /// A known message, edited.
    EditedMessage(Box<Message>),
    /// A new channel post.
    ChannelPost(Box<Message>),
    /// A known channel post, edited.
    EditedChannelPost(Box<Message>),
    /// An inline query.
    InlineQuery(Box<InlineQuery>),
    /// An inline result that a user chose.
    ChosenInlineResult(Box<ChosenInlineResult>),
    /// The press of a button.
    CallbackQuery(Box<CallbackQuery>),
    /// A question for the ways of shipping.
    ShippingQuery(Box<ShippingQuery>),
    /// A question whether a payment may go ahead.
    PreCheckoutQuery(Box<PreCheckoutQuery>),
    /// A kind that this version does not know, or whose value does not fit its type. Webhooks and polling accept such a
    /// value; serde alone refuses it.
    Other(UpdateKind, Value),
}

impl Update {
    /// Returns the content of the update, or `None` if it has no [kind](Update::kind).
    #[must_use]
    pub fn into_event(mut self) -> Option<Event> {
        Some(match self.kind()? {
            UpdateKind::Message if self.message.is_some() => Event::Message(self.message?),
            UpdateKind::EditedMessage if self.edited_message.is_some() => Event::EditedMessage(self.edited_message?),
            UpdateKind::ChannelPost if self.channel_post.is_some() => Event::ChannelPost(self.channel_post?),
            UpdateKind::EditedChannelPost if self.edited_channel_post.is_some() => {
                Event::EditedChannelPost(self.edited_channel_post?)
            }
            UpdateKind::InlineQuery if self.inline_query.is_some() => Event::InlineQuery(self.inline_query?),
            UpdateKind::ChosenInlineResult if self.chosen_inline_result.is_some() => {
                Event::ChosenInlineResult(self.chosen_inline_result?)
            }
            UpdateKind::CallbackQuery if self.callback_query.is_some() => Event::CallbackQuery(self.callback_query?),
            UpdateKind::ShippingQuery if self.shipping_query.is_some() => Event::ShippingQuery(self.shipping_query?),
            UpdateKind::PreCheckoutQuery if self.pre_checkout_query.is_some() => {
                Event::PreCheckoutQuery(self.pre_checkout_query?)
            }
            other => {
                let value = self.extra.get_mut(other.as_str())?.take();
                Event::Other(other, value)
            }
        })
    }
}

impl CallbackQuery {
    /// Creates the call that answers the query. Set `text` and other parameters on it.
    #[must_use]
    pub fn answer(&self) -> AnswerCallbackQuery {
        AnswerCallbackQuery::new(&self.id)
    }
}

impl InlineQuery {
    /// Creates the call that answers the query with at most 50 results.
    #[must_use]
    pub fn answer(&self, results: impl IntoIterator<Item: Into<InlineQueryResult>>) -> AnswerInlineQuery {
        AnswerInlineQuery::new(&self.id, results)
    }
}

impl ShippingQuery {
    /// Creates the call that answers the query with shipping options.
    #[must_use]
    pub fn answer(&self, shipping_options: impl IntoIterator<Item: Into<ShippingOption>>) -> AnswerShippingQuery {
        AnswerShippingQuery::accept(&self.id, shipping_options)
    }

    /// Creates the call that refuses the order, with a reason for the user.
    #[must_use]
    pub fn refuse(&self, error_message: impl std::fmt::Display) -> AnswerShippingQuery {
        AnswerShippingQuery::refuse(&self.id, error_message)
    }
}

// A webhook answers for a handler within the 10 s that the service waits for these.

impl PreCheckoutQuery {
    /// Creates the call that accepts the payment. It must be sent within 10 seconds of the query.
    #[must_use]
    pub fn accept(&self) -> AnswerPreCheckoutQuery {
        AnswerPreCheckoutQuery::accept(&self.id)
    }

    /// Creates the call that refuses the payment, with a reason for the user. It must be sent within 10 seconds of the query.
    #[must_use]
    pub fn refuse(&self, error_message: impl std::fmt::Display) -> AnswerPreCheckoutQuery {
        AnswerPreCheckoutQuery::refuse(&self.id, error_message)
    }
}
