//! A reply to a message.

use super::SendMessage;
use crate::types::{Message, MessageText};

impl Message {
    /// Returns a call that replies to the message with a text or a [`Markup`](crate::text::Markup). To answer without
    /// quoting, set `reply_to_message_id(None::<i64>)`.
    #[must_use]
    pub fn reply<Form>(&self, text: impl MessageText<Form>) -> SendMessage {
        SendMessage::new(&self.chat, text).reply_to_message_id(self)
    }
}
