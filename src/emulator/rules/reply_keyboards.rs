//! Reply keyboards: which one each user has in a chat. Spec: core, Keyboard objects.
//!
//! A keyboard stays until another message for the user brings or removes one, or until its message
//! is deleted. A client hides a one-time keyboard that was used, but its user can still open it again.

use crate::emulator::prelude::*;

impl Service {
    /// Notes that a message brings or removes a reply keyboard, and for whom.
    pub(crate) fn note_keyboard(&mut self, chat: ChatKey, id: i64) {
        let Some(message) = self.record(chat, id) else { return };
        let is_selective = match message.markup() {
            Some(
                ReplyMarkup::ReplyKeyboardMarkup(ReplyKeyboardMarkup { selective, .. })
                | ReplyMarkup::ReplyKeyboardRemove(ReplyKeyboardRemove { selective, .. }),
            ) => *selective,
            _ => return,
        };
        let selected = (is_selective == Some(true)).then(|| self.selected(chat, message));
        let Some(state) = self.state.chats.get_mut(&chat) else { return };
        match selected {
            Some(users) => {
                for user in users {
                    state.keyboards.selected.insert(user, id);
                }
            }
            None => state.keyboards.for_all = Some(id),
        }
    }

    /// The reply keyboard that a user has in a chat now, and the message that brought it.
    pub(crate) fn reply_keyboard(&self, user: i64, chat: ChatKey) -> Option<(i64, &ReplyMarkup)> {
        let ReplyKeyboards { for_all, selected } = &self.state.chats.get(&chat)?.keyboards;
        let id = selected.get(&user).copied().max(*for_all)?;
        let markup = self.record(chat, id)?.markup();
        markup.filter(|markup| matches!(markup, ReplyMarkup::ReplyKeyboardMarkup(_))).map(|markup| (id, markup))
    }

    /// Whom a selective keyboard is for: those mentioned in the text, and the one replied to.
    fn selected(&self, chat: ChatKey, message: &StoredMessage) -> Vec<i64> {
        let original = message.reply_to.and_then(|id| self.record(chat, id));
        let mut users = Vec::from_iter(original.and_then(|original| original.from));
        let Some(words) = message.content.words() else { return users };
        // Not by the entities, as a username of fewer than five characters is none.
        for word in words.text.split(|letter: char| !letter.is_alphanumeric() && !"@_".contains(letter)) {
            let name = word.strip_prefix('@').map(str::to_ascii_lowercase);
            users.extend(name.and_then(|name| self.state.user_names.get(&name)));
        }
        users.extend(words.entities.iter().filter_map(|entity| Some(entity.user.as_ref()?.id.0)));
        users
    }
}
