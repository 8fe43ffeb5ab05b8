//! Who joins, is added, leaves, is removed or promoted.

use botwire_macros::object;

use super::scene::Scene;
use crate::emulator::refusal::Refusal;
use crate::emulator::state::chat_key::ChatKey;
use crate::emulator::state::member::{Status, rights_in};
use crate::methods::PromoteChatMember;
use crate::types::{Chat, ChatId, True, UserId};

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

/// A user leaves a chat.
#[object(closed)]
pub struct Leave {
    /// Identifier of the chat.
    pub chat: ChatId,
    /// Identifier of the user. Default: the user with the lowest one.
    pub user: Option<UserId>,
}

/// Adds a user or bot to a chat.
#[object(closed)]
pub struct AddMember {
    /// Identifier of the chat.
    pub chat: ChatId,
    /// Identifier of the user or bot who is added.
    pub member: UserId,
    /// Identifier of the user who adds. Default: the user with the lowest one.
    pub user: Option<UserId>,
}

/// Removes a user or bot from a chat.
#[object(closed)]
pub struct RemoveMember {
    /// Identifier of the chat.
    pub chat: ChatId,
    /// Identifier of the user or bot who is removed.
    pub member: UserId,
    /// Unix time in seconds at which the member may come back. Default: never.
    pub until_date: Option<i64>,
    /// Identifier of the user who removes. Default: the user with the lowest one.
    pub user: Option<UserId>,
}

/// Gives a member these rights and no others; without any the member is no administrator any more.
#[object(closed)]
#[allow(clippy::struct_excessive_bools)] // as the rights of promoteChatMember
pub struct Promote {
    /// Identifier of the chat.
    pub chat: ChatId,
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
    /// Identifier of the user who promotes. Default: the user with the lowest one.
    pub user: Option<UserId>,
}

pub(super) fn join(scene: &mut Scene<'_>, action: Join) -> Result<Chat, Refusal> {
    let user = scene.user(action.user);
    let behind = action.link.map(|link| scene.service.behind(&link));
    let public = || action.chat.map(|chat| chat.0).filter(|chat| scene.service.shared(*chat).is_some());
    let Some(id) = behind.unwrap_or_else(public) else {
        return Err(Refusal::bad_request("invite link is invalid or revoked"));
    };
    scene.service.enter(scene.now, id, user, user)?;
    Ok(scene.shared(id))
}

pub(super) fn leave(scene: &mut Scene<'_>, action: Leave) -> Result<True, Refusal> {
    let user = scene.user(action.user);
    scene.service.check_presence(scene.now, ChatKey::Shared(action.chat.0), user)?;
    scene.service.remove_member(scene.now, action.chat.0, user, user, Status::Left, None)?;
    Ok(True)
}

pub(super) fn add(scene: &mut Scene<'_>, action: AddMember) -> Result<True, Refusal> {
    let user = scene.user(action.user);
    scene.service.enter(scene.now, action.chat.0, user, action.member.0)?;
    Ok(True)
}

pub(super) fn remove(scene: &mut Scene<'_>, action: RemoveMember) -> Result<True, Refusal> {
    let user = scene.user(action.user);
    scene.service.kick(scene.now, action.chat.0, user, action.member.0, action.until_date)?;
    Ok(True)
}

pub(super) fn promote(scene: &mut Scene<'_>, action: Promote) -> Result<True, Refusal> {
    let user = scene.user(action.user);
    let mut rights = PromoteChatMember::new(action.chat, action.member);
    rights.can_change_info = Some(action.can_change_info);
    rights.can_post_messages = Some(action.can_post_messages);
    rights.can_edit_messages = Some(action.can_edit_messages);
    rights.can_delete_messages = Some(action.can_delete_messages);
    rights.can_invite_users = Some(action.can_invite_users);
    rights.can_restrict_members = Some(action.can_restrict_members);
    rights.can_pin_messages = Some(action.can_pin_messages);
    rights.can_promote_members = Some(action.can_promote_members);
    scene.service.promote(scene.now, action.chat.0, user, action.member.0, rights_in(&rights))?;
    Ok(True)
}
