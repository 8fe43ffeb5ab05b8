//! Groups, supergroups and channels, as users make and administer them.

use botwire_macros::object;

use super::scene::in_a_chat;
use crate::emulator::prelude::*;
use crate::emulator::rules::NewChat;

in_a_chat! {
    /// Changes the title of a chat.
    pub struct SetTitle {
        /// The new title, of 1 to 255 characters.
        pub title: String,
    }

    /// Changes the photo of a chat.
    pub struct SetPhoto {
        /// The new photo; an image that is far from square is refused.
        pub file: InputFileOrString,
    }

    /// Pins a message of a supergroup or channel.
    pub struct Pin {
        /// Identifier of the message.
        pub message_id: MessageId,
    }

    /// Makes a new invite link of a chat, which revokes the former one.
    pub struct InviteLink {}
}

/// Makes a group a supergroup.
#[object(closed)]
pub struct Migrate {
    /// Identifier of the group.
    pub chat: ChatId,
}

pub(super) fn add_chat(service: &mut Service, action: NewChat) -> Result<Chat> {
    let id = service.add_chat(service.now(), action)?;
    Ok(service.shown_chat(ChatKey::Shared(id)))
}

pub(super) fn set_title(service: &mut Service, action: SetTitle) -> Result<True> {
    let user = service.member(action.user, action.chat)?;
    service.check_rights(user, action.chat.0, CHANGE_INFO)?;
    service.change_title(action.chat.0, user, action.title)
}

pub(super) fn set_photo(service: &mut Service, action: SetPhoto) -> Result<True> {
    let user = service.member(action.user, action.chat)?;
    service.check_rights(user, action.chat.0, CHANGE_INFO)?;
    let content = service.new_file(service.bot_or_first(None), &action.file, FileKind::ChatPhoto)?;
    service.change_photo(action.chat.0, user, content)
}

pub(super) fn pin(service: &mut Service, action: Pin) -> Result<True> {
    let user = service.member(action.user, action.chat)?;
    service.check_pinning(user, action.chat.0)?;
    service.pin(action.chat.0, user, action.message_id.0, None)
}

pub(super) fn invite_link(service: &mut Service, action: InviteLink) -> Result<String> {
    service.check_rights(service.member(action.user, action.chat)?, action.chat.0, INVITE)?;
    Ok(service.new_invite_link(action.chat.0))
}

pub(super) fn migrate(service: &mut Service, action: Migrate) -> Result<Chat> {
    let id = service.migrate(service.now(), action.chat.0)?;
    Ok(service.shown_chat(ChatKey::Shared(id)))
}
