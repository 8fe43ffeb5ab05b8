//! Reads answers.

use std::str::FromStr;

use crate::types::Message;

/// Returns the value of a text, or of the text without white space around it.
pub(super) fn parsed<T: FromStr>(text: &str) -> Option<T> {
    text.parse().or_else(|_| text.trim().parse()).ok()
}

/// Returns true for the messages that a chat makes by itself, such as "Bob joined".
pub(super) fn is_service_message(message: &Message) -> bool {
    message.new_chat_members.is_some()
        || message.left_chat_member.is_some()
        || message.new_chat_title.is_some()
        || message.new_chat_photo.is_some()
        || message.delete_chat_photo.is_some()
        || message.group_chat_created.is_some()
        || message.supergroup_chat_created.is_some()
        || message.channel_chat_created.is_some()
        || message.migrate_to_chat_id.is_some()
        || message.migrate_from_chat_id.is_some()
        || message.pinned_message.is_some()
}
