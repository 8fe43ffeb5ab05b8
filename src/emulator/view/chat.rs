//! Users, chats and members.

use crate::emulator::compat;
use crate::emulator::prelude::*;

impl Service {
    /// The user or bot of an identifier that exists.
    pub(crate) fn shown_user(&self, id: i64) -> User {
        self.person(id).cloned().unwrap_or_else(|| User::new(id, false, ""))
    }

    pub(crate) fn shown_chat(&self, key: ChatKey) -> Chat {
        if let Some(shared) = self.state.chats.get(&key).and_then(|chat| chat.shared.as_deref()) {
            let mut chat = Chat::new(key.id(), shared.kind.as_str());
            chat.title = Some(shared.title.clone());
            chat.username.clone_from(&shared.username);
            if shared.kind == ChatKind::Group {
                chat.all_members_are_administrators = Some(shared.all_members_are_administrators);
            }
            return chat;
        }
        let mut chat = Chat::new(key.id(), ChatType::Private);
        if let Some(user) = self.state.users.get(&key.id()) {
            chat.first_name = Some(user.first_name.clone());
            chat.last_name.clone_from(&user.last_name);
            chat.username.clone_from(&user.username);
        }
        chat
    }

    /// The Chat with all that only getChat tells.
    pub(crate) fn shown_whole_chat(&self, bot: i64, key: ChatKey) -> Chat {
        let mut chat = self.shown_chat(key);
        chat.extra.extend(self.compat(compat::CHAT));
        let Some(shared) = self.shared(key.id()).filter(|_| matches!(key, ChatKey::Shared(_))) else {
            let latest = self.state.profile_photos.get(&key.id()).and_then(|photos| photos.first());
            chat.photo = latest.map(|(_, latest)| self.chat_photo(bot, *latest));
            return chat;
        };
        chat.photo = shared.photo.map(|photo| self.chat_photo(bot, photo));
        if shared.kind == ChatKind::Group {
            return chat;
        }
        chat.description.clone_from(&shared.description);
        chat.invite_link.clone_from(&shared.invite_link);
        chat.sticker_set_name.clone_from(&shared.sticker_set_name);
        chat.pinned_message = shared.pinned.and_then(|id| self.shown_alone(bot, key, id)).map(Box::new);
        if shared.kind == ChatKind::Supergroup {
            chat.can_set_sticker_set = Some(shared.member(bot).is_some_and(|member| member.has(CHANGE_INFO)));
        }
        chat
    }

    pub(crate) fn shown_member(&self, bot: i64, shared: &SharedChat, id: i64) -> Option<ChatMember> {
        let stranger = StoredMember::new(Status::Left);
        let member = shared.member(id).unwrap_or(&stranger);
        let status = member.status(self.now());
        let mut shown = ChatMember::new(self.person(id)?.clone(), status.as_str());
        match status {
            Status::Administrator => {
                let promoted = |by: &StoredMember| {
                    by.status == Status::Creator || (by.has(PROMOTE) && member.promoted_by == Some(bot))
                };
                shown.can_be_edited = Some(id != bot && shared.member(bot).is_some_and(promoted));
                let has = |right: u16| (shared.kind.rights() & right != 0).then_some(member.rights & right != 0);
                shown.can_change_info = has(CHANGE_INFO);
                shown.can_post_messages = has(POST);
                shown.can_edit_messages = has(EDIT);
                shown.can_delete_messages = has(DELETE);
                shown.can_invite_users = has(INVITE);
                shown.can_restrict_members = has(RESTRICT);
                shown.can_pin_messages = has(PIN);
                shown.can_promote_members = has(PROMOTE);
            }
            Status::Restricted => {
                shown.until_date = member.until.map(Time::unix);
                let may = |permission: u16| Some(member.rights & permission != 0);
                shown.can_send_messages = may(SEND);
                shown.can_send_media_messages = may(SEND_MEDIA);
                shown.can_send_other_messages = may(SEND_OTHER);
                shown.can_add_web_page_previews = may(PREVIEWS);
            }
            Status::Kicked => shown.until_date = member.until.map(Time::unix),
            _ => {}
        }
        self.complete_member(&mut shown, member);
        Some(shown)
    }
}
