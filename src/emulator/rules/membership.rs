//! Groups, supergroups and channels: creating them, joining and leaving, and groups that become supergroups.

use botwire_macros::object;

use crate::emulator::prelude::*;
use crate::emulator::rules::is_misfit;

/// Adds a group, supergroup or channel.
#[object(closed)]
pub struct NewChat {
    /// Kind of the chat. Default: `group`.
    #[wire(rename = "type")]
    pub kind: Option<ChatKind>,
    /// Title, of 1 to 255 characters. Default: generated.
    pub title: Option<String>,
    /// Username without `@`, for supergroups and channels.
    pub username: Option<String>,
    /// Identifier of the user who creates it.
    pub creator: UserId,
    /// Identifiers of other members, users and bots. In channels, bots must be administrators.
    pub members: Vec<UserId>,
    /// Identifiers of administrators with all rights.
    pub administrators: Vec<UserId>,
    /// If true, all members of a group are administrators.
    pub all_members_are_administrators: bool,
    /// If true, posts of a channel show the names of their authors.
    pub signs: bool,
}

impl NewChat {
    /// Sets the other members, users and bots. In channels, bots must be administrators.
    #[must_use]
    pub fn members(self, members: impl IntoIterator<Item: Into<UserId>>) -> Self {
        Self { members: members.into_iter().map(Into::into).collect(), ..self }
    }

    /// Sets the administrators, who have all rights.
    #[must_use]
    pub fn administrators(self, administrators: impl IntoIterator<Item: Into<UserId>>) -> Self {
        Self { administrators: administrators.into_iter().map(Into::into).collect(), ..self }
    }
}

/// Without a creator, which you must set.
impl Default for NewChat {
    fn default() -> Self {
        Self::new(0)
    }
}

/// Identifiers of groups are below this one.
const FIRST_GROUP: i64 = -1000;
/// Identifiers of supergroups and channels are below this one.
const FIRST_LARGE: i64 = -1_001_000_000_000;

pub(crate) fn check_title(title: &str) -> Result<()> {
    refuse_if(is_misfit(SetChatTitle::DESCRIPTOR, "title", title), "chat title must have 1 to 255 characters")
}

impl Service {
    /// Creates a group, supergroup or channel, and returns its identifier. Bots that are members get a message.
    ///
    /// # Errors
    /// If a member does not exist, the username is taken or invalid, or the title is too long or empty.
    #[allow(clippy::needless_pass_by_value)] // like the other functions that create
    pub fn add_chat(&mut self, now: Time, new: NewChat) -> Result<i64, Refusal> {
        let now = self.at(now);
        let kind = new.kind.unwrap_or_default();
        let people = || new.members.iter().chain(&new.administrators).map(|id| id.0);
        let are_known = self.state.users.contains_key(&new.creator.0) && people().all(|id| self.is_taken(id));
        refuse_if(!are_known, "user not found")?;
        new.title.as_deref().map_or(Ok(()), check_title)?;
        refuse_if(new.username.is_some() && kind == ChatKind::Group, "a group has no username")?;
        let base = if kind == ChatKind::Group { FIRST_GROUP } else { FIRST_LARGE };
        let id = base - self.state.shared_chats - 1;
        self.name(id, new.username.as_deref())?;
        self.state.shared_chats += 1;
        let title = new.title.clone().unwrap_or_else(|| ["Chat ", &self.state.shared_chats.to_string()].concat());
        let creator = new.creator.0;
        let mut shared = SharedChat {
            kind,
            title,
            username: new.username.clone(),
            all_members_are_administrators: kind == ChatKind::Group && new.all_members_are_administrators,
            signs: kind == ChatKind::Channel && new.signs,
            creator,
            ..SharedChat::default()
        };
        let added = |status| StoredMember { added_by: Some(creator), ..StoredMember::new(status) };
        for member in &new.members {
            shared.put(member.0, added(Status::Member));
        }
        for administrator in &new.administrators {
            let promoted_by = Some(creator);
            let promoted = StoredMember { rights: ALL_RIGHTS, promoted_by, ..added(Status::Administrator) };
            shared.put(administrator.0, promoted);
        }
        shared.put(creator, StoredMember::new(Status::Creator));
        let key = ChatKey::Shared(id);
        self.state.chats.insert(key, StoredChat { shared: Some(Box::new(shared)), ..StoredChat::default() });
        // Messages in channels have no sender.
        let mut message = StoredMessage::new(creator, now, MessageContent::Service(ServiceEvent::Created(kind)));
        message.from = message.from.filter(|_| kind != ChatKind::Channel);
        if kind == ChatKind::Group {
            self.publish(key, message);
        } else {
            // In supergroups and channels, it cannot arrive through updates.
            self.post(key, message);
        }
        Ok(id)
    }

