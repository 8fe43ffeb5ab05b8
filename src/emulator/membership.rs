//! Groups, supergroups and channels that users make, and who joins, is added, leaves.

use super::answer::Refusal;
use super::chat::{Chat, ChatKey, Shared};
use super::clock::Time;
use super::json::{Members, array};
use super::map::Map;
use super::member::{ALL_RIGHTS, INVITE, Kind, Member, Status};
use super::message::{Content, Record};
use super::migration::FIRST_LARGE;
use super::service::Service;

/// A group, supergroup or channel to create.
#[derive(Debug, Clone, Default)]
pub struct NewChat {
    /// `group`, `supergroup` or `channel`.
    pub kind: String,
    /// Title; made up when absent.
    pub title: Option<String>,
    /// Username without `@`, for supergroups and channels.
    pub username: Option<String>,
    /// Identifier of the user who creates it.
    pub creator: i64,
    /// Identifiers of further members, users and bots; in channels bots need to be administrators.
    pub members: Vec<i64>,
    /// Identifiers of administrators with all rights.
    pub administrators: Vec<i64>,
    /// Whether all members of a group are administrators.
    pub all_members_are_administrators: bool,
    /// Whether posts of a channel carry the names of their authors.
    pub signs: bool,
}

/// Identifiers of groups are below this one.
const FIRST_GROUP: i64 = -1000;

impl Service {
    /// Creates a group, supergroup or channel; its identifier. Bots that are members get a message.
    ///
    /// # Errors
    /// When the kind is none of the three, a member does not exist, or the username is taken.
    #[allow(clippy::needless_pass_by_value)] // as the other ones to create
    pub fn add_chat(&mut self, now: Time, new: NewChat) -> Result<i64, Refusal> {
        let now = self.at(now);
        let (kind, service_member) = match new.kind.as_str() {
            "group" => (Kind::Group, "group_chat_created"),
            "supergroup" => (Kind::Supergroup, "supergroup_chat_created"),
            "channel" => (Kind::Channel, "channel_chat_created"),
            _ => return Err(Refusal::bad_request("chat type must be group, supergroup or channel")),
        };
        let people = || new.members.iter().chain(&new.administrators);
        if !self.users.contains_key(&new.creator) || !people().all(|id| self.is_taken(*id)) {
            return Err(Refusal::bad_request("user not found"));
        }
        let name = new.username.as_deref().map(str::to_ascii_lowercase);
        if name.as_ref().is_some_and(|name| kind == Kind::Group || name.is_empty() || self.usernames.contains_key(name))
        {
            return Err(Refusal::bad_request("username is taken or not for groups"));
        }
        self.shared_chats += 1;
        let first = if kind == Kind::Group { FIRST_GROUP } else { FIRST_LARGE };
        let id = first - self.shared_chats;
        if let Some(name) = name {
            self.usernames.insert(name, id);
        }
        let title = new.title.clone().unwrap_or_else(|| ["Chat ", &self.shared_chats.to_string()].concat());
        let mut shared = shared(kind, title, &new);
        let creator = new.creator;
        shared.put(creator, Member::new(Status::Creator));
        for member in people().filter(|id| **id != creator) {
            let mut entry = Member::new(Status::Member);
            entry.added_by = creator;
            shared.put(*member, entry);
        }
        for administrator in new.administrators.iter().filter(|id| **id != creator) {
            let mut entry = Member::new(Status::Administrator);
            (entry.rights, entry.promoted_by, entry.added_by) = (ALL_RIGHTS, creator, creator);
            shared.put(*administrator, entry);
        }
        let key = ChatKey::Shared(id);
        self.chats.insert(key, Chat { shared: Some(Box::new(shared)), ..Chat::default() });
        // Messages in channels have no sender. Spec: core, Message.
        let from = if kind == Kind::Channel { 0 } else { creator };
        let record = Record::new(from, now, Content::Service(Members::new().flag(service_member, true).bare().into()));
        if kind == Kind::Group {
            self.publish(now, key, record);
        } else {
            // Those of supergroups and channels cannot arrive through updates. Spec: core, Message.
            self.post(key, record);
        }
        Ok(id)
    }

    /// A user joins a supergroup or channel by its username or a group, supergroup or channel by
    /// its invite link, on their own; or is added by a member.
    ///
    /// # Errors
    /// When the link was revoked, the user was kicked and not unbanned, or is a member already. A kicked user stays out
    /// until unbanned, whoever adds them.
    pub(super) fn enter(&mut self, now: Time, chat: i64, by: i64, user: i64) -> Result<(), Refusal> {
        if !self.is_taken(user) {
            return Err(Refusal::bad_request("user not found"));
        }
        let shown = self.show_person(user);
        let adder = by == user || self.check_rights(by, chat, INVITE).is_ok();
        let last = self.chats.get(&ChatKey::Shared(chat)).map_or(0, |state| state.history.last);
        let shared = self.shared_mut(chat).filter(|shared| shared.migrated_to == 0);
        let shared = shared.ok_or_else(|| Refusal::bad_request("chat not found"))?;
        if shared.has(user, now) {
            return Err(Refusal::bad_request("user is a member of the chat already"));
        }
        if shared.member(user).is_some_and(|member| member.status(now) == Status::Kicked) {
            return Err(Refusal::new(403, "Forbidden: user was removed from the chat"));
        }
        if by != user && !shared.has(by, now) || (!adder && shared.kind == Kind::Channel) {
            return Err(Refusal::new(403, "Forbidden: only members may add others"));
        }
        let mut member = shared.member(user).map_or_else(|| Member::new(Status::Member), |former| former.back(now));
        (member.added_by, member.since) = (if by == user { 0 } else { by }, last + 1);
        let posts = shared.kind != Kind::Channel;
        shared.put(user, member);
        if posts {
            self.announce(now, ChatKey::Shared(chat), by, Members::new().json("new_chat_members", &array([shown])));
        }
        Ok(())
    }

    /// The chat of an invite link that was not revoked, or of a `@username`.
    pub(super) fn behind(&self, link: &str) -> Option<i64> {
        self.named(link).or_else(|| self.links.get(link).copied())
    }
}

fn shared(kind: Kind, title: String, new: &NewChat) -> Shared {
    Shared {
        kind,
        title,
        username: new.username.clone().unwrap_or_default(),
        description: String::new(),
        all_members_are_administrators: kind == Kind::Group && new.all_members_are_administrators,
        signs: kind == Kind::Channel && new.signs,
        invite_link: String::new(),
        photo: 0,
        pinned: 0,
        sticker_set_name: String::new(),
        members: Map::new(),
        present: 0,
        administrators: Map::new(),
        migrated_to: 0,
        creator: new.creator,
    }
}
