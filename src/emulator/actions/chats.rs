//! Groups, supergroups and channels: joining, leaving and administering them.

use botwire_macros::object;

use super::scene::in_a_chat;
use crate::emulator::prelude::*;
use crate::emulator::rules::NewChat;

/// Lets a user join a supergroup or channel by its identifier, or any chat by its link.
#[object(closed)]
pub struct Join {
    /// Identifier of the chat.
    pub chat: Option<ChatId>,
    /// An invite link, or the `@username` of a supergroup or channel, instead of `chat`.
    pub link: Option<String>,
    /// Identifier of the user. Default: the user with the lowest one.
    pub user: Option<UserId>,
}

in_a_chat! {
    /// Lets a user leave a chat.
    pub struct Leave {}

    /// Adds a user or bot to a chat.
    pub struct AddMember {
        /// Identifier of the user or bot who is added.
        pub member: UserId,
    }

    /// Removes a user or bot from a chat.
    pub struct RemoveMember {
        /// Identifier of the user or bot who is removed.
        pub member: UserId,
        /// Unix time in seconds at which the member may come back. Default: never.
        pub until_date: Option<i64>,
    }

    /// Sets the rights of an administrator. Without any right, the member becomes an ordinary member.
    #[allow(clippy::struct_excessive_bools)] // like the rights of promoteChatMember
    pub struct Promote {
        /// Identifier of the user or bot who is promoted.
        pub member: UserId,
        /// Changes title, photo and other settings of the chat.
        pub can_change_info: bool,
        /// Posts in the channel.
        pub can_post_messages: bool,
        /// Edits messages of others in the channel.
        pub can_edit_messages: bool,
        /// Deletes messages of others.
        pub can_delete_messages: bool,
        /// Invites users.
        pub can_invite_users: bool,
        /// Restricts, removes and unbans members.
        pub can_restrict_members: bool,
        /// Pins messages.
        pub can_pin_messages: bool,
        /// Adds administrators.
        pub can_promote_members: bool,
    }

    /// Sets what a member of a supergroup may send. Without any permission, the member may send nothing. With all four, the
    /// member is not restricted.
    pub struct Restrict {
        /// Identifier of the user or bot who is restricted.
        pub member: UserId,
        /// Sends texts, contacts, locations and venues.
        pub can_send_messages: bool,
        /// Also sends photos, videos, sounds and documents.
        pub can_send_media_messages: bool,
        /// Also sends stickers, animations and games, and uses inline bots.
        pub can_send_other_messages: bool,
        /// Also adds previews of web pages.
        pub can_add_web_page_previews: bool,
        /// Unix time in seconds at which the restriction ends. Default: never.
        pub until_date: Option<i64>,
    }

    /// Changes the title of a chat.
    pub struct SetTitle {
        /// The new title, of 1 to 255 characters.
        pub title: String,
    }

    /// Changes the photo of a chat.
    pub struct SetPhoto {
        /// The new photo. An image that is far from square is refused.
        pub file: InputFileOrString,
    }

    /// Pins a message of a supergroup or channel.
    pub struct Pin {
        /// Identifier of the message.
        pub message_id: MessageId,
    }

    /// Creates a new invite link of a chat and revokes the former one.
    pub struct InviteLink {}
}

/// Turns a group into a supergroup.
#[object(closed)]
pub struct Migrate {
    /// Identifier of the group.
    pub chat: ChatId,
}

/// Removes a group, supergroup or channel with its messages for everyone.
#[object(closed)]
pub struct RemoveChat {
    /// Identifier of the chat.
    pub chat: ChatId,
}

pub(super) fn remove_chat(service: &mut Service, action: RemoveChat) -> Result<True> {
    let id = action.chat.0;
    refuse_if(service.shared(id).is_none(), "chat not found")?;
    service.state.chats.remove(&ChatKey::Shared(id));
    service.state.usernames.retain(|_, named| *named != id);
    service.state.links.retain(|_, linked| *linked != id);
    Ok(True)
}

pub(super) fn add_chat(service: &mut Service, action: NewChat) -> Result<Chat> {
    let id = service.add_chat(service.now(), action)?;
    Ok(service.shown_chat(ChatKey::Shared(id)))
}

pub(super) fn join(service: &mut Service, action: Join) -> Result<Chat> {
    let user = service.user_or_first(action.user);
    let id = match (action.link, action.chat) {
        (Some(link), _) => {
            let behind = service.named(&link).or_else(|| service.state.links.get(&link).copied());
            behind.or_refuse("invite link is invalid or revoked")?
        }
        (None, Some(ChatId(id))) => {
            let shared = service.shared(id).or_refuse("chat not found")?;
            refuse_if(shared.kind == ChatKind::Group, "groups are joined by an invite link")?;
            id
        }
        (None, None) => return Err(Refusal::bad_request("join needs a chat or a link")),
    };
    service.enter(id, user, user)?;
    Ok(service.shown_chat(ChatKey::Shared(id)))
}

pub(super) fn leave(service: &mut Service, user: i64, action: Leave) -> Result<True> {
    service.remove_member(action.chat.0, user, user, None)
}

pub(super) fn add(service: &mut Service, action: AddMember) -> Result<True> {
    let user = service.user_or_first(action.user);
    service.enter(action.chat.0, user, action.member.0)
}

pub(super) fn remove(service: &mut Service, user: i64, action: RemoveMember) -> Result<True> {
    service.kick(action.chat.0, user, action.member.0, action.until_date)
}

pub(super) fn promote(service: &mut Service, user: i64, action: Promote) -> Result<True> {
    service.promote(action.chat.0, user, action.member.0, rights_in!(action))
}

pub(super) fn restrict(service: &mut Service, user: i64, action: Restrict) -> Result<True> {
    service.check_rights(user, action.chat.0, RESTRICT)?;
    service.restrict(action.chat.0, action.member.0, permissions_in!(action), action.until_date)
}

pub(super) fn set_title(service: &mut Service, user: i64, action: SetTitle) -> Result<True> {
    service.check_rights(user, action.chat.0, CHANGE_INFO)?;
    service.change_title(action.chat.0, user, action.title)
}

pub(super) fn set_photo(service: &mut Service, user: i64, action: SetPhoto) -> Result<True> {
    service.check_rights(user, action.chat.0, CHANGE_INFO)?;
    let content = service.new_file(service.bot_or_first(None), &action.file, FileKind::ChatPhoto)?;
    service.change_photo(action.chat.0, user, content)
}

pub(super) fn pin(service: &mut Service, user: i64, action: Pin) -> Result<True> {
    service.check_pinning(user, action.chat.0)?;
    service.pin(action.chat.0, user, action.message_id.0, None)
}

pub(super) fn invite_link(service: &mut Service, user: i64, action: InviteLink) -> Result<String> {
    service.check_rights(user, action.chat.0, INVITE)?;
    Ok(service.new_invite_link(action.chat.0))
}

pub(super) fn migrate(service: &mut Service, action: Migrate) -> Result<Chat> {
    let id = service.migrate(service.now(), action.chat.0)?;
    Ok(service.shown_chat(ChatKey::Shared(id)))
}
