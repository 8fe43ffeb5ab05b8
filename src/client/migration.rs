//! Following a group that has become a supergroup.

use crate::types::{ChatId, ChatRef};
use crate::wire::json;

/// The parameters with the supergroup in place of the group, and the group; nothing where the
/// parameters name no chat, or the supergroup already.
///
/// The service does not say which chat of `forwardMessage` has moved, so the chat that is written
/// to is taken for it, and the other one only where it is the same.
pub(super) fn moved(parameters: &str, to: ChatId) -> Option<(String, ChatRef)> {
    let from = json::member(parameters, "chat_id")?;
    let group = chat(from)?;
    let to_text = to.to_string();
    if group == ChatRef::Id(to) {
        return None;
    }
    let json = json::replaced(parameters, |name, value| {
        let is_group = *name == *"chat_id" || (*name == *"from_chat_id" && value == from);
        is_group.then_some(to_text.as_str())
    });
    Some((json, group))
}

fn chat(value: &str) -> Option<ChatRef> {
    match json::text(value) {
        Some(name) => Some(ChatRef::Username(name.decode().into_owned())),
        None => value.parse().ok().map(ChatId).map(ChatRef::Id),
    }
}
