//! What users write, send, edit, delete and forward, and the messages that tests look at.

use super::{Act, Done, gives, yes};
use crate::emulator::state::chat_key::ChatKey;

impl Act<'_> {
    pub(super) fn messages(&mut self, name: &str) -> Option<Done> {
        let (now, user, chat, bot) = (self.now, self.user(), self.place(), self.bot());
        let id = self.id("message_id");
        Some(match name {
            "write" => {
                let text = self.owned("text").unwrap_or_default();
                let reply_to = self.given.integer("reply_to_message_id");
                self.service.write_text(now, chat, user, &text, reply_to).and_then(|id| self.shown(id))
            }
            "send" => self.service.send_as_user(now, user, chat, bot, &self.given).and_then(|id| self.shown(id)),
            "log_in" => {
                let website = self.owned("website").unwrap_or_default();
                self.service.log_in(now, user, chat, &website).and_then(|id| self.shown(id))
            }
            "edit" => self.service.edit_as_user(now, user, chat, id, &self.given).and_then(|()| self.shown(id)),
            "delete" => self.service.delete_as_user(now, user, chat, id).and_then(|()| yes()),
            "forward" => {
                let to = match self.given.integer("to_chat").filter(|id| *id < 0) {
                    Some(id) => ChatKey::Shared(id),
                    None => ChatKey::Private { bot: self.given.integer("to_bot").unwrap_or(bot), user },
                };
                self.service.forward_as_user(now, user, chat, id, to).and_then(|id| self.shown_in(to, id))
            }
            "message" if self.service.record(chat, id).is_none() => gives(()),
            "message" => self.shown(id),
            "edits" => gives(self.service.edits(bot, chat, self.id("after").unsigned_abs())),
            "messages" => gives(self.service.seen(bot, chat, self.id("after"))),
            _ => return None,
        })
    }
}
