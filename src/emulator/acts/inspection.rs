//! What tests look at: chats, bots, users, members, keyboards, chat actions.

use super::super::call::Caller;
use super::super::json::{Members, array};
use super::{Act, Text};

impl Act<'_> {
    pub(super) fn inspection(&mut self, name: &str) -> Option<Text> {
        let (now, chat, bot) = (self.now, self.place(), self.bot());
        Some(match name {
            "chats" => Ok(array(self.service.chats.keys().map(|key| self.service.show_chat(key)))),
            "bots" => Ok(array(self.service.bots().map(|(user, token)| {
                let user = self.service.show_person(user.id.0);
                Members::new().json("user", &user).text("token", token).object()
            }))),
            "users" => Ok(array(self.service.users.keys().map(|id| self.service.show_person(id)))),
            "members" => {
                let caller = Caller { bot, now };
                let shared = self.service.shared(chat.id());
                let all = shared.into_iter().flat_map(|shared| shared.members.keys().map(move |id| (shared, id)));
                Ok(array(all.filter_map(|(shared, id)| self.service.show_member(caller, shared, id))))
            }
            "keyboard" => {
                Ok(self.service.reply_keyboard(self.user(), chat).map_or("null", |(_, markup)| markup).to_owned())
            }
            "action" => {
                let action = self.service.chats.get(&chat).and_then(|chat| chat.action.as_ref());
                let action = action.filter(|(.., until)| *until > now);
                Ok(action.map_or_else(|| "null".to_owned(), |(_, action, _)| crate::wire::json::quote(action)))
            }
            _ => return None,
        })
    }
}
