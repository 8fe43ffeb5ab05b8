//! The section Chat administration.
//!
//! In a group whose members are all administrators, each member has the rights, but the status `member`.
//! getChatAdministrators returns appointed administrators only.
//!
//! Unspecified behavior: the creator cannot be removed, restricted or demoted, and another administrator only by the
//! creator or by the member who promoted them. Nobody can grant a right that they do not have. Demoting a member who is
//! not an administrator changes nothing. A promotion ends a restriction, and then also needs `can_restrict_members`. A
//! member who is removed from a basic group becomes `left`, because nothing prevents their return. A pinned message
//! cannot be pinned again, and a chat without one has nothing to unpin, so repeating unpinChatMessage or leaveChat
//! after a lost response is refused. A bot may ban an administrator whom it promoted, but not restrict one. A user who
//! was removed from a supergroup returns after unbanChatMember only, because users cannot lift a ban. A bot gets no
//! update about an edit of a message from before it came, or came back.

use crate::emulator::prelude::*;
use crate::emulator::rules::{Image, NewFile, check_title, known};

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
    // A private chat has two members.
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
    refuse_if(matches!(chat, ChatKey::Private { .. }), known::PRIVATE_CHAT)?;
    service.check_access(bot, chat)?;
    service.remove_member(chat.id(), bot, bot, None)
}

pub fn export_chat_invite_link(service: &mut Service, bot: i64, method: ExportChatInviteLink) -> Result<String> {
    let chat = service.administered(bot, &method.chat_id, INVITE)?;
    Ok(service.new_invite_link(chat))
}

pub fn set_chat_photo(service: &mut Service, bot: i64, method: SetChatPhoto) -> Result<True> {
    let chat = service.changed(bot, &method.chat_id)?;
    service.change_photo(chat, bot, NewFile::uploaded(&method.photo)?)
}

pub fn delete_chat_photo(service: &mut Service, bot: i64, method: DeleteChatPhoto) -> Result<True> {
    let chat = service.changed(bot, &method.chat_id)?;
    service.shared_mut(chat).and_then(|shared| shared.photo.take()).or_refuse(known::NOT_MODIFIED)?;
    service.announce(ChatKey::Shared(chat), bot, ServiceEvent::PhotoDeleted);
    Ok(True)
}

pub fn set_chat_title(service: &mut Service, bot: i64, method: SetChatTitle) -> Result<True> {
    let chat = service.changed(bot, &method.chat_id)?;
    service.change_title(chat, bot, method.title)
}

pub fn set_chat_description(service: &mut Service, bot: i64, method: SetChatDescription) -> Result<True> {
    let chat = service.administered(bot, &method.chat_id, CHANGE_INFO)?;
    let Some(shared) = service.shared_mut(chat) else { return Ok(True) };
    only_in(shared, &[ChatKind::Supergroup, ChatKind::Channel])?;
    shared.description = method.description.filter(|description| !description.is_empty());
    Ok(True)
}

pub fn pin_chat_message(service: &mut Service, bot: i64, method: PinChatMessage) -> Result<True> {
    let chat = service.administered(bot, &method.chat_id, 0)?;
    service.check_pinning(bot, chat)?;
    service.pin(chat, bot, method.message_id.0, method.disable_notification)
}

pub fn unpin_chat_message(service: &mut Service, bot: i64, method: UnpinChatMessage) -> Result<True> {
    let chat = service.administered(bot, &method.chat_id, 0)?;
    service.check_pinning(bot, chat)?;
    let pinned = service.shared_mut(chat).and_then(|shared| shared.pinned.take());
    pinned.map(|_| True).or_refuse(known::NOT_MODIFIED)
}

pub fn set_chat_sticker_set(service: &mut Service, bot: i64, method: SetChatStickerSet) -> Result<True> {
    change_sticker_set(service, bot, &method.chat_id, Some(method.sticker_set_name))
}

pub fn delete_chat_sticker_set(service: &mut Service, bot: i64, method: DeleteChatStickerSet) -> Result<True> {
    change_sticker_set(service, bot, &method.chat_id, None)
}

fn change_sticker_set(service: &mut Service, bot: i64, chat: &ChatRef, name: Option<String>) -> Result<True> {
    let chat = service.administered(bot, chat, CHANGE_INFO)?;
    let name = name.map(|name| service.state.sets.get(&name).map(|set| set.name.clone()));
    let Some(shared) = service.shared_mut(chat) else { return Ok(True) };
    only_in(shared, &[ChatKind::Supergroup])?;
    refuse_if(name.is_none() && shared.sticker_set_name.is_none(), known::NOT_MODIFIED)?;
    shared.sticker_set_name = name.map(|name| name.or_refuse("sticker set not found")).transpose()?;
    Ok(True)
}

