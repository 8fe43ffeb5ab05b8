//! Finds the chat of a call that was migrated to a supergroup.

use crate::types::ChatId;

/// The parameters that identify chats.
pub const CHAT_PARAMETERS: [&str; 2] = ["chat_id", "from_chat_id"];

/// Returns the chat of a call that was migrated to the supergroup, if it is unambiguous. In `forwardMessage` from one
/// group to another, it may be either: the service does not say which. Only groups migrate, and only their identifiers
/// are below 0 (usernames belong to supergroups and channels).
#[must_use]
pub fn moved_chat(chats: &[ChatId], supergroup: ChatId) -> Option<ChatId> {
    let mut groups = chats.iter().filter(|chat| chat.0 < 0 && **chat != supergroup);
    let moved = groups.next()?;
    groups.all(|other| other == moved).then_some(*moved)
}
