//! What tests look at: chats, bots, users, members, keyboards, chat actions.

use super::people::NamedBot;
use super::{Act, Done, gives};
use crate::types::User;

impl Act<'_> {
    pub(super) fn inspection(&mut self, name: &str) -> Option<Done> {
        let (now, chat, bot) = (self.now, self.place(), self.bot());
        Some(match name {
            "chats" => {
                gives(self.service.state.chats.keys().map(|key| self.service.shown_chat(key)).collect::<Vec<_>>())
            }
            "chat" => gives(self.service.shown_whole_chat(bot, self.service.current(chat))),
            "bots" => {
                let shown = |(user, token): (&User, &str)| NamedBot { user: user.clone(), token: token.to_owned() };
                gives(self.service.bots().map(shown).collect::<Vec<_>>())
            }
            "users" => gives(self.service.state.users.values().collect::<Vec<_>>()),
            "members" => {
                let shared = self.service.shared(chat.id());
                let all = shared.into_iter().flat_map(|shared| shared.members.keys().map(move |id| (shared, id)));
                gives(
                    all.filter_map(|(shared, id)| self.service.shown_member(now, bot, shared, id)).collect::<Vec<_>>(),
                )
            }
            "keyboard" => gives(self.service.reply_keyboard(self.user(), chat).map(|(_, markup)| markup)),
            "action" => {
                let action = self.service.state.chats.get(&chat).and_then(|chat| chat.action.as_ref());
                let action = action.filter(|(.., until)| *until > now);
                gives(action.map(|(_, action, _)| action))
            }
            _ => return None,
        })
    }
}
