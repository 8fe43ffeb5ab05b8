//! Reply keyboards: which one each user has in a chat. Spec: core, Keyboard objects.
//!
//! A keyboard stays until another message for the user brings or removes one, or until its message
//! is deleted. A client hides a one-time keyboard that was used, but its user can still open it again.

use serde_json::Value;

use super::chat::ChatKey;
use super::map::Map;
use super::message::Record;
use super::service::Service;
use super::stored::stored;

/// The messages that brought or removed the keyboards of a chat, noted when they are sent, so that
/// nobody has to search the chat for them.
#[derive(Debug, Clone, Default)]
pub(super) struct ReplyKeyboards {
    /// The latest for everybody; 0 for none.
    for_all: i64,
    /// The latest selective one of each user.
    selected: Map<i64, i64>,
}
stored! { ReplyKeyboards { for_all, selected } }

impl Service {
    /// Notes that a message brings or removes a reply keyboard, and for whom.
    pub(super) fn note_keyboard(&mut self, chat: ChatKey, id: i64) {
        let Some(record) = self.record(chat, id) else { return };
        let markup = record.markup();
        if !(markup.contains("\"keyboard\":[") || markup.contains("\"remove_keyboard\":true")) {
            return;
        }
        let selected = markup.contains("\"selective\":true").then(|| self.selected(chat, record));
        let Some(state) = self.chats.get_mut(&chat) else { return };
        match selected {
            Some(users) => {
                for user in users {
                    state.keyboards.selected.insert(user, id);
                }
            }
            None => state.keyboards.for_all = id,
        }
    }

    /// The reply keyboard that a user has in a chat now, and the message that brought it.
    pub(super) fn reply_keyboard(&self, user: i64, chat: ChatKey) -> Option<(i64, &str)> {
        let ReplyKeyboards { for_all, selected } = &self.chats.get(&chat)?.keyboards;
        let id = selected.get(&user).copied().unwrap_or(0).max(*for_all);
        let markup = self.record(chat, id)?.markup();
        markup.contains("\"keyboard\":[").then_some((id, markup))
    }

    /// Whom a selective keyboard is for: those mentioned in the text, and the one replied to.
    fn selected(&self, chat: ChatKey, record: &Record) -> Vec<i64> {
        let mut users = Vec::new();
        users.extend(self.record(chat, record.reply_to).map(|original| original.from));
        let Some(words) = record.content.words() else { return users };
        for word in words.text.split_whitespace() {
            let name = word.strip_prefix('@').map(|name| name.trim_end_matches(['.', ',', '!', ':', '?', ';']));
            users.extend(name.and_then(|name| self.user_names.get(&name.to_ascii_lowercase())));
        }
        let entities: Vec<Value> = serde_json::from_str(&words.entities).unwrap_or_default();
        users.extend(entities.iter().filter_map(|entity| entity.get("user")?.get("id")?.as_i64()));
        users
    }
}
