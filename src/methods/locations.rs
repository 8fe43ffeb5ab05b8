//! Live locations: moving and stopping them.

use botwire_macros::method;

use crate::types::{ChatRef, InlineKeyboardMarkup, InlineMessageId, MessageId, MessageOrTrue};

/// Moves a live location.
///
/// A location can be edited until its `live_period` expires or `stopMessageLiveLocation` is called.
/// Returns the edited message if the bot sent it, otherwise true.
#[method(returns = MessageOrTrue)]
#[rule(target)]
pub struct EditMessageLiveLocation {
    /// Chat of the message: numeric identifier, or `@channelusername`. Required without
    /// `inline_message_id`.
    pub chat_id: Option<ChatRef>,
    /// Identifier of the message in the chat. Required without `inline_message_id`.
    pub message_id: Option<MessageId>,
    /// Identifier of a message sent via the bot in inline mode. Required without `chat_id` and
    /// `message_id`.
    pub inline_message_id: Option<InlineMessageId>,
    /// New latitude in degrees.
    pub latitude: f64,
    /// New longitude in degrees.
    pub longitude: f64,
    /// Inline keyboard of the edited message.
    pub reply_markup: Option<InlineKeyboardMarkup>,
}

/// Stops a live location before its `live_period` expires, which disables editing it.
///
/// Returns the edited message if the bot sent it, otherwise true.
#[method(returns = MessageOrTrue)]
#[rule(target)]
pub struct StopMessageLiveLocation {
    /// Chat of the message: numeric identifier, or `@channelusername`. Required without
    /// `inline_message_id`.
    pub chat_id: Option<ChatRef>,
    /// Identifier of the message in the chat. Required without `inline_message_id`.
    pub message_id: Option<MessageId>,
    /// Identifier of a message sent via the bot in inline mode. Required without `chat_id` and
    /// `message_id`.
    pub inline_message_id: Option<InlineMessageId>,
    /// Inline keyboard of the edited message.
    pub reply_markup: Option<InlineKeyboardMarkup>,
}