pub fn kick_chat_member(service: &mut Service, bot: i64, method: KickChatMember) -> Result<True> {
    let chat = service.administered(bot, &method.chat_id, 0)?;
    service.kick(chat, bot, method.user_id.0, method.until_date)
}

pub fn unban_chat_member(service: &mut Service, bot: i64, method: UnbanChatMember) -> Result<True> {
    let chat = service.administered(bot, &method.chat_id, RESTRICT)?;
    let user = service.check_person(method.user_id.0)?;
    let Some(shared) = service.shared_mut(chat) else { return Ok(True) };
    only_in(shared, &[ChatKind::Supergroup, ChatKind::Channel])?;
    refuse_if(shared.members.get(&user).is_some_and(|member| member.has(0)), known::ADMINISTRATOR)?;
    if shared.members.get(&user).is_some_and(|member| member.status == Status::Kicked) {
        shared.put(user, StoredMember::new(Status::Left));
    }
    Ok(True)
}

pub fn restrict_chat_member(service: &mut Service, bot: i64, method: RestrictChatMember) -> Result<True> {
    let chat = service.administered(bot, &method.chat_id, RESTRICT)?;
    service.restrict(chat, method.user_id.0, permissions_in!(method), method.until_date)
}

pub fn promote_chat_member(service: &mut Service, bot: i64, method: PromoteChatMember) -> Result<True> {
    let chat = service.administered(bot, &method.chat_id, PROMOTE)?;
    let user = service.check_person(method.user_id.0)?;
    service.promote(chat, bot, user, rights_in!(method))
}

pub(crate) fn only_in(shared: &SharedChat, kinds: &[ChatKind]) -> Result<()> {
    let what = ["method is not available for ", shared.kind.as_str(), " chats"].concat();
    let what = if kinds == [ChatKind::Supergroup] { known::SUPERGROUPS_ONLY } else { &what };
    refuse_if(!kinds.contains(&shared.kind), what)
}

/// Refuses changes to the creator, and to administrators whom another member promoted.
fn check_outranks(shared: &SharedChat, by: i64, user: i64) -> Result<()> {
    let Some(member) = shared.members.get(&user) else { return Ok(()) };
    refuse_if(member.status == Status::Creator, known::CREATOR)?;
    let may_demote = shared.creator == by || member.promoted_by == Some(by);
    refuse_if(member.status == Status::Administrator && !may_demote, known::ADMINISTRATOR)
}

impl Service {
    /// Returns the shared chat of a call, if the bot administers it with this right. 0 means any right.
    pub(crate) fn administered(&self, bot: i64, chat: &ChatRef, right: u16) -> Result<i64> {
        let chat = self.chat_of(bot, chat)?;
        refuse_if(matches!(chat, ChatKey::Private { .. }), "private chats have no administrators")?;
        self.check_access(bot, chat)?;
        self.check_rights(bot, chat.id(), right)?;
        Ok(chat.id())
    }

    pub(crate) fn check_rights(&self, who: i64, chat: i64, right: u16) -> Result<()> {
        let shared = self.shared(chat).or_refuse("chat not found")?;
        let everybody = shared.all_members_are_administrators;
        match shared.members.get(&who) {
            Some(member) if everybody && !matches!(member.status, Status::Left | Status::Kicked) => Ok(()),
            Some(member) if member.has(right) => Ok(()),
            Some(member) if member.has(0) => Err(Refusal::bad_request("not enough rights")),
            _ => Err(Refusal::bad_request("need administrator rights in the chat")),
        }
    }

    pub(crate) fn new_invite_link(&mut self, chat: i64) -> String {
        let link = ["https://join.emulator.test/", &self.state.random.letters(16)].concat();
        let former = self.shared_mut(chat).and_then(|shared| shared.invite_link.replace(link.clone()));
        former.map(|former| self.state.links.remove(&former));
        self.state.links.insert(link.clone(), chat);
        link
    }

    /// Returns the chat of a change that fails in a group whose members are all administrators.
    fn changed(&self, bot: i64, chat: &ChatRef) -> Result<i64> {
        let id = self.administered(bot, chat, CHANGE_INFO)?;
        let everybody = self.shared(id).is_some_and(|shared| shared.all_members_are_administrators);
        refuse_if(everybody, "method is not available while all members are administrators")?;
        Ok(id)
    }

    /// Refuses a user or bot that may not pin. Supergroups and channels require different rights.
    pub(crate) fn check_pinning(&self, who: i64, chat: i64) -> Result<()> {
        let shared = self.shared(chat).or_refuse("chat not found")?;
        only_in(shared, &[ChatKind::Supergroup, ChatKind::Channel])?;
        self.check_rights(who, chat, if shared.kind == ChatKind::Channel { EDIT } else { PIN })
    }

