//! The section Chat administration: looking at chats and members, invite links, leaving, what administrators change.
//!
//! In a group whose members are all administrators each has the rights, but the status `member`: getChatAdministrators tells
//! appointed administrators only.

use super::members::only_in;
use crate::emulator::prelude::*;
use crate::emulator::rules::{Image, NewFile, check_title};

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
    service.shared_mut(chat).and_then(|shared| shared.photo.take()).or_refuse("chat has no photo")?;
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
    pinned.map(|_| True).or_refuse("chat has no pinned message")
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
    shared.sticker_set_name = name.map(|name| name.or_refuse("sticker set not found")).transpose()?;
    Ok(True)
}

impl Service {
    /// The group, supergroup or channel of a call, if the bot administers it with that right; 0 for any administrator.
    pub(crate) fn administered(&self, bot: i64, chat: &ChatRef, right: u16) -> Result<i64> {
        let chat = self.chat_of(bot, chat)?;
        refuse_if(matches!(chat, ChatKey::Private { .. }), "private chats have no administrators")?;
        self.check_access(bot, chat)?;
        self.check_rights(bot, chat.id(), right)?;
        Ok(chat.id())
    }

    /// Refuses a user or bot that does not administer the chat with that right.
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

    /// Makes a new invite link of a chat; the former one is revoked.
    pub(crate) fn new_invite_link(&mut self, chat: i64) -> String {
        let link = ["https://join.emulator.test/", &self.state.random.letters(16)].concat();
        let former = self.shared_mut(chat).and_then(|shared| shared.invite_link.replace(link.clone()));
        former.map(|former| self.state.links.remove(&former));
        self.state.links.insert(link.clone(), chat);
        link
    }

    /// The chat of a change that does not work in a group whose members are all administrators.
    fn changed(&self, bot: i64, chat: &ChatRef) -> Result<i64> {
        let id = self.administered(bot, chat, CHANGE_INFO)?;
        let everybody = self.shared(id).is_some_and(|shared| shared.all_members_are_administrators);
        refuse_if(everybody, "method is not available while all members are administrators")?;
        Ok(id)
    }

    /// Refuses a user or bot that may not pin: in supergroups and channels each by a right of its own, elsewhere nobody.
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

    /// Sets the photo of a chat. An image must not be far from square, as a client would cut it.
    pub(crate) fn change_photo(&mut self, chat: i64, by: i64, file: NewFile) -> Result<True> {
        let narrow = |image: Image| image.width.max(image.height) > 20 * image.width.min(image.height);
        refuse_if(Image::read(&file.bytes).is_some_and(narrow), "image dimensions are invalid")?;
        let photo = self.store(file.clone(), FileKind::ChatPhoto, MediaAttributes::default())?;
        let shown = self.store(file, FileKind::Photo, MediaAttributes::default())?;
        self.shared_mut(chat).or_refuse("chat not found")?.photo = Some(photo);
        self.announce(ChatKey::Shared(chat), by, ServiceEvent::Photo(shown));
        Ok(True)
    }

    /// Pins a message, which is announced, in channels always without a notification.
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
}
