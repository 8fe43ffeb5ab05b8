//! Kinds of chats, and members: their status, rights, restrictions, and when these end.
//!
//! The specification names six statuses without transitions. Here, `kicked` and `restricted` end at their `until_date`:
//! a kicked user becomes `left`, and a restricted one `member`. A member who leaves becomes `left`, and keeps only a
//! restriction.

use botwire_macros::enumeration;
use serde::{Deserialize, Serialize};

use crate::emulator::clock::{DAY, SECOND, Time};

#[enumeration(closed)]
pub(crate) enum Status {
    Creator,
    Administrator,
    Member,
    Restricted,
    Left,
    Kicked,
}

/// A present or former member of a chat.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct StoredMember {
    pub status: Status,
    /// The end of a restriction or a ban; `None` if it does not end.
    pub until: Option<Time>,
    /// Rights of an administrator, or permissions of a restricted member.
    pub rights: u16,
    /// True if a restriction remains after leaving. It applies again when the member comes back.
    pub is_held: bool,
    /// The member that added it, and the one that promoted it.
    pub added_by: Option<i64>,
    pub promoted_by: Option<i64>,
    /// The first message since it came. It gets no edits of earlier ones.
    pub since: i64,
}

pub(crate) const CHANGE_INFO: u16 = 1;
pub(crate) const POST: u16 = 1 << 1;
pub(crate) const EDIT: u16 = 1 << 2;
pub(crate) const DELETE: u16 = 1 << 3;
pub(crate) const INVITE: u16 = 1 << 4;
pub(crate) const RESTRICT: u16 = 1 << 5;
pub(crate) const PIN: u16 = 1 << 6;
pub(crate) const PROMOTE: u16 = 1 << 7;
pub(crate) const SEND: u16 = 1 << 8;
pub(crate) const SEND_MEDIA: u16 = 1 << 9;
pub(crate) const SEND_OTHER: u16 = 1 << 10;
pub(crate) const PREVIEWS: u16 = 1 << 11;

pub(crate) const ALL_RIGHTS: u16 = (1 << 8) - 1;
const ALL_PERMISSIONS: u16 = SEND | SEND_MEDIA | SEND_OTHER | PREVIEWS;

impl StoredMember {
    pub fn new(status: Status) -> Self {
        Self { status, until: None, rights: 0, is_held: false, added_by: None, promoted_by: None, since: 0 }
    }

    pub fn status(&self, now: Time) -> Status {
        match self.status {
            Status::Restricted if self.is_over(now) => Status::Member,
            Status::Kicked if self.is_over(now) => Status::Left,
            status => status,
        }
    }

    /// Returns the state after leaving: only a restriction remains.
    pub fn after_leaving(&self, now: Time) -> Self {
        let mut member = Self::new(Status::Left);
        if self.status(now) == Status::Restricted {
            (member.is_held, member.until, member.rights) = (true, self.until, self.rights);
        }
        member
    }

    /// Returns the state after coming back.
    pub fn back(&self, now: Time) -> Self {
        let mut back = Self::new(Status::Member);
        if self.is_held && !self.is_over(now) {
            (back.status, back.until, back.rights) = (Status::Restricted, self.until, self.rights);
        }
        back
    }

    fn is_over(&self, now: Time) -> bool {
        self.until.is_some_and(|until| until <= now)
    }

    pub fn is_present(&self, now: Time) -> bool {
        !matches!(self.status(now), Status::Left | Status::Kicked)
    }

    /// Returns true if it administers the chat with all of these rights.
    pub fn has(&self, rights: u16) -> bool {
        match self.status {
            Status::Creator => true,
            Status::Administrator => self.rights & rights == rights,
            _ => false,
        }
    }

    /// Returns true unless a restriction withholds this permission.
    pub fn may_send(&self, now: Time, permission: u16) -> bool {
        self.status(now) != Status::Restricted || self.rights & permission == permission
    }
}

/// The key of a chat. A private chat belongs to a bot and a user, and has the identifier of the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ChatKey {
    /// The private chat of a user with a bot.
    Private {
        /// Identifier of the bot.
        bot: i64,
        /// Identifier of the user, and of the chat.
        user: i64,
    },
    /// A group, supergroup or channel with this identifier.
    Shared(i64),
}

impl ChatKey {
    /// Returns the `id` of the Chat.
    #[must_use]
    pub fn id(self) -> i64 {
        match self {
            Self::Private { user: id, .. } | Self::Shared(id) => id,
        }
    }
}

/// The kind of a chat that has members.
#[enumeration(closed)]
#[derive(Default)]
pub enum ChatKind {
    /// A group.
    #[default]
    Group,
    /// A supergroup.
    Supergroup,
    /// A channel.
    Channel,
}

impl ChatKind {
    /// Returns the possible rights of administrators: some are for channels only, one for supergroups only.
    pub(crate) fn rights(self) -> u16 {
        match self {
            Self::Group => ALL_RIGHTS & !(POST | EDIT | PIN),
            Self::Supergroup => ALL_RIGHTS & !(POST | EDIT),
            Self::Channel => ALL_RIGHTS & !PIN,
        }
    }
}

pub(crate) fn granted<T: Into<Option<bool>>, const N: usize>(rights: [(T, u16); N]) -> u16 {
    rights.into_iter().map(|(is_given, right)| if is_given.into() == Some(true) { right } else { 0 }).sum()
}

/// Collects the rights of a promotion, from the method or from the action.
macro_rules! rights_in {
    ($promotion:expr) => {
        granted([
            ($promotion.can_change_info, CHANGE_INFO),
            ($promotion.can_post_messages, POST),
            ($promotion.can_edit_messages, EDIT),
            ($promotion.can_delete_messages, DELETE),
            ($promotion.can_invite_users, INVITE),
            ($promotion.can_restrict_members, RESTRICT),
            ($promotion.can_pin_messages, PIN),
            ($promotion.can_promote_members, PROMOTE),
        ])
    };
}
pub(crate) use rights_in;

/// Adds the permissions that others imply. Returns `None` if nothing is restricted.
pub(crate) fn permissions(mut permissions: u16) -> Option<u16> {
    let all = permissions == ALL_PERMISSIONS;
    if permissions & (SEND_OTHER | PREVIEWS) != 0 {
        permissions |= SEND_MEDIA;
    }
    if permissions & SEND_MEDIA != 0 {
        permissions |= SEND;
    }
    (!all).then_some(permissions)
}

/// Collects the permissions of a restricted member, from the method or from the action.
macro_rules! permissions_in {
    ($restriction:expr) => {
        permissions(granted([
            ($restriction.can_send_messages, SEND),
            ($restriction.can_send_media_messages, SEND_MEDIA),
            ($restriction.can_send_other_messages, SEND_OTHER),
            ($restriction.can_add_web_page_previews, PREVIEWS),
        ]))
    };
}
pub(crate) use permissions_in;

/// Returns the end of a restriction. Less than 30 seconds or more than 366 days means forever.
pub(crate) fn until(now: Time, date: Option<i64>) -> Option<Time> {
    let until = Time::from_millis(date?.saturating_mul(SECOND));
    let away = until.unix() - now.unix();
    (30..=366 * DAY / SECOND).contains(&away).then_some(until)
}
