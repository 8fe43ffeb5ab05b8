//! Chat administration: members, settings, pinned messages, and asking about chats.

use botwire_macros::method;

use crate::types::{Chat, ChatMember, ChatRef, InputFile, MessageId, True, UserId};
use crate::wire::MB;

/// Removes a user from a group, supergroup or channel.
///
/// In supergroups and channels the user cannot return by an invite link until unbanned first. The
/// bot must be an administrator with the appropriate rights. In a group that is not a supergroup it
/// works only if the all-members-are-admins setting is off. Otherwise members may be removed only
/// by the creator of the group or by the member that added them.
#[method(returns = True)]
pub struct KickChatMember {
    /// Chat: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
    /// Identifier of the user.
    pub user_id: UserId,
    /// When the user is unbanned, in Unix time. A time less than 30 seconds or more than 366 days
    /// away means forever.
    pub until_date: Option<i64>,
}

/// Unbans a user who was removed from a supergroup or channel.
///
/// The user does not return to the chat, but may join again by a link. The bot must be an
/// administrator with the appropriate rights.
#[method(returns = True)]
pub struct UnbanChatMember {
    /// Supergroup or channel: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
    /// Identifier of the user.
    pub user_id: UserId,
}

/// Restricts a user in a supergroup.
///
/// Passing true for every Boolean lifts all restrictions. The bot must be an administrator with the
/// appropriate rights.
#[method(returns = True)]
pub struct RestrictChatMember {
    /// Supergroup: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
    /// Identifier of the user.
    pub user_id: UserId,
    /// When the restrictions end, in Unix time. A time less than 30 seconds or more than 366 days
    /// away means forever.
    pub until_date: Option<i64>,
    /// If true, the user may send text, contacts, locations and venues.
    pub can_send_messages: Option<bool>,
    /// If true, the user may send media. Implies `can_send_messages`.
    pub can_send_media_messages: Option<bool>,
    /// If true, the user may send animations, games and stickers and use inline bots. Implies
    /// `can_send_media_messages`.
    pub can_send_other_messages: Option<bool>,
    /// If true, the user may add previews of web pages to messages. Implies
    /// `can_send_media_messages`.
    pub can_add_web_page_previews: Option<bool>,
}

/// Promotes or demotes a user in a chat.
///
/// Passing false for every Boolean demotes the user. The bot must be an administrator with the
/// appropriate rights.
#[method(returns = True)]
pub struct PromoteChatMember {
    /// Chat: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
    /// Identifier of the user.
    pub user_id: UserId,
    /// If true, the administrator may change the information about the chat.
    pub can_change_info: Option<bool>,
    /// If true, the administrator may post in the channel; channels only.
    pub can_post_messages: Option<bool>,
    /// If true, the administrator may edit messages of others and pin messages; channels only.
    pub can_edit_messages: Option<bool>,
    /// If true, the administrator may delete messages of others.
    pub can_delete_messages: Option<bool>,
    /// If true, the administrator may invite users to the chat.
    pub can_invite_users: Option<bool>,
    /// If true, the administrator may restrict members.
    pub can_restrict_members: Option<bool>,
    /// If true, the administrator may pin messages; supergroups only.
    pub can_pin_messages: Option<bool>,
    /// If true, the administrator may promote members to administrators.
    pub can_promote_members: Option<bool>,
}

/// Makes a new invite link of a chat and returns it; any previous link is revoked.
///
/// The bot must be an administrator with the appropriate rights.
#[method(returns = String, not_idempotent)]
pub struct ExportChatInviteLink {
    /// Chat: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
}

/// Sets a new photo of a chat. Private chats cannot be changed.
///
/// The bot must be an administrator with the appropriate rights. In a group that is not a
/// supergroup it works only if the all-members-are-admins setting is off.
#[method(returns = True, not_idempotent)]
pub struct SetChatPhoto {
    /// Chat: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
    /// New photo, uploaded as a file; a string does not work.
    #[wire(upload_bytes = 10 * MB)]
    pub photo: InputFile,
}

/// Deletes the photo of a chat. Private chats cannot be changed.
///
/// The bot must be an administrator with the appropriate rights. In a group that is not a
/// supergroup it works only if the all-members-are-admins setting is off.
#[method(returns = True)]
pub struct DeleteChatPhoto {
    /// Chat: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
}

/// Sets a new title of a chat. Private chats cannot be changed.
///
/// The bot must be an administrator with the appropriate rights. In a group that is not a
/// supergroup it works only if the all-members-are-admins setting is off.
#[method(returns = True, not_idempotent)]
pub struct SetChatTitle {
    /// Chat: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
    /// New title.
    #[wire(chars = 1..=255)]
    pub title: String,
}

/// Sets or removes the description of a supergroup or channel.
///
/// The bot must be an administrator with the appropriate rights.
#[method(returns = True)]
pub struct SetChatDescription {
    /// Supergroup or channel: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
    /// New description.
    #[wire(chars = 0..=255)]
    pub description: Option<String>,
}

/// Pins a message in a supergroup or channel.
///
/// The bot must be an administrator with the appropriate rights. It needs `can_pin_messages` in a
/// supergroup and `can_edit_messages` in a channel.
#[method(returns = True, not_idempotent)]
pub struct PinChatMessage {
    /// Supergroup or channel: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
    /// Identifier of the message to pin.
    pub message_id: MessageId,
    /// If true, members get no notification. In channels notifications are always disabled.
    pub disable_notification: Option<bool>,
}

/// Unpins the pinned message of a supergroup or channel.
///
/// The bot must be an administrator with the appropriate rights. It needs `can_pin_messages` in a
/// supergroup and `can_edit_messages` in a channel.
#[method(returns = True)]
pub struct UnpinChatMessage {
    /// Supergroup or channel: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
}

/// Lets the bot leave a group, supergroup or channel.
#[method(returns = True)]
pub struct LeaveChat {
    /// Chat: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
}

/// Returns a chat with all that is known about it.
///
/// Only here a chat has its photo, description, invite link, pinned message and sticker set.
#[method(returns = Chat)]
pub struct GetChat {
    /// Chat: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
}

/// Returns all administrators of a chat except other bots.
///
/// For a group or supergroup with no appointed administrators it returns only the creator. The bot
/// must be an administrator with the appropriate rights.
#[method(returns = Vec<ChatMember>)]
pub struct GetChatAdministrators {
    /// Chat: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
}

/// Returns the number of members of a chat.
#[method(returns = i64)]
pub struct GetChatMembersCount {
    /// Chat: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
}

/// Returns a member of a chat.
#[method(returns = ChatMember)]
pub struct GetChatMember {
    /// Chat: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
    /// Identifier of the user.
    pub user_id: UserId,
}

/// Sets the group sticker set of a supergroup.
///
/// `can_set_sticker_set` of `getChat` is true if the bot may do this. The bot must be an administrator with the
/// appropriate rights.
#[method(returns = True)]
pub struct SetChatStickerSet {
    /// Supergroup: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
    /// Name of the sticker set.
    #[wire(chars = 1..=64)]
    pub sticker_set_name: String,
}

/// Removes the group sticker set of a supergroup.
///
/// `can_set_sticker_set` of `getChat` is true if the bot may do this. The bot must be an administrator with the
/// appropriate rights.
#[method(returns = True)]
pub struct DeleteChatStickerSet {
    /// Supergroup: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
}
