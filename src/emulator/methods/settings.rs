//! The section Chat administration: photo, title, description, pinned message, sticker set.

use super::call::{Caller, MethodCall};
use crate::emulator::clock::Time;
use crate::emulator::methods::members::only_in;
use crate::emulator::refusal::Refusal;
use crate::emulator::rules::files::NewFile;
use crate::emulator::rules::image::Image;
use crate::emulator::service::Service;
use crate::emulator::state::chat_key::ChatKey;
use crate::emulator::state::file::{FileKind, MediaAttributes};
use crate::emulator::state::member::{CHANGE_INFO, ChatKind, EDIT, PIN};
use crate::emulator::state::message::{MessageContent, ServiceEvent, StoredMessage};
use crate::methods::{
    DeleteChatPhoto, DeleteChatStickerSet, PinChatMessage, SetChatDescription, SetChatPhoto, SetChatStickerSet,
    SetChatTitle, UnpinChatMessage,
};
use crate::types::{ChatRef, True};

pub(super) fn set_chat_photo(call: &mut MethodCall<'_>, method: SetChatPhoto) -> Result<True, Refusal> {
    let MethodCall { service, caller, .. } = call;
    let chat = service.changed(*caller, &method.chat_id)?;
    service.change_photo(caller.now, chat, caller.bot, NewFile::uploaded(&method.photo)?)?;
    Ok(True)
}

pub(super) fn delete_chat_photo(call: &mut MethodCall<'_>, method: DeleteChatPhoto) -> Result<True, Refusal> {
    let MethodCall { service, caller, .. } = call;
    let chat = service.changed(*caller, &method.chat_id)?;
    let photo = service.shared_mut(chat).and_then(|shared| shared.photo.take());
    photo.ok_or_else(|| Refusal::bad_request("chat has no photo"))?;
    service.announce(caller.now, ChatKey::Shared(chat), caller.bot, ServiceEvent::PhotoDeleted);
    Ok(True)
}

pub(super) fn set_chat_title(call: &mut MethodCall<'_>, method: SetChatTitle) -> Result<True, Refusal> {
    let MethodCall { service, caller, .. } = call;
    let chat = service.changed(*caller, &method.chat_id)?;
    service.change_title(caller.now, chat, caller.bot, method.title);
    Ok(True)
}

pub(super) fn set_chat_description(call: &mut MethodCall<'_>, method: SetChatDescription) -> Result<True, Refusal> {
    let chat = call.service.administered(call.caller, &method.chat_id, CHANGE_INFO)?;
    let Some(shared) = call.service.shared_mut(chat) else { return Ok(True) };
    only_in(shared, &[ChatKind::Supergroup, ChatKind::Channel])?;
    shared.description = method.description.filter(|description| !description.is_empty());
    Ok(True)
}

pub(super) fn pin_chat_message(call: &mut MethodCall<'_>, method: PinChatMessage) -> Result<True, Refusal> {
    let MethodCall { service, caller, .. } = call;
    let chat = service.pinning(*caller, &method.chat_id)?;
    service.pin(caller.now, chat, caller.bot, method.message_id.0, method.disable_notification)?;
    Ok(True)
}

pub(super) fn unpin_chat_message(call: &mut MethodCall<'_>, method: UnpinChatMessage) -> Result<True, Refusal> {
    let chat = call.service.pinning(call.caller, &method.chat_id)?;
    let pinned = call.service.shared_mut(chat).and_then(|shared| shared.pinned.take());
    pinned.map(|_| True).ok_or_else(|| Refusal::bad_request("chat has no pinned message"))
}

pub(super) fn set_chat_sticker_set(call: &mut MethodCall<'_>, method: SetChatStickerSet) -> Result<True, Refusal> {
    change_sticker_set(call, &method.chat_id, Some(method.sticker_set_name))
}

pub(super) fn delete_chat_sticker_set(
    call: &mut MethodCall<'_>,
    method: DeleteChatStickerSet,
) -> Result<True, Refusal> {
    change_sticker_set(call, &method.chat_id, None)
}

