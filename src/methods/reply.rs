//! Replies: messages to the chat of a message or a query.

use super::SendMessage;
use crate::types::{CallbackQuery, Chat, Message, MessageText};

impl Message {
    /// Creates a call that answers in the chat of the message, with a text or a [`Markup`](crate::text::Markup). It does not quote
    /// the message, see [`quote`](Self::quote).
    ///
    /// The text of the message itself cannot be moved into this call. Borrow it, or call [`Chat::reply`]:
    ///
    /// ```
    /// use botwire::methods::SendMessage;
    /// use botwire::types::Update;
    ///
    /// fn echo(update: Update) -> Option<SendMessage> {
    ///     let message = update.message?;
    ///     Some(message.reply(message.text.as_deref()?))
    /// }
    ///
    /// fn the_same(update: Update) -> Option<SendMessage> {
    ///     let message = update.message?;
    ///     Some(message.chat.reply(message.text?))
    /// }
    /// ```
    #[must_use]
    pub fn reply<Form>(&self, text: impl MessageText<Form>) -> SendMessage {
        self.chat.reply(text)
    }

    /// Creates a call that answers the message with a text or a [`Markup`](crate::text::Markup), and quotes it. If the message is
    /// deleted before the answer is sent, the service refuses the call.
    #[must_use]
    pub fn quote<Form>(&self, text: impl MessageText<Form>) -> SendMessage {
        self.reply(text).reply_to_message_id(self)
    }
}

impl Chat {
    /// Creates a call that sends a text or a [`Markup`](crate::text::Markup) to the chat.
    #[must_use]
    pub fn reply<Form>(&self, text: impl MessageText<Form>) -> SendMessage {
        SendMessage::new(self, text)
    }
}

impl CallbackQuery {
    /// Creates a call that answers in the chat of the query's message, with a text or a [`Markup`](crate::text::Markup). Returns
    /// `None` for the query of a message of inline mode, which has no chat.
    #[must_use]
    pub fn reply<Form>(&self, text: impl MessageText<Form>) -> Option<SendMessage> {
        Some(self.message.as_ref()?.reply(text))
    }
}
