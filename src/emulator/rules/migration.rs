//! Groups that become supergroups. Spec: core, Errors, 2 and Message.

use crate::emulator::prelude::*;

/// Identifiers of supergroups and channels are below this one.
pub(crate) const FIRST_LARGE: i64 = -1_001_000_000_000;

impl Service {
    /// Turns a group into a supergroup with the same members; its identifier. Both chats get a
    /// service message, and calls for the group are refused with `migrate_to_chat_id`.
    ///
    /// # Errors
    /// When there is no such group, or it has migrated already.
    pub fn migrate(&mut self, now: Time, group: i64) -> Result<i64, Refusal> {
        self.at(now);
        let old = ChatKey::Shared(group);
        let shared = self.shared(group).filter(|shared| shared.kind == ChatKind::Group && shared.migrated_to.is_none());
        let mut shared = shared.cloned().or_refuse("only groups become supergroups")?;
        self.state.shared_chats += 1;
        let id = FIRST_LARGE - self.state.shared_chats;
        shared.kind = ChatKind::Supergroup;
        shared.all_members_are_administrators = false;
        shared.pinned = None;
        let gone = |member: &StoredMember| matches!(member.status, Status::Left | Status::Kicked);
        let gone: Vec<i64> = shared.members.iter().filter(|(_, member)| gone(member)).map(|(id, _)| id).collect();
        for id in gone {
            shared.members.remove(&id);
        }
        // The messages of the supergroup are counted anew.
        for member in shared.members.values_mut() {
            member.since = 0;
        }
        let creator = shared.creator;
        self.announce(old, creator, ServiceEvent::MigratedTo(id));
        if let Some(shared) = self.shared_mut(group) {
            shared.migrated_to = Some(id);
        }
        if let Some(link) = &shared.invite_link {
            self.state.links.insert(link.clone(), id);
        }
        let new = ChatKey::Shared(id);
        self.state.chats.insert(new, StoredChat { shared: Some(Box::new(shared)), ..StoredChat::default() });
        self.announce(new, creator, ServiceEvent::MigratedFrom(group));
        Ok(id)
    }

    /// The chat itself, or the supergroup that it became.
    pub(crate) fn current(&self, chat: ChatKey) -> ChatKey {
        let new = self.shared(chat.id()).and_then(|shared| shared.migrated_to);
        new.map_or(chat, ChatKey::Shared)
    }
}
