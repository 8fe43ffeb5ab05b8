//! The section Chat administration: photo, title, description, pinned message, sticker set.

use super::answer::{Done, Refusal};
use super::call::{Call, Caller};
use super::chat::ChatKey;
use super::clock::Time;
use super::file::{Content, FileKind, Source};
use super::image::Image;
use super::json::Members;
use super::media::Details;
use super::member::{CHANGE_INFO, EDIT, Kind, PIN};
use super::message::{Content as MessageContent, Record};
use super::moderation::only_in;
use super::parameters::Parameters;
use super::service::Service;

/// Carries out a method of the section; none if it is of another.
pub(super) fn call(call: &mut Call<'_>) -> Option<Result<Done, Refusal>> {
    let act = match call.method.name {
        "setChatPhoto" => set_photo,
        "deleteChatPhoto" => delete_photo,
        "setChatTitle" => set_title,
        "setChatDescription" => set_description,
        "pinChatMessage" => pin,
        "unpinChatMessage" => unpin,
        "setChatStickerSet" | "deleteChatStickerSet" => set_sticker_set,
        _ => return None,
    };
    let Call { service, parameters, caller, .. } = call;
    Some(act(service, *caller, parameters).map(|()| Done::yes()))
}

/// The chat of a change that does not work in a group whose members are all administrators.
fn changed(service: &Service, caller: Caller, parameters: &Parameters) -> Result<i64, Refusal> {
    let id = service.administered(caller, parameters, CHANGE_INFO)?;
    match service.shared(id) {
        Some(shared) if shared.kind == Kind::Group && shared.all_members_are_administrators => {
            Err(Refusal::bad_request("method is not available while all members are administrators"))
        }
        _ => Ok(id),
    }
}

fn set_photo(service: &mut Service, caller: Caller, parameters: &Parameters) -> Result<(), Refusal> {
    let id = changed(service, caller, parameters)?;
    let text = parameters.text("photo").unwrap_or_default();
    let Source::New(content) = service.source(caller.bot, parameters, text, FileKind::ChatPhoto)? else {
        return Err(Refusal::bad_request("photo must be uploaded as a file"));
    };
    service.set_chat_photo(caller.now, id, caller.bot, content)
}

fn delete_photo(service: &mut Service, caller: Caller, parameters: &Parameters) -> Result<(), Refusal> {
    let id = changed(service, caller, parameters)?;
    let shared = service.shared_mut(id).filter(|shared| shared.photo != 0);
    shared.ok_or_else(|| Refusal::bad_request("chat has no photo"))?.photo = 0;
    service.announce(caller.now, ChatKey::Shared(id), caller.bot, Members::new().flag("delete_chat_photo", true));
    Ok(())
}

fn set_title(service: &mut Service, caller: Caller, parameters: &Parameters) -> Result<(), Refusal> {
    let id = changed(service, caller, parameters)?;
    service.set_title(caller.now, id, caller.bot, parameters.text("title").unwrap_or_default());
    Ok(())
}

fn set_description(service: &mut Service, caller: Caller, parameters: &Parameters) -> Result<(), Refusal> {
    let id = service.administered(caller, parameters, CHANGE_INFO)?;
    let Some(shared) = service.shared_mut(id) else { return Ok(()) };
    only_in(shared, &[Kind::Supergroup, Kind::Channel])?;
    parameters.text("description").unwrap_or_default().clone_into(&mut shared.description);
    Ok(())
}

/// The chat whose messages the bot pins: in supergroups and channels, each by a right of its own.
fn pinning(service: &Service, caller: Caller, parameters: &Parameters) -> Result<i64, Refusal> {
    let id = service.administered(caller, parameters, 0)?;
    if let Some(shared) = service.shared(id) {
        only_in(shared, &[Kind::Supergroup, Kind::Channel])?;
        service.check_rights(caller.bot, id, if shared.kind == Kind::Channel { EDIT } else { PIN })?;
    }
    Ok(id)
}

fn pin(service: &mut Service, caller: Caller, parameters: &Parameters) -> Result<(), Refusal> {
    let id = pinning(service, caller, parameters)?;
    service.pin(caller.now, id, caller.bot, parameters.integer("message_id").unwrap_or(0))
}

fn unpin(service: &mut Service, caller: Caller, parameters: &Parameters) -> Result<(), Refusal> {
    let id = pinning(service, caller, parameters)?;
    let shared = service.shared_mut(id).filter(|shared| shared.pinned != 0);
    shared.ok_or_else(|| Refusal::bad_request("chat has no pinned message"))?.pinned = 0;
    Ok(())
}

/// Sets the sticker set, or removes it when no name is given.
fn set_sticker_set(service: &mut Service, caller: Caller, parameters: &Parameters) -> Result<(), Refusal> {
    let id = service.administered(caller, parameters, CHANGE_INFO)?;
    let name = parameters.text("sticker_set_name").unwrap_or_default();
    let exists = name.is_empty() || service.sets.get(name).is_some();
    let Some(shared) = service.shared_mut(id) else { return Ok(()) };
    only_in(shared, &[Kind::Supergroup])?;
    if !exists {
        return Err(Refusal::bad_request("sticker set not found"));
    }
    name.clone_into(&mut shared.sticker_set_name);
    Ok(())
}

impl Service {
    pub(super) fn set_title(&mut self, now: Time, chat: i64, by: i64, title: &str) {
        let Some(shared) = self.shared_mut(chat) else { return };
        title.clone_into(&mut shared.title);
        self.announce(now, ChatKey::Shared(chat), by, Members::new().text("new_chat_title", title));
    }

    /// Sets the photo of a chat. What is no image is taken for one, as in all of the emulator; an
    /// image must not be far from square, as a client would cut it.
    pub(super) fn set_chat_photo(&mut self, now: Time, chat: i64, by: i64, content: Content) -> Result<(), Refusal> {
        if Image::read(&content.bytes)
            .is_some_and(|image| image.width.max(image.height) > 20 * image.width.min(image.height))
        {
            return Err(Refusal::bad_request("image dimensions are invalid"));
        }
        let shown = content.clone();
        let number = self.store(content, FileKind::ChatPhoto, Details::default())?;
        let message = self.store(shown, FileKind::Photo, Details::default())?;
        let sizes = self.files.get(message).map(|file| file.shown.to_string()).unwrap_or_default();
        let shared = self.shared_mut(chat).ok_or_else(|| Refusal::bad_request("chat not found"))?;
        shared.photo = number;
        self.announce(now, ChatKey::Shared(chat), by, Members::new().json("new_chat_photo", &sizes));
        Ok(())
    }

    /// Pins a message, which is announced.
    pub(super) fn pin(&mut self, now: Time, chat: i64, by: i64, id: i64) -> Result<(), Refusal> {
        let key = ChatKey::Shared(chat);
        let record = self.record(key, id).ok_or_else(|| Refusal::bad_request("message to pin not found"))?;
        if record.content.is_service() {
            return Err(Refusal::bad_request("service messages can't be pinned"));
        }
        let Some(shared) = self.shared_mut(chat) else { return Ok(()) };
        if shared.pinned == id {
            return Err(Refusal::bad_request("message is pinned already"));
        }
        shared.pinned = id;
        let mut record = Record::new(by, now, MessageContent::Service("".into()));
        record.rest_mut().pinned = id;
        self.publish(now, key, record);
        Ok(())
    }
}