    /// Adds a user who joins or is added by a member. A kicked user must be unbanned first.
    pub(crate) fn enter(&mut self, chat: i64, by: i64, user: i64) -> Result<True> {
        let now = self.now();
        self.check_person(user)?;
        let adder = by == user || self.check_rights(by, chat, INVITE).is_ok();
        let last = self.state.chats.get(&ChatKey::Shared(chat)).map_or(0, |state| state.history.last);
        let shared = self.shared_mut(chat).filter(|shared| shared.migrated_to.is_none());
        let shared = shared.or_refuse("chat not found")?;
        refuse_if(shared.has(user, now), "user is a member of the chat already")?;
        let is_kicked = shared.members.get(&user).is_some_and(|member| member.status(now) == Status::Kicked);
        forbid_if(is_kicked, "user was removed from the chat")?;
        let may_add = by == user || shared.has(by, now);
        forbid_if(!may_add || (!adder && shared.kind == ChatKind::Channel), "only members may add others")?;
        let member = shared.members.get(&user).map(|former| former.back(now));
        let member = member.unwrap_or_else(|| StoredMember::new(Status::Member));
        let added_by = Some(by).filter(|by| *by != user);
        shared.put(user, StoredMember { added_by, since: last + 1, ..member });
        if !self.is_channel(ChatKey::Shared(chat)) {
            self.announce(ChatKey::Shared(chat), by, ServiceEvent::Joined(user));
        }
        Ok(True)
    }

    /// Removes a user or bot from a chat, as `left` unless banned. Groups and supergroups get a service message.
    pub(crate) fn remove_member(&mut self, chat: i64, by: i64, user: i64, ban: Option<StoredMember>) -> Result<True> {
        let now = self.now();
        let shared = self.shared(chat).or_refuse("chat not found")?;
        let after_leaving = || shared.members.get(&user).map(|member| member.after_leaving(now));
        let gone = ban.or_else(after_leaving).unwrap_or_else(|| StoredMember::new(Status::Left));
        // The message comes first, so that a bot that leaves gets it.
        if shared.has(user, now) && shared.kind != ChatKind::Channel {
            self.announce(ChatKey::Shared(chat), by, ServiceEvent::Left(user));
        }
        self.shared_mut(chat).or_refuse("chat not found")?.put(user, gone);
        Ok(True)
    }

    /// Turns a group into a supergroup with the same members, and returns its identifier. Both chats get a service
    /// message. Calls for the group are then refused with `migrate_to_chat_id`.
    ///
    /// # Errors
    /// If the group does not exist or has already migrated.
    pub fn migrate(&mut self, now: Time, group: i64) -> Result<i64, Refusal> {
        self.at(now);
        let former = self.shared(group).filter(|shared| shared.kind == ChatKind::Group && shared.migrated_to.is_none());
        let former = former.or_refuse("only groups become supergroups")?;
        let (kind, creator) = (ChatKind::Supergroup, former.creator);
        let mut shared = SharedChat { kind, all_members_are_administrators: false, pinned: None, ..former.clone() };
        let is_gone = |member: &StoredMember| matches!(member.status, Status::Left | Status::Kicked);
        for (id, _) in former.members.iter().filter(|(_, member)| is_gone(member)) {
            shared.members.remove(&id);
        }
        // The supergroup numbers its messages from 1 again.
        for member in shared.members.values_mut() {
            member.since = 0;
        }
        self.state.shared_chats += 1;
        let id = FIRST_LARGE - self.state.shared_chats;
        self.announce(ChatKey::Shared(group), creator, ServiceEvent::MigratedTo(id));
        if let Some(shared) = self.shared_mut(group) {
            shared.migrated_to = Some(id);
        }
        self.state.links.extend(shared.invite_link.clone().map(|link| (link, id)));
        let new = ChatKey::Shared(id);
        self.state.chats.insert(new, StoredChat { shared: Some(Box::new(shared)), ..StoredChat::default() });
        self.announce(new, creator, ServiceEvent::MigratedFrom(group));
        Ok(id)
    }

    /// Returns the chat, or the supergroup that it became.
    pub(crate) fn current(&self, chat: ChatKey) -> ChatKey {
        let new = self.shared(chat.id()).and_then(|shared| shared.migrated_to);
        new.map_or(chat, ChatKey::Shared)
    }
}
