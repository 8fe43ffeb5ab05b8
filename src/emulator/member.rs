//! Members of a chat: status, rights and restrictions, and until when.
//!
//! The specification names the six statuses and shows no transitions. Here: `kicked` and
//! `restricted` end at their `until_date`, a kicked user becomes `left` and a restricted one
//! `member`; whoever leaves is `left`, and keeps nothing but a restriction.

use super::clock::{DAY, SECOND, Time};
use super::json::Members;
use super::parameters::Parameters;
use super::stored::{stored, stored_enum};

/// The status of a user or bot in a chat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    Creator,
    Administrator,
    Member,
    Restricted,
    Left,
    Kicked,
}
stored_enum!(Status { Creator, Administrator, Member, Restricted, Left, Kicked });

/// A user or bot in a chat, or one that was.
#[derive(Debug, Clone)]
pub(super) struct Member {
    pub status: Status,
    /// When a restriction or a ban ends; none for never.
    pub until: Option<Time>,
    /// Rights of an administrator, or what a restricted one may send.
    pub rights: u16,
    /// Whether a restriction outlasts that it left: it is restricted again when it comes back.
    pub is_held: bool,
    /// Who added it, and who made it an administrator; 0 for nobody.
    pub added_by: i64,
    pub promoted_by: i64,
    /// The first message of the chat since it came; edits of earlier ones it is not told.
    pub since: i64,
}
stored! { Member { status, until, rights, is_held, added_by, promoted_by, since } }

pub(super) const CHANGE_INFO: u16 = 1;
pub(super) const POST: u16 = 1 << 1;
pub(super) const EDIT: u16 = 1 << 2;
pub(super) const DELETE: u16 = 1 << 3;
pub(super) const INVITE: u16 = 1 << 4;
pub(super) const RESTRICT: u16 = 1 << 5;
pub(super) const PIN: u16 = 1 << 6;
pub(super) const PROMOTE: u16 = 1 << 7;
pub(super) const SEND: u16 = 1 << 8;
pub(super) const SEND_MEDIA: u16 = 1 << 9;
pub(super) const SEND_OTHER: u16 = 1 << 10;
pub(super) const PREVIEWS: u16 = 1 << 11;

/// The rights of administrators, in the order of the specification.
pub(super) const RIGHTS: [(&str, u16); 8] = [
    ("can_change_info", CHANGE_INFO),
    ("can_post_messages", POST),
    ("can_edit_messages", EDIT),
    ("can_delete_messages", DELETE),
    ("can_invite_users", INVITE),
    ("can_restrict_members", RESTRICT),
    ("can_pin_messages", PIN),
    ("can_promote_members", PROMOTE),
];
/// What a restricted member may send.
pub(super) const PERMISSIONS: [(&str, u16); 4] = [
    ("can_send_messages", SEND),
    ("can_send_media_messages", SEND_MEDIA),
    ("can_send_other_messages", SEND_OTHER),
    ("can_add_web_page_previews", PREVIEWS),
];
/// All rights of administrators.
pub(super) const ALL_RIGHTS: u16 = (1 << 8) - 1;
const ALL_PERMISSIONS: u16 = SEND | SEND_MEDIA | SEND_OTHER | PREVIEWS;

impl Member {
    pub fn new(status: Status) -> Self {
        Self { status, until: None, rights: 0, is_held: false, added_by: 0, promoted_by: 0, since: 0 }
    }

    /// The status at a time: restrictions and bans end.
    pub fn status(&self, now: Time) -> Status {
        match self.status {
            Status::Restricted if self.is_over(now) => Status::Member,
            Status::Kicked if self.is_over(now) => Status::Left,
            status => status,
        }
    }

    /// What it is after it left: nothing, but a restriction is held.
    pub fn left(&self, now: Time) -> Self {
        let mut left = Self::new(Status::Left);
        if self.status(now) == Status::Restricted {
            (left.is_held, left.until, left.rights) = (true, self.until, self.rights);
        }
        left
    }

    /// What it is after it came back.
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

    /// Whether it administers the chat with all of these rights.
    pub fn has(&self, rights: u16) -> bool {
        match self.status {
            Status::Creator => true,
            Status::Administrator => self.rights & rights == rights,
            _ => false,
        }
    }

    /// Whether a restriction keeps it from sending what needs that permission.
    pub fn may_send(&self, now: Time, permission: u16) -> bool {
        self.status(now) != Status::Restricted || self.rights & permission == permission
    }

    /// The members of a `ChatMember` after `user`; `editable` is `can_be_edited`.
    pub fn show(&self, now: Time, kind: Kind, editable: bool) -> String {
        let status = self.status(now);
        let name = match status {
            Status::Creator => "creator",
            Status::Administrator => "administrator",
            Status::Member => "member",
            Status::Restricted => "restricted",
            Status::Left => "left",
            Status::Kicked => "kicked",
        };
        let mut members = Members::new().text("status", name);
        if matches!(status, Status::Restricted | Status::Kicked) {
            members = members.maybe_number("until_date", self.until.map(Time::unix));
        }
        if status == Status::Administrator {
            members = members.flag("can_be_edited", editable);
            for (name, right) in RIGHTS {
                if kind.has_right(right) {
                    members = members.flag(name, self.rights & right != 0);
                }
            }
        }
        if status == Status::Restricted {
            for (name, permission) in PERMISSIONS {
                members = members.flag(name, self.rights & permission != 0);
            }
        }
        members.bare()
    }
}

/// The kind of a chat that has members.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Group,
    Supergroup,
    Channel,
}
stored_enum!(Kind { Group, Supergroup, Channel });

impl Kind {
    /// Those of the rights that the kind of chat has.
    pub fn rights_of(self, rights: u16) -> u16 {
        RIGHTS.iter().map(|(_, right)| *right).filter(|right| rights & right != 0 && self.has_right(*right)).sum()
    }

    /// Some rights are for channels only, one for supergroups only.
    pub fn has_right(self, right: u16) -> bool {
        match right {
            POST | EDIT => self == Self::Channel,
            PIN => self == Self::Supergroup,
            _ => true,
        }
    }
}

/// The rights that parameters give; what is absent is not given.
pub(super) fn rights_in(parameters: &Parameters) -> u16 {
    RIGHTS.iter().filter(|(name, _)| parameters.is_true(name)).fold(0, |rights, (_, right)| rights | right)
}

/// What parameters let a restricted member send, with what that implies; none when everything.
pub(super) fn permissions_in(parameters: &Parameters) -> Option<u16> {
    let given = PERMISSIONS.iter().filter(|(name, _)| parameters.is_true(name));
    let mut permissions = given.fold(0, |permissions, (_, permission)| permissions | permission);
    let all = permissions == ALL_PERMISSIONS;
    if permissions & (SEND_OTHER | PREVIEWS) != 0 {
        permissions |= SEND_MEDIA;
    }
    if permissions & SEND_MEDIA != 0 {
        permissions |= SEND;
    }
    (!all).then_some(permissions)
}

/// When a ban or restriction ends: a time less than 30 seconds or more than 366 days away means
/// forever. Spec: core, Limits.
pub(super) fn until(now: Time, date: Option<i64>) -> Option<Time> {
    let until = Time::from_millis(date?.saturating_mul(SECOND));
    let away = until.unix() - now.unix();
    (30..=366 * DAY / SECOND).contains(&away).then_some(until)
}
