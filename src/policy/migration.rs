//! The chat of a call that has become a supergroup.

use crate::types::ChatId;

/// The parameters that name chats.
pub const CHAT_PARAMETERS: [&str; 2] = ["chat_id", "from_chat_id"];

/// The one of a call's chats that has become the supergroup; nothing where it may be either of two, as in
/// `forwardMessage` from a group to another: the service does not say which. Only groups do, and theirs are the
/// identifiers below 0; usernames belong to supergroups and channels.
#[must_use]
pub fn moved_chat(chats: &[ChatId], supergroup: ChatId) -> Option<ChatId> {
    let mut groups = chats.iter().filter(|chat| chat.0 < 0 && **chat != supergroup);
    let moved = groups.next()?;
    groups.all(|other| other == moved).then_some(*moved)
}
