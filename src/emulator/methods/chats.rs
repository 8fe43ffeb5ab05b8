//! The section Chat administration: looking at chats and members, invite links, leaving.
//!
//! In a group whose members are all administrators each has the rights, but the status `member`: getChatAdministrators tells
//! appointed administrators only.

use crate::emulator::refusal::{OrRefuse, Refusal, Result};
use crate::emulator::service::Service;
use crate::emulator::state::{ChatKey, ChatKind, INVITE, Status};
use crate::methods::{
    ExportChatInviteLink, GetChat, GetChatAdministrators, GetChatMember, GetChatMembersCount, LeaveChat,
};
use crate::types::{Chat, ChatMember, ChatMemberStatus, ChatRef, True};

pub(super) fn get_chat(service: &mut Service, bot: i64, method: GetChat) -> Result<Chat> {
    let chat = service.chat_of(bot, &method.chat_id)?;
    let public =
        service.shared(chat.id()).is_some_and(|shared| shared.username.is_some() && shared.migrated_to.is_none());
    if !public && matches!(chat, ChatKey::Shared(_)) {
        service.check_access(bot, chat)?;
    }
    Ok(service.shown_whole_chat(bot, chat))
}

pub(super) fn get_chat_administrators(
    service: &mut Service,
    bot: i64,
    method: GetChatAdministrators,
) -> Result<Vec<ChatMember>> {
    let id = service.administered(bot, &method.chat_id, 0)?;
    let Some(shared) = service.shared(id) else { return Ok(Vec::new()) };
    let people = shared.administrators.keys().filter(|id| *id == bot || !service.state.bots.contains_key(id));
    Ok(people.filter_map(|id| service.shown_member(bot, shared, id)).collect())
}

pub(super) fn get_chat_members_count(service: &mut Service, bot: i64, method: GetChatMembersCount) -> Result<i64> {
    let chat = service.accessible(bot, &method.chat_id)?;
    // A private chat has the user and the bot.
    Ok(service.shared(chat.id()).map_or(2, |shared| shared.present))
}

pub(super) fn get_chat_member(service: &mut Service, bot: i64, method: GetChatMember) -> Result<ChatMember> {
    let chat = service.accessible(bot, &method.chat_id)?;
    let user = method.user_id.0;
    let not_found = || Refusal::bad_request("user not found");
    if let Some(shared) = service.shared(chat.id()) {
        return service.shown_member(bot, shared, user).ok_or_else(not_found);
    }
    if user != chat.id() && user != bot {
        return Err(not_found());
    }
    Ok(ChatMember::new(service.shown_user(user), ChatMemberStatus::Member))
}

pub(super) fn leave_chat(service: &mut Service, bot: i64, method: LeaveChat) -> Result<True> {
    let chat = service.chat_of(bot, &method.chat_id)?;
    if matches!(chat, ChatKey::Private { .. }) {
        return Err(Refusal::bad_request("a private chat cannot be left"));
    }
    service.check_access(bot, chat)?;
    service.remove_member(chat.id(), bot, bot, Status::Left, None)?;
    Ok(True)
}

pub(super) fn export_chat_invite_link(service: &mut Service, bot: i64, method: ExportChatInviteLink) -> Result<String> {
    let chat = service.administered(bot, &method.chat_id, INVITE)?;
    Ok(service.new_invite_link(chat))
}

impl Service {
    /// The group, supergroup or channel of a call, if the bot administers it with that right; 0
    /// for any administrator. In a group whose members are all administrators every bot in it is.
    pub(crate) fn administered(&self, bot: i64, chat: &ChatRef, right: u16) -> Result<i64> {
        let ChatKey::Shared(id) = self.chat_of(bot, chat)? else {
            return Err(Refusal::bad_request("private chats have no administrators"));
        };
        self.check_access(bot, ChatKey::Shared(id))?;
        self.check_rights(bot, id, right)?;
        Ok(id)
    }

    /// Refuses a user or bot that does not administer the chat with that right.
    pub(crate) fn check_rights(&self, who: i64, chat: i64, right: u16) -> Result<()> {
        let shared = self.shared(chat).or_refuse("chat not found")?;
        let everybody = shared.kind == ChatKind::Group && shared.all_members_are_administrators;
        match shared.member(who) {
            Some(member) if everybody && !matches!(member.status, Status::Left | Status::Kicked) => Ok(()),
            Some(member) if member.has(right) => Ok(()),
            Some(member) if member.has(0) => Err(Refusal::bad_request("not enough rights")),
            _ => Err(Refusal::bad_request("need administrator rights in the chat")),
        }
    }

    /// Makes a new invite link of a chat; the former one is revoked.
    pub(crate) fn new_invite_link(&mut self, chat: i64) -> String {
        let link = ["https://join.emulator.test/", &self.state.random.letters(16)].concat();
        if let Some(shared) = self.shared_mut(chat) {
            let former = shared.invite_link.replace(link.clone());
            former.map(|former| self.state.links.remove(&former));
            self.state.links.insert(link.clone(), chat);
        }
        link
    }
}