fn change_sticker_set(call: &mut MethodCall<'_>, chat: &ChatRef, name: Option<String>) -> Result<True, Refusal> {
    let MethodCall { service, caller, .. } = call;
    let chat = service.administered(*caller, chat, CHANGE_INFO)?;
    let exists = name.as_ref().is_none_or(|name| service.state.sets.get(name).is_some());
    let Some(shared) = service.shared_mut(chat) else { return Ok(True) };
    only_in(shared, &[ChatKind::Supergroup])?;
    if !exists {
        return Err(Refusal::bad_request("sticker set not found"));
    }
    shared.sticker_set_name = name;
    Ok(True)
}

impl Service {
    /// The chat of a change that does not work in a group whose members are all administrators.
    fn changed(&self, caller: Caller, chat: &ChatRef) -> Result<i64, Refusal> {
        let id = self.administered(caller, chat, CHANGE_INFO)?;
        match self.shared(id) {
            Some(shared) if shared.kind == ChatKind::Group && shared.all_members_are_administrators => {
                Err(Refusal::bad_request("method is not available while all members are administrators"))
            }
            _ => Ok(id),
        }
    }

    /// The chat whose messages the bot pins: in supergroups and channels, each by a right of its own.
    fn pinning(&self, caller: Caller, chat: &ChatRef) -> Result<i64, Refusal> {
        let id = self.administered(caller, chat, 0)?;
        if let Some(shared) = self.shared(id) {
            only_in(shared, &[ChatKind::Supergroup, ChatKind::Channel])?;
            self.check_rights(caller.bot, id, if shared.kind == ChatKind::Channel { EDIT } else { PIN })?;
        }
        Ok(id)
    }

    pub(crate) fn change_title(&mut self, now: Time, chat: i64, by: i64, title: String) {
        let Some(shared) = self.shared_mut(chat) else { return };
        shared.title.clone_from(&title);
        self.announce(now, ChatKey::Shared(chat), by, ServiceEvent::Title(title));
    }

    /// Sets the photo of a chat. What is no image is taken for one, as in all of the emulator; an
    /// image must not be far from square, as a client would cut it.
    pub(crate) fn change_photo(&mut self, now: Time, chat: i64, by: i64, file: NewFile) -> Result<(), Refusal> {
        let narrow = |image: Image| image.width.max(image.height) > 20 * image.width.min(image.height);
        if Image::read(&file.bytes).is_some_and(narrow) {
            return Err(Refusal::bad_request("image dimensions are invalid"));
        }
        let photo = self.store(file.clone(), FileKind::ChatPhoto, MediaAttributes::default())?;
        let shown = self.store(file, FileKind::Photo, MediaAttributes::default())?;
        let shared = self.shared_mut(chat).ok_or_else(|| Refusal::bad_request("chat not found"))?;
        shared.photo = Some(photo);
        self.announce(now, ChatKey::Shared(chat), by, ServiceEvent::Photo(shown));
        Ok(())
    }

    /// Pins a message, which is announced, in channels always without a notification.
    pub(crate) fn pin(&mut self, now: Time, chat: i64, by: i64, id: i64, silent: Option<bool>) -> Result<(), Refusal> {
        let key = ChatKey::Shared(chat);
        let message = self.record(key, id).ok_or_else(|| Refusal::bad_request("message to pin not found"))?;
        if message.content.is_service() {
            return Err(Refusal::bad_request("service messages can't be pinned"));
        }
        let Some(shared) = self.shared_mut(chat) else { return Ok(()) };
        if shared.pinned == Some(id) {
            return Err(Refusal::bad_request("message is pinned already"));
        }
        shared.pinned = Some(id);
        let mut notice = StoredMessage::new(by, now, MessageContent::Service(ServiceEvent::Pinned(id)));
        notice.silence(if shared.kind == ChatKind::Channel { Some(true) } else { silent });
        self.publish(now, key, notice);
        Ok(())
    }
}
