//! Chats: private ones, groups, supergroups and channels.

use serde::{Deserialize, Serialize};

use crate::emulator::clock::Time;
use crate::emulator::state::{ChatKind, History, Map, Status, StoredMember};
use crate::types::ChatAction;

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct StoredChat {
    pub history: History,
    /// True if the user of a private chat has blocked the bot.
    pub is_blocked: bool,
    pub keyboards: ReplyKeyboards,
    /// The bot whose action users see, the action, and its end.
    pub action: Option<(i64, ChatAction, Time)>,
    pub shared: Option<Box<SharedChat>>,
}

/// The messages that brought or removed reply keyboards, so that nothing searches the whole chat for them.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct ReplyKeyboards {
    /// The latest one for all users.
    pub for_all: Option<i64>,
    /// The latest selective one of each user.
    pub selected: Map<i64, i64>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct SharedChat {
    pub kind: ChatKind,
    pub title: String,
    pub username: Option<String>,
    pub description: Option<String>,
    pub all_members_are_administrators: bool,
    /// True if posts in a channel contain the names of their authors.
    pub signs: bool,
    pub invite_link: Option<String>,
    pub photo: Option<u64>,
    pub pinned: Option<i64>,
    pub sticker_set_name: Option<String>,
    /// Present and former members. Only [`SharedChat::put`] changes them.
    pub members: Map<i64, StoredMember>,
    /// The number of present members.
    pub present: i64,
    /// The creator and the administrators.
    pub administrators: Map<i64, ()>,
    /// The supergroup that the group became.
    pub migrated_to: Option<i64>,
    pub creator: i64,
}

/// How many messages a chat keeps, so that an emulator that runs for days does not grow without bound.
pub(crate) const KEPT_MESSAGES: usize = 10_000;

impl StoredChat {
    /// Returns the oldest message of a chat that has too many. Messages that are pinned or brought a reply keyboard stay.
    pub fn surplus(&self) -> Option<i64> {
        let pinned = self.shared.as_ref().and_then(|shared| shared.pinned);
        let stays = |id: i64| {
            [pinned, self.keyboards.for_all].contains(&Some(id))
                || self.keyboards.selected.values().any(|one| *one == id)
        };
        (self.history.messages.len() > KEPT_MESSAGES)
            .then(|| self.history.messages.keys().find(|id| !stays(*id)))
            .flatten()
    }
}

impl SharedChat {
    /// Sets the status of a user or bot, and updates the counts, which makes them cheap to read.
    pub fn put(&mut self, id: i64, member: StoredMember) {
        let in_chat = |member: &StoredMember| i64::from(!matches!(member.status, Status::Left | Status::Kicked));
        self.present += in_chat(&member);
        if matches!(member.status, Status::Creator | Status::Administrator) {
            self.administrators.insert(id, ());
        } else {
            self.administrators.remove(&id);
        }
        if let Some(former) = self.members.insert(id, member) {
            self.present -= in_chat(&former);
        }
    }

    pub fn has(&self, id: i64, now: Time) -> bool {
        self.members.get(&id).is_some_and(|member| member.is_present(now))
    }
}
