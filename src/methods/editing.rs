//! Editing and deleting messages.

use botwire_macros::method;

use crate::types::{ChatRef, InlineKeyboardMarkup, InlineMessageId, MessageId, MessageOrTrue, ParseMode, True};

/// Edits the text of a text or game message.
///
/// Only messages without `reply_markup` or with an inline keyboard can be edited. Returns the
/// edited message if the bot sent it, otherwise true.
#[method(returns = MessageOrTrue)]
#[rule(target)]
pub struct EditMessageText {
    /// Chat of the message: numeric identifier, or `@channelusername`. Required without
    /// `inline_message_id`.
    pub chat_id: Option<ChatRef>,
    /// Identifier of the message in the chat. Required without `inline_message_id`.
    pub message_id: Option<MessageId>,
    /// Identifier of a message sent via the bot in inline mode. Required without `chat_id` and
    /// `message_id`.
    pub inline_message_id: Option<InlineMessageId>,
    /// New text of the message.
    #[wire(visible_chars = 0..=4096)]
    pub text: String,
    /// Markup of the text: `Markdown` or `HTML`.
    pub parse_mode: Option<ParseMode>,
    /// If true, links in the text get no preview.
    pub disable_web_page_preview: Option<bool>,
    /// Inline keyboard of the edited message.
    pub reply_markup: Option<InlineKeyboardMarkup>,
}

/// Edits the caption of a message.
///
/// Only messages without `reply_markup` or with an inline keyboard can be edited. Returns the
/// edited message if the bot sent it, otherwise true.
#[method(returns = MessageOrTrue)]
#[rule(target)]
pub struct EditMessageCaption {
    /// Chat of the message: numeric identifier, or `@channelusername`. Required without
    /// `inline_message_id`.
    pub chat_id: Option<ChatRef>,
    /// Identifier of the message in the chat. Required without `inline_message_id`.
    pub message_id: Option<MessageId>,
    /// Identifier of a message sent via the bot in inline mode. Required without `chat_id` and
    /// `message_id`.
    pub inline_message_id: Option<InlineMessageId>,
    /// New caption.
    #[wire(visible_chars = 0..=200)]
    pub caption: Option<String>,
    /// Markup of the caption: `Markdown` or `HTML`.
    pub parse_mode: Option<ParseMode>,
    /// Inline keyboard of the edited message.
    pub reply_markup: Option<InlineKeyboardMarkup>,
}

/// Edits only the inline keyboard of a message.
///
/// Only messages without `reply_markup` or with an inline keyboard can be edited. Returns the
/// edited message if the bot sent it, otherwise true.
#[method(returns = MessageOrTrue)]
#[rule(target)]
pub struct EditMessageReplyMarkup {
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

/// Deletes a message, which may be a service message.
///
/// It is allowed only when the message was sent less than 48 hours ago and one of these holds: it
/// is an outgoing message in a group or supergroup; it is an outgoing channel message and the bot
/// has `can_post_messages`; the bot is an administrator of the group; the bot has
/// `can_delete_messages` in the supergroup or channel, which allows any message.
#[method(returns = True)]
pub struct DeleteMessage {
    /// Chat of the message: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
    /// Identifier of the message to delete.
    pub message_id: MessageId,
}
