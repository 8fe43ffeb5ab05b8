//! Follows a group that has become a supergroup.

use crate::policy::{CHAT_PARAMETERS, moved_chat};
use crate::types::ChatId;
use crate::wire::json;

/// Returns the parameters with the supergroup in place of the group, and the group. Returns `None` if none of the chats
/// was migrated, or if it is not clear which.
pub(super) fn moved(parameters: &str, to: ChatId) -> Option<(String, ChatId)> {
    let chats: Vec<ChatId> = CHAT_PARAMETERS.iter().filter_map(|name| chat(json::member(parameters, name)?)).collect();
    let group = moved_chat(&chats, to)?;
    let to_text = to.to_string();
    let json = json::replaced(parameters, |name, value| {
        let is_group = CHAT_PARAMETERS.iter().any(|other| *name == **other) && chat(value) == Some(group);
        is_group.then_some(to_text.as_str())
    });
    Some((json, group))
}

/// An identifier may also be a string.
fn chat(value: &str) -> Option<ChatId> {
    value.trim_matches('"').parse().ok().map(ChatId)
}
