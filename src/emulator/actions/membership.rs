//! Who joins, is added, leaves, is removed or promoted, and how users administer chats.

use super::{Act, Done, gives, yes};
use crate::emulator::refusal::Refusal;
use crate::emulator::rules::files::Source;
use crate::emulator::state::file::FileKind;
use crate::emulator::state::member::{CHANGE_INFO, INVITE, PIN, Status, rights_in};
use crate::methods::PromoteChatMember;

impl Act<'_> {
    pub(super) fn membership(&mut self, name: &str) -> Option<Done> {
        let (now, user, chat, member) = (self.now, self.user(), self.id("chat"), self.id("member"));
        let done = match name {
            "join" => {
                let behind = self.given.text("link").map(|link| self.service.behind(link));
                let public = self.service.shared(chat).is_some();
                let Some(id) = behind.unwrap_or_else(|| public.then_some(chat)) else {
                    return Some(Err(Refusal::bad_request("invite link is invalid or revoked")));
                };
                let joined = self.service.enter(now, id, user, user);
                return Some(joined.and_then(|()| self.chat_of(id)));
            }
            "add" => self.service.enter(now, chat, user, member),
            "leave" => {
                let there = self.service.check_presence(now, self.place(), user);
                there.and_then(|()| self.service.remove_member(now, chat, user, user, Status::Left, None))
            }
            "remove" => self.service.kick(now, chat, user, member, self.given.integer("until_date")),
            "promote" => {
                let rights = rights_in(&self.promotion(chat, member));
                self.service.promote(now, chat, user, member, rights)
            }
            "pin" => {
                let allowed = self.service.check_rights(user, chat, PIN);
                allowed.and_then(|()| self.service.pin(now, chat, user, self.id("message_id"), None))
            }
            "title" => self.service.check_rights(user, chat, CHANGE_INFO).map(|()| {
                let title = self.owned("title").unwrap_or_default();
                self.service.change_title(now, chat, user, title);
            }),
            "photo" => self.photo(chat),
            "invite_link" => {
                let allowed = self.service.check_rights(user, chat, INVITE);
                return Some(allowed.and_then(|()| gives(self.service.new_invite_link(chat))));
            }
            "migrate" => return Some(self.service.migrate(now, chat).and_then(|id| self.chat_of(id))),
            _ => return None,
        };
        Some(done.and_then(|()| yes()))
    }

    fn promotion(&self, chat: i64, member: i64) -> PromoteChatMember {
        let is = |name: &str| Some(self.given.is_true(name));
        let mut promotion = PromoteChatMember::new(chat, member);
        promotion.can_change_info = is("can_change_info");
        promotion.can_post_messages = is("can_post_messages");
        promotion.can_edit_messages = is("can_edit_messages");
        promotion.can_delete_messages = is("can_delete_messages");
        promotion.can_invite_users = is("can_invite_users");
        promotion.can_restrict_members = is("can_restrict_members");
        promotion.can_pin_messages = is("can_pin_messages");
        promotion.can_promote_members = is("can_promote_members");
        promotion
    }

    fn photo(&mut self, chat: i64) -> Result<(), Refusal> {
        let user = self.user();
        self.service.check_rights(user, chat, CHANGE_INFO)?;
        match self.service.source(self.bot(), &self.given_file()?, FileKind::ChatPhoto)? {
            Source::New(content) => self.service.change_photo(self.now, chat, user, content),
            Source::Known(_) => Err(Refusal::bad_request("photo must be a file")),
        }
    }
}