    pub(crate) fn change_title(&mut self, chat: i64, by: i64, title: String) -> Result<True> {
        check_title(&title)?;
        self.shared_mut(chat).or_refuse("chat not found")?.title.clone_from(&title);
        self.announce(ChatKey::Shared(chat), by, ServiceEvent::Title(title));
        Ok(True)
    }

    /// Sets the photo of a chat. The image must be nearly square, because clients crop it.
    pub(crate) fn change_photo(&mut self, chat: i64, by: i64, file: NewFile) -> Result<True> {
        let narrow = |image: Image| image.width.max(image.height) > 20 * image.width.min(image.height);
        refuse_if(Image::read(&file.bytes).is_some_and(narrow), "image dimensions are invalid")?;
        let photo = self.store(file.clone(), FileKind::ChatPhoto, MediaAttributes::default())?;
        let shown = self.store(file, FileKind::Photo, MediaAttributes::default())?;
        self.shared_mut(chat).or_refuse("chat not found")?.photo = Some(photo);
        self.announce(ChatKey::Shared(chat), by, ServiceEvent::Photo(shown));
        Ok(True)
    }

    /// Pins a message and announces it, in channels always without a notification.
    pub(crate) fn pin(&mut self, chat: i64, by: i64, id: i64, silent: Option<bool>) -> Result<True> {
        let (now, key) = (self.now(), ChatKey::Shared(chat));
        let message = self.record(key, id).or_refuse("message to pin not found")?;
        refuse_if(message.content.is_service(), "service messages can't be pinned")?;
        let Some(shared) = self.shared_mut(chat) else { return Ok(True) };
        refuse_if(shared.pinned == Some(id), "message is pinned already")?;
        shared.pinned = Some(id);
        let mut notice = StoredMessage::new(by, now, MessageContent::Service(ServiceEvent::Pinned(id)));
        notice.silence(if shared.kind == ChatKind::Channel { Some(true) } else { silent });
        self.publish(key, notice);
        Ok(True)
    }

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

    /// Restricts a member to these permissions, or lifts the restriction for `None`.
    pub(crate) fn restrict(&mut self, chat: i64, user: i64, permitted: Option<u16>, date: Option<i64>) -> Result<True> {
        let now = self.now();
        let user = self.check_person(user)?;
        let Some(shared) = self.shared_mut(chat) else { return Ok(True) };
        only_in(shared, &[ChatKind::Supergroup])?;
        let member = shared.members.get(&user).filter(|member| member.is_present(now));
        let mut member = member.cloned().or_refuse("user is not a member of the chat")?;
        refuse_if(member.status == Status::Creator, known::CREATOR)?;
        refuse_if(member.has(0), known::ADMINISTRATOR)?;
        let restricted = permitted.map(|rights| (Status::Restricted, rights, until(now, date)));
        (member.status, member.rights, member.until) = restricted.unwrap_or((Status::Member, 0, None));
        shared.put(user, member);
        Ok(True)
    }

    /// Makes a member an administrator with these rights, or an ordinary member without rights.
    pub(crate) fn promote(&mut self, chat: i64, by: i64, user: i64, rights: u16) -> Result<True> {
        self.check_rights(by, chat, PROMOTE)?;
        let shared = self.shared(chat).or_refuse("chat not found")?;
        refuse_if(shared.all_members_are_administrators, "all members are administrators of the chat")?;
        let (asked, rights) = (rights, rights & shared.kind.rights());
        let what = ["the rights are not for ", shared.kind.as_str(), " chats"].concat();
        refuse_if(rights == 0 && asked != 0, &what)?;
        let has_rights = shared.members.get(&by).is_some_and(|by| by.has(rights));
        refuse_if(!has_rights, "a right cannot be given that one does not have")?;
        check_outranks(shared, by, user)?;
        let member = shared.members.get(&user).filter(|member| member.is_present(self.now())).cloned();
        let member = member.or_refuse("user is not a member of the chat")?;
        let (status, promoted_by) = match (rights, member.status) {
            (0, Status::Administrator) => (Status::Member, None),
            (0, _) => return Ok(True),
            _ => (Status::Administrator, Some(by)),
        };
        if member.status(self.now()) == Status::Restricted {
            self.check_rights(by, chat, RESTRICT)?;
        }
        let member = StoredMember { status, rights, promoted_by, until: None, ..member };
        self.shared_mut(chat).or_refuse("chat not found")?.put(user, member);
        Ok(True)
    }
}
