//! What an update holds, by kind, and the calls that answer queries.

use serde_json::Value;

use crate::methods::{AnswerCallbackQuery, AnswerInlineQuery, AnswerPreCheckoutQuery, AnswerShippingQuery};
use crate::types::{
    CallbackQuery, ChosenInlineResult, InlineQuery, InlineQueryResult, Message, PreCheckoutQuery, ShippingOption,
    ShippingQuery, Update, UpdateKind,
};

/// What an update holds.
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
///
/// Spec: core, Events.
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
    InlineQuery(InlineQuery),
    /// An inline result that a user chose.
    ChosenInlineResult(ChosenInlineResult),
    /// The press of a button.
    CallbackQuery(CallbackQuery),
    /// A question for the ways of shipping.
    ShippingQuery(ShippingQuery),
    /// A question whether a payment may go ahead.
    PreCheckoutQuery(PreCheckoutQuery),
    /// A kind that this version does not know, or whose value does not fit its type. Webhooks and polling read updates
    /// so; serde alone refuses a value that does not fit.
    Other(UpdateKind, Value),
}

impl Update {
    /// What the update holds; nothing if it has no [kind](Update::kind).
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
    /// The call that answers it; `text` and the other parameters may be set.
    #[must_use]
    pub fn answer(&self) -> AnswerCallbackQuery {
        AnswerCallbackQuery::new(&self.id)
    }
}

impl InlineQuery {
    /// The call that answers it with these results, at most 50.
    #[must_use]
    pub fn answer(&self, results: impl IntoIterator<Item: Into<InlineQueryResult>>) -> AnswerInlineQuery {
        AnswerInlineQuery::new(&self.id, results)
    }
}

impl ShippingQuery {
    /// The call that answers it with the ways of shipping.
    #[must_use]
    pub fn answer(&self, shipping_options: impl IntoIterator<Item: Into<ShippingOption>>) -> AnswerShippingQuery {
        AnswerShippingQuery::accept(&self.id, shipping_options)
    }

    /// The call that tells the user why the order cannot be shipped.
    #[must_use]
    pub fn refuse(&self, error_message: impl std::fmt::Display) -> AnswerShippingQuery {
        AnswerShippingQuery::refuse(&self.id, error_message)
    }
}

// A webhook answers for a handler before the 10 s are over in which the service awaits these.

impl PreCheckoutQuery {
    /// The call that lets the payment go ahead, due within 10 seconds of the query.
    #[must_use]
    pub fn accept(&self) -> AnswerPreCheckoutQuery {
        AnswerPreCheckoutQuery::accept(&self.id)
    }

    /// The call that tells the user why it cannot, due within 10 seconds of the query.
    #[must_use]
    pub fn refuse(&self, error_message: impl std::fmt::Display) -> AnswerPreCheckoutQuery {
        AnswerPreCheckoutQuery::refuse(&self.id, error_message)
    }
}
