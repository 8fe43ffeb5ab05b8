//! Chats: private ones, groups, supergroups and channels.

use serde::{Deserialize, Serialize};

use crate::emulator::clock::Time;
use crate::emulator::state::{ChatKind, History, Map, Status, StoredMember};
use crate::types::ChatAction;

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct StoredChat {
    pub history: History,
    /// Whether the user of a private chat has blocked the bot.
    pub is_blocked: bool,
    pub keyboards: ReplyKeyboards,
    /// Which bot is shown to be doing what, and until when.
    pub action: Option<(i64, ChatAction, Time)>,
    pub shared: Option<Box<SharedChat>>,
}

/// The messages that brought or removed reply keyboards, noted so that nobody has to search the chat for them.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct ReplyKeyboards {
    /// The latest for everybody.
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
    /// Whether posts in a channel carry the names of their authors.
    pub signs: bool,
    pub invite_link: Option<String>,
    pub photo: Option<u64>,
    pub pinned: Option<i64>,
    pub sticker_set_name: Option<String>,
    /// Everybody who is or was in the chat; changed by [`SharedChat::put`].
    pub members: Map<i64, StoredMember>,
    /// How many are in the chat.
    pub present: i64,
    /// The creator and the administrators.
    pub administrators: Map<i64, ()>,
    /// The supergroup that the group became.
    pub migrated_to: Option<i64>,
    pub creator: i64,
}

impl SharedChat {
    /// Sets what a user or bot is in the chat; the counts follow, so that asking for them is cheap.
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
