//! Members of a chat.

use botwire_macros::{enumeration, object};

use super::User;

/// The status of a user in a chat.
#[enumeration]
pub enum ChatMemberStatus {
    /// Created the chat.
    Creator,
    /// Administers the chat.
    Administrator,
    /// Is a member without further rights or restrictions.
    Member,
    /// Is restricted in what to send.
    Restricted,
    /// Is not a member, but may join.
    Left,
    /// Was removed and may not return.
    Kicked,
}

/// A member of a chat. Which fields are present depends on `status`.
#[object]
#[derive(Eq)]
pub struct ChatMember {
    /// The user.
    pub user: User,
    /// Status of the user in the chat.
    pub status: ChatMemberStatus,
    /// Restricted and kicked only: when the restrictions end, in Unix time.
    #[wire(only("restricted", "kicked"))]
    pub until_date: Option<i64>,
    /// Administrators only: whether the bot may edit the privileges of that administrator.
    #[wire(only("administrator"))]
    pub can_be_edited: Option<bool>,
    /// Administrators only: may change the information about the chat.
    #[wire(only("administrator"))]
    pub can_change_info: Option<bool>,
    /// Administrators of channels only: may post in the channel.
    #[wire(only("administrator"))]
    pub can_post_messages: Option<bool>,
    /// Administrators of channels only: may edit messages of others and pin messages.
    #[wire(only("administrator"))]
    pub can_edit_messages: Option<bool>,
    /// Administrators only: may delete messages of others.
    #[wire(only("administrator"))]
    pub can_delete_messages: Option<bool>,
    /// Administrators only: may invite users to the chat.
    #[wire(only("administrator"))]
    pub can_invite_users: Option<bool>,
    /// Administrators only: may restrict members.
    #[wire(only("administrator"))]
    pub can_restrict_members: Option<bool>,
    /// Administrators of supergroups only: may pin messages.
    #[wire(only("administrator"))]
    pub can_pin_messages: Option<bool>,
    /// Administrators only: may promote members to administrators.
    #[wire(only("administrator"))]
    pub can_promote_members: Option<bool>,
    /// Restricted only: may send text, contacts, locations and venues.
    #[wire(only("restricted"))]
    pub can_send_messages: Option<bool>,
    /// Restricted only: may send media. Implies `can_send_messages`.
    #[wire(only("restricted"))]
    pub can_send_media_messages: Option<bool>,
    /// Restricted only: may send animations, games and stickers and use inline bots. Implies
    /// `can_send_media_messages`.
    #[wire(only("restricted"))]
    pub can_send_other_messages: Option<bool>,
    /// Restricted only: may add previews of web pages to messages. Implies
    /// `can_send_media_messages`.
    #[wire(only("restricted"))]
    pub can_add_web_page_previews: Option<bool>,
}

impl ChatMember {
    /// Returns true for the creator of the chat and its administrators.
    #[must_use]
    pub fn is_administrator(&self) -> bool {
        matches!(self.status, ChatMemberStatus::Creator | ChatMemberStatus::Administrator)
    }
}
