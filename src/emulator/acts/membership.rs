//! Who joins, is added, leaves, is removed or promoted, and how users administer chats.

use super::super::answer::Refusal;
use super::super::file::{FileKind, Source};
use super::super::member::{CHANGE_INFO, INVITE, PIN, Status, rights_in};
use super::{Act, Text, yes};

impl Act<'_> {
    pub(super) fn membership(&mut self, name: &str) -> Option<Text> {
        let (now, user, chat, member) = (self.now, self.user(), self.id("chat"), self.id("member"));
        let done = match name {
            "join" => {
                let behind = self.given.text("link").map(|link| self.service.behind(link));
                let public = self.service.shared(chat).is_some();
                let Some(id) = behind.unwrap_or_else(|| public.then_some(chat)) else {
                    return Some(Err(Refusal::bad_request("invite link is invalid or revoked")));
                };
                let joined = self.service.enter(now, id, user, user);
                return Some(joined.map(|()| self.chat_of(id)));
            }
            "add" => self.service.enter(now, chat, user, member),
            "leave" => {
                let there = self.service.check_presence(now, self.place(), user);
                there.and_then(|()| self.service.remove_member(now, chat, user, user, Status::Left, None))
            }
            "remove" => self.service.kick(now, chat, user, member, self.given.integer("until_date")),
            "promote" => self.service.promote(now, chat, user, member, rights_in(&self.given)),
            "pin" => {
                let allowed = self.service.check_rights(user, chat, PIN);
                allowed.and_then(|()| self.service.pin(now, chat, user, self.id("message_id")))
            }
            "title" => self.service.check_rights(user, chat, CHANGE_INFO).map(|()| {
                let title = self.owned("title").unwrap_or_default();
                self.service.set_title(now, chat, user, &title);
            }),
            "photo" => self.photo(chat),
            "invite_link" => {
                let allowed = self.service.check_rights(user, chat, INVITE);
                return Some(allowed.map(|()| crate::wire::json::quote(&self.service.new_invite_link(chat))));
            }
            "migrate" => return Some(self.service.migrate(now, chat).map(|id| self.chat_of(id))),
            _ => return None,
        };
        Some(done.and_then(|()| yes()))
    }

    fn photo(&mut self, chat: i64) -> Result<(), Refusal> {
        let user = self.user();
        self.service.check_rights(user, chat, CHANGE_INFO)?;
        let text = self.given.text("file").unwrap_or_default();
        match self.service.source(self.bot(), &self.given, text, FileKind::ChatPhoto)? {
            Source::New(content) => self.service.set_chat_photo(self.now, chat, user, content),
            Source::Known(_) => Err(Refusal::bad_request("photo must be a file")),
        }
    }
}
