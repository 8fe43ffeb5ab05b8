//! Who joins, is added, leaves, is removed or promoted.

use botwire_macros::object;

use super::scene::in_a_chat;
use crate::emulator::prelude::*;

/// A user joins a supergroup or channel by its identifier, or any chat by its link.
#[object(closed)]
pub struct Join {
    /// Identifier of the chat.
    pub chat: Option<ChatId>,
    /// An invite link, or the `@username` of a supergroup or channel, in place of `chat`.
    pub link: Option<String>,
    /// Identifier of the user. Default: the user with the lowest one.
    pub user: Option<UserId>,
}

in_a_chat! {
    /// A user leaves a chat.
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

    /// Gives a member these rights and no others; without any the member is no administrator any more.
    #[allow(clippy::struct_excessive_bools)] // as the rights of promoteChatMember
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
}

pub(super) fn join(service: &mut Service, action: Join) -> Result<Chat> {
    let user = service.user_or_first(action.user);
    let behind = action.link.map(|link| service.named(&link).or_else(|| service.state.links.get(&link).copied()));
    let is_public = |chat: &i64| service.shared(*chat).is_some_and(|shared| shared.kind != ChatKind::Group);
    let public = || action.chat.map(|chat| chat.0).filter(is_public);
    let id = behind.unwrap_or_else(public).or_refuse("invite link is invalid or revoked")?;
    service.enter(id, user, user)?;
    Ok(service.shown_chat(ChatKey::Shared(id)))
}

pub(super) fn leave(service: &mut Service, action: Leave) -> Result<True> {
    let user = service.member(action.user, action.chat)?;
    service.remove_member(action.chat.0, user, user, None)
}

pub(super) fn add(service: &mut Service, action: AddMember) -> Result<True> {
    let user = service.user_or_first(action.user);
    service.enter(action.chat.0, user, action.member.0)
}

pub(super) fn remove(service: &mut Service, action: RemoveMember) -> Result<True> {
    let user = service.member(action.user, action.chat)?;
    service.kick(action.chat.0, user, action.member.0, action.until_date)
}

pub(super) fn promote(service: &mut Service, action: Promote) -> Result<True> {
    let user = service.member(action.user, action.chat)?;
    service.promote(action.chat.0, user, action.member.0, rights_in!(action))
}
