//! The section Chat administration: looking at chats and members, invite links, leaving.
//!
//! In a group whose members are all administrators each has the rights, but the status `member`: getChatAdministrators tells
//! appointed administrators only.

use super::prelude::*;

pub fn get_chat(service: &mut Service, bot: i64, method: GetChat) -> Result<Chat> {
    let chat = service.chat_of(bot, &method.chat_id)?;
    let is_public = |shared: &SharedChat| shared.username.is_some() && shared.migrated_to.is_none();
    if !service.shared(chat.id()).is_some_and(is_public) && matches!(chat, ChatKey::Shared(_)) {
        service.check_access(bot, chat)?;
    }
    Ok(service.shown_whole_chat(bot, chat))
}

pub fn get_chat_administrators(
    service: &mut Service,
    bot: i64,
    method: GetChatAdministrators,
) -> Result<Vec<ChatMember>> {
    let id = service.administered(bot, &method.chat_id, 0)?;
    let Some(shared) = service.shared(id) else { return Ok(Vec::new()) };
    let people = shared.administrators.keys().filter(|id| *id == bot || !service.state.bots.contains_key(id));
    Ok(people.filter_map(|id| service.shown_member(bot, shared, id)).collect())
}

pub fn get_chat_members_count(service: &mut Service, bot: i64, method: GetChatMembersCount) -> Result<i64> {
    let chat = service.accessible(bot, &method.chat_id)?;
    // A private chat has the user and the bot.
    Ok(service.shared(chat.id()).map_or(2, |shared| shared.present))
}

pub fn get_chat_member(service: &mut Service, bot: i64, method: GetChatMember) -> Result<ChatMember> {
    let chat = service.accessible(bot, &method.chat_id)?;
    let user = method.user_id.0;
    if let Some(shared) = service.shared(chat.id()) {
        return service.shown_member(bot, shared, user).or_refuse("user not found");
    }
    refuse_if(user != chat.id() && user != bot, "user not found")?;
    Ok(ChatMember::new(service.shown_user(user), ChatMemberStatus::Member))
}

pub fn leave_chat(service: &mut Service, bot: i64, method: LeaveChat) -> Result<True> {
    let chat = service.chat_of(bot, &method.chat_id)?;
    refuse_if(matches!(chat, ChatKey::Private { .. }), "a private chat cannot be left")?;
    service.check_access(bot, chat)?;
    service.remove_member(chat.id(), bot, bot, Status::Left, None)
}

pub fn export_chat_invite_link(service: &mut Service, bot: i64, method: ExportChatInviteLink) -> Result<String> {
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
        let everybody = shared.all_members_are_administrators;
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
