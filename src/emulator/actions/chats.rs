//! Groups, supergroups and channels, as users make and administer them.

use botwire_macros::object;

use super::scene::Scene;
use crate::emulator::refusal::Refusal;
use crate::emulator::rules::membership::NewChat;
use crate::emulator::state::file::FileKind;
use crate::emulator::state::member::{CHANGE_INFO, INVITE, PIN};
use crate::types::{Chat, ChatId, InputFileOrString, MessageId, True, UserId};

/// Changes the title of a chat.
#[object(closed)]
pub struct SetTitle {
    /// Identifier of the chat.
    pub chat: ChatId,
    /// The new title.
    pub title: String,
    /// Identifier of the user. Default: the user with the lowest one.
    pub user: Option<UserId>,
}

/// Changes the photo of a chat.
#[object(closed)]
pub struct SetPhoto {
    /// Identifier of the chat.
    pub chat: ChatId,
    /// The new photo; an image that is far from square is refused.
    pub file: InputFileOrString,
    /// Identifier of the user. Default: the user with the lowest one.
    pub user: Option<UserId>,
}

/// Pins a message.
#[object(closed)]
pub struct Pin {
    /// Identifier of the chat.
    pub chat: ChatId,
    /// Identifier of the message.
    pub message_id: MessageId,
    /// Identifier of the user. Default: the user with the lowest one.
    pub user: Option<UserId>,
}

/// Makes a new invite link of a chat, which revokes the former one.
#[object(closed)]
pub struct InviteLink {
    /// Identifier of the chat.
    pub chat: ChatId,
    /// Identifier of the user. Default: the user with the lowest one.
    pub user: Option<UserId>,
}

/// Makes a group a supergroup.
#[object(closed)]
pub struct Migrate {
    /// Identifier of the group.
    pub chat: ChatId,
}

pub(super) fn add_chat(scene: &mut Scene<'_>, action: NewChat) -> Result<Chat, Refusal> {
    let id = scene.service.add_chat(scene.now, action)?;
    Ok(scene.shared(id))
}

pub(super) fn set_title(scene: &mut Scene<'_>, action: SetTitle) -> Result<True, Refusal> {
    let user = scene.user(action.user);
    scene.service.check_rights(user, action.chat.0, CHANGE_INFO)?;
    scene.service.change_title(scene.now, action.chat.0, user, action.title);
    Ok(True)
}

pub(super) fn set_photo(scene: &mut Scene<'_>, action: SetPhoto) -> Result<True, Refusal> {
    let user = scene.user(action.user);
    scene.service.check_rights(user, action.chat.0, CHANGE_INFO)?;
    let content = scene.new_file(scene.bot(None), &action.file, FileKind::ChatPhoto)?;
    scene.service.change_photo(scene.now, action.chat.0, user, content)?;
    Ok(True)
}

pub(super) fn pin(scene: &mut Scene<'_>, action: Pin) -> Result<True, Refusal> {
    let user = scene.user(action.user);
    scene.service.check_rights(user, action.chat.0, PIN)?;
    scene.service.pin(scene.now, action.chat.0, user, action.message_id.0, None)?;
    Ok(True)
}

pub(super) fn invite_link(scene: &mut Scene<'_>, action: InviteLink) -> Result<String, Refusal> {
    scene.service.check_rights(scene.user(action.user), action.chat.0, INVITE)?;
    Ok(scene.service.new_invite_link(action.chat.0))
}

pub(super) fn migrate(scene: &mut Scene<'_>, action: Migrate) -> Result<Chat, Refusal> {
    let id = scene.service.migrate(scene.now, action.chat.0)?;
    Ok(scene.shared(id))
}
