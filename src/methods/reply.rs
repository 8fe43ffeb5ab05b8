//! A reply to a message.

use super::SendMessage;
use crate::types::Message;

impl Message {
    /// The call that replies to the message with a text; `reply_to_message_id(None::<i64>)` answers without quoting.
    #[must_use]
    pub fn reply(&self, text: impl std::fmt::Display) -> SendMessage {
        SendMessage::new(&self.chat, text).reply_to_message_id(self)
    }
}
