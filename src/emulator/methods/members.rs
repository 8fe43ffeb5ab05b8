//! The section Chat administration: removing, restricting and promoting members.
//!
//! Where the specification is silent: the creator cannot be removed, restricted or demoted; another
//! administrator only by the creator or by whoever promoted them; nobody gives a right that they do
//! not have. What is removed from a group that is no supergroup is `left`, since nothing keeps them
//! from returning.

use super::prelude::*;

pub fn kick_chat_member(service: &mut Service, bot: i64, method: KickChatMember) -> Result<True> {
    let chat = service.administered(bot, &method.chat_id, 0)?;
    service.kick(chat, bot, method.user_id.0, method.until_date)
}

pub fn unban_chat_member(service: &mut Service, bot: i64, method: UnbanChatMember) -> Result<True> {
    let chat = service.administered(bot, &method.chat_id, RESTRICT)?;
    let user = service.check_person(method.user_id.0)?;
    let Some(shared) = service.shared_mut(chat) else { return Ok(True) };
    only_in(shared, &[ChatKind::Supergroup, ChatKind::Channel])?;
    if shared.member(user).is_some_and(|member| member.status == Status::Kicked) {
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
    let member = shared.member(user).filter(|member| member.is_present(now));
    let mut member = member.cloned().or_refuse("user is not a member of the chat")?;
    refuse_if(member.has(0), "user is an administrator of the chat")?;
    if let Some(permissions) = permissions_in(&method) {
        (member.status, member.rights) = (Status::Restricted, permissions);
        member.until = until(now, method.until_date);
    } else {
        (member.status, member.rights, member.until) = (Status::Member, 0, None);
    }
    shared.put(user, member);
    Ok(True)
}

pub fn promote_chat_member(service: &mut Service, bot: i64, method: PromoteChatMember) -> Result<True> {
    let chat = service.administered(bot, &method.chat_id, PROMOTE)?;
    let user = service.check_person(method.user_id.0)?;
    service.promote(chat, bot, user, rights_in!(method))
}

/// Refuses a chat of another kind.
pub(crate) fn only_in(shared: &SharedChat, kinds: &[ChatKind]) -> Result<()> {
    if kinds.contains(&shared.kind) {
        return Ok(());
    }
    Err(Refusal::bad_request(&["method is not available for ", shared.kind.as_str(), " chats"].concat()))
}

/// Refuses to touch the creator, and administrators whom somebody else promoted.
fn check_outranks(shared: &SharedChat, by: i64, user: i64) -> Result<()> {
    let Some(member) = shared.member(user) else { return Ok(()) };
    match member.status {
        Status::Creator => Err(Refusal::bad_request("user is the creator of the chat")),
        Status::Administrator if shared.creator != by && member.promoted_by != Some(by) => {
            Err(Refusal::bad_request("user is an administrator of the chat"))
        }
        _ => Ok(()),
    }
}

impl Service {
    /// Removes a user. Spec: core, Chat administration.
    pub(crate) fn kick(&mut self, chat: i64, by: i64, user: i64, date: Option<i64>) -> Result<True> {
        let now = self.now();
        self.check_person(user)?;
        let shared = self.shared(chat).or_refuse("chat not found")?;
        let member = shared.member(user);
        if shared.kind == ChatKind::Group {
            let added = member.is_some_and(|member| member.added_by == Some(by));
            let creator = shared.creator == by;
            let setting = shared.all_members_are_administrators;
            let may_remove = added || creator || (!setting && self.check_rights(by, chat, RESTRICT).is_ok());
            refuse_if(!may_remove, "only the creator or who added the user may remove them here")?;
        } else {
            self.check_rights(by, chat, RESTRICT)?;
        }
        check_outranks(shared, by, user)?;
        if shared.kind == ChatKind::Group {
            refuse_if(!shared.has(user, now), "user is not a member of the chat")?;
            return self.remove_member(chat, by, user, Status::Left, None);
        }
        self.remove_member(chat, by, user, Status::Kicked, until(now, date))
    }

    /// Makes a user an administrator with those rights, or a member without any.
    pub(crate) fn promote(&mut self, chat: i64, by: i64, user: i64, rights: u16) -> Result<True> {
        self.check_rights(by, chat, PROMOTE)?;
        let shared = self.shared(chat).or_refuse("chat not found")?;
        refuse_if(shared.all_members_are_administrators, "all members are administrators of the chat")?;
        let (given, rights) = (rights, rights & shared.kind.rights());
        if rights == 0 && given != 0 {
            return Err(Refusal::bad_request(&["the rights are not for ", shared.kind.as_str(), " chats"].concat()));
        }
        let has_rights = shared.member(by).is_some_and(|by| by.has(rights));
        refuse_if(!has_rights, "a right cannot be given that one does not have")?;
        check_outranks(shared, by, user)?;
        let member = shared.member(user).filter(|member| member.is_present(self.now())).cloned();
        let mut member = member.or_refuse("user is not a member of the chat")?;
        member.until = None;
        (member.status, member.rights, member.promoted_by) =
            if rights == 0 { (Status::Member, 0, None) } else { (Status::Administrator, rights, Some(by)) };
        self.shared_mut(chat).or_refuse("chat not found")?.put(user, member);
        Ok(True)
    }

    /// Takes a user or bot out of a chat; groups and supergroups get a service message.
    pub(crate) fn remove_member(
        &mut self,
        chat: i64,
        by: i64,
        user: i64,
        status: Status,
        until: Option<Time>,
    ) -> Result<True> {
        let now = self.now();
        let shared = self.shared_mut(chat).or_refuse("chat not found")?;
        let was = shared.has(user, now);
        let posts = was && shared.kind != ChatKind::Channel;
        let mut gone = match shared.member(user) {
            Some(member) if status == Status::Left => member.left(now),
            _ => StoredMember::new(status),
        };
        gone.until = gone.until.or(until);
        // The one who goes still learns of it, so the message comes first.
        if posts {
            self.announce(ChatKey::Shared(chat), by, ServiceEvent::Left(user));
        }
        self.shared_mut(chat).or_refuse("chat not found")?.put(user, gone);
        Ok(True)
    }
}
