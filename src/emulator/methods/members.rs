//! The section Chat administration: removing, restricting and promoting members.
//!
//! Where the specification is silent: the creator cannot be removed, restricted or demoted; another administrator only by
//! the creator or by whoever promoted them; nobody gives a right that they do not have. What is removed from a group that
//! is no supergroup is `left`, since nothing keeps them from returning.

use crate::emulator::prelude::*;

pub fn kick_chat_member(service: &mut Service, bot: i64, method: KickChatMember) -> Result<True> {
    let chat = service.administered(bot, &method.chat_id, 0)?;
    service.kick(chat, bot, method.user_id.0, method.until_date)
}

pub fn unban_chat_member(service: &mut Service, bot: i64, method: UnbanChatMember) -> Result<True> {
    let chat = service.administered(bot, &method.chat_id, RESTRICT)?;
    let user = service.check_person(method.user_id.0)?;
    let Some(shared) = service.shared_mut(chat) else { return Ok(True) };
    only_in(shared, &[ChatKind::Supergroup, ChatKind::Channel])?;
    if shared.members.get(&user).is_some_and(|member| member.status == Status::Kicked) {
        shared.put(user, StoredMember::new(Status::Left));
    }
    Ok(True)
}

pub fn restrict_chat_member(service: &mut Service, bot: i64, method: RestrictChatMember) -> Result<True> {
    let now = service.now();
    let chat = service.administered(bot, &method.chat_id, RESTRICT)?;
    let user = service.check_person(method.user_id.0)?;
    let Some(shared) = service.shared_mut(chat) else { return Ok(True) };
    only_in(shared, &[ChatKind::Supergroup])?;
    let member = shared.members.get(&user).filter(|member| member.is_present(now));
    let mut member = member.cloned().or_refuse("user is not a member of the chat")?;
    refuse_if(member.has(0), "user is an administrator of the chat")?;
    let restricted = permissions_in(&method).map(|rights| (Status::Restricted, rights, until(now, method.until_date)));
    (member.status, member.rights, member.until) = restricted.unwrap_or((Status::Member, 0, None));
    shared.put(user, member);
    Ok(True)
}

pub fn promote_chat_member(service: &mut Service, bot: i64, method: PromoteChatMember) -> Result<True> {
    let chat = service.administered(bot, &method.chat_id, PROMOTE)?;
    let user = service.check_person(method.user_id.0)?;
    service.promote(chat, bot, user, rights_in!(method))
}

pub(crate) fn only_in(shared: &SharedChat, kinds: &[ChatKind]) -> Result<()> {
    let what = ["method is not available for ", shared.kind.as_str(), " chats"].concat();
    refuse_if(!kinds.contains(&shared.kind), &what)
}

/// Refuses to touch the creator, and administrators whom somebody else promoted.
fn check_outranks(shared: &SharedChat, by: i64, user: i64) -> Result<()> {
    let Some(member) = shared.members.get(&user) else { return Ok(()) };
    refuse_if(member.status == Status::Creator, "user is the creator of the chat")?;
    let may_demote = shared.creator == by || member.promoted_by == Some(by);
    refuse_if(member.status == Status::Administrator && !may_demote, "user is an administrator of the chat")
}

impl Service {
    pub(crate) fn kick(&mut self, chat: i64, by: i64, user: i64, date: Option<i64>) -> Result<True> {
        let now = self.now();
        self.check_person(user)?;
        let shared = self.shared(chat).or_refuse("chat not found")?;
        let (is_group, rights) = (shared.kind == ChatKind::Group, self.check_rights(by, chat, RESTRICT));
        if is_group {
            let has_added = shared.members.get(&user).is_some_and(|member| member.added_by == Some(by));
            let administers = !shared.all_members_are_administrators && rights.is_ok();
            let may_remove = has_added || shared.creator == by || administers;
            refuse_if(!may_remove, "only the creator or who added the user may remove them here")?;
        } else {
            rights?;
        }
        check_outranks(shared, by, user)?;
        refuse_if(is_group && !shared.has(user, now), "user is not a member of the chat")?;
        let banned = StoredMember { until: until(now, date), ..StoredMember::new(Status::Kicked) };
        self.remove_member(chat, by, user, Some(banned).filter(|_| !is_group))
    }

    /// Makes a user an administrator with those rights, or a member without any.
    pub(crate) fn promote(&mut self, chat: i64, by: i64, user: i64, rights: u16) -> Result<True> {
        self.check_rights(by, chat, PROMOTE)?;
        let shared = self.shared(chat).or_refuse("chat not found")?;
        refuse_if(shared.all_members_are_administrators, "all members are administrators of the chat")?;
        let (given, rights) = (rights, rights & shared.kind.rights());
        let what = ["the rights are not for ", shared.kind.as_str(), " chats"].concat();
        refuse_if(rights == 0 && given != 0, &what)?;
        let has_rights = shared.members.get(&by).is_some_and(|by| by.has(rights));
        refuse_if(!has_rights, "a right cannot be given that one does not have")?;
        check_outranks(shared, by, user)?;
        let member = shared.members.get(&user).filter(|member| member.is_present(self.now())).cloned();
        let member = member.or_refuse("user is not a member of the chat")?;
        let (status, promoted_by) =
            if rights == 0 { (Status::Member, None) } else { (Status::Administrator, Some(by)) };
        let member = StoredMember { status, rights, promoted_by, until: None, ..member };
        self.shared_mut(chat).or_refuse("chat not found")?.put(user, member);
        Ok(True)
    }

    /// Takes a user or bot out of a chat, who has left it unless banned; groups and supergroups get a service message.
    pub(crate) fn remove_member(&mut self, chat: i64, by: i64, user: i64, ban: Option<StoredMember>) -> Result<True> {
        let now = self.now();
        let shared = self.shared(chat).or_refuse("chat not found")?;
        let left = || shared.members.get(&user).map(|member| member.left(now));
        let gone = ban.or_else(left).unwrap_or_else(|| StoredMember::new(Status::Left));
        // The one who goes still learns of it, so the message comes first.
        if shared.has(user, now) && shared.kind != ChatKind::Channel {
            self.announce(ChatKey::Shared(chat), by, ServiceEvent::Left(user));
        }
        self.shared_mut(chat).or_refuse("chat not found")?.put(user, gone);
        Ok(True)
    }
}
