//! Chats: private ones, groups, supergroups and channels; who may look into them and send.

use super::answer::Refusal;
use super::clock::Time;
use super::json::Members;
use super::map::Map;
use super::member::{Kind, Member, POST, Status};
use super::message::{History, Record};
use super::parameters::Parameters;
use super::reply_keyboard::ReplyKeyboards;
use super::service::Service;
use super::stored::{Stored, stored};

/// Which chat: a private chat belongs to a bot and a user, its identifier is the user's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChatKey {
    /// The private chat of a user with a bot.
    Private {
        /// Identifier of the bot.
        bot: i64,
        /// Identifier of the user, and of the chat.
        user: i64,
    },
    /// A group, supergroup or channel of that identifier.
    Shared(i64),
}

impl ChatKey {
    /// `id` of the Chat.
    #[must_use]
    pub fn id(self) -> i64 {
        match self {
            Self::Private { user: id, .. } | Self::Shared(id) => id,
        }
    }
}

impl Stored for ChatKey {
    fn save(&self, bytes: &mut Vec<u8>) {
        let (bot, id) = match *self {
            Self::Private { bot, user } => (bot, user),
            Self::Shared(id) => (0, id),
        };
        (bot, id).save(bytes);
    }
    fn load(bytes: &mut &[u8]) -> Option<Self> {
        let (bot, id) = Stored::load(bytes)?;
        Some(if bot == 0 { Self::Shared(id) } else { Self::Private { bot, user: id } })
    }
}

/// A chat and its messages.
#[derive(Debug, Clone, Default)]
pub(super) struct Chat {
    pub history: History,
    /// Whether the user of a private chat has blocked the bot.
    pub is_blocked: bool,
    pub keyboards: ReplyKeyboards,
    /// Which bot is shown to be doing what, and until when.
    pub action: Option<(i64, String, Time)>,
    /// What chats of several members have.
    pub shared: Option<Box<Shared>>,
}

/// A group, supergroup or channel.
#[derive(Debug, Clone)]
pub(super) struct Shared {
    pub kind: Kind,
    pub title: String,
    pub username: String,
    pub description: String,
    pub all_members_are_administrators: bool,
    /// Whether posts in a channel carry the names of their authors.
    pub signs: bool,
    pub invite_link: String,
    /// File number of the photo; 0 for none.
    pub photo: u64,
    /// Identifier of the pinned message; 0 for none.
    pub pinned: i64,
    pub sticker_set_name: String,
    /// Everybody who is or was in the chat; changed by [`Shared::put`].
    pub members: Map<i64, Member>,
    /// How many are in the chat.
    pub present: i64,
    /// The creator and the administrators.
    pub administrators: Map<i64, ()>,
    /// The supergroup that the group became; 0 for none.
    pub migrated_to: i64,
    pub creator: i64,
}
stored! {
    Chat { history, is_blocked, keyboards, action, shared }
    Shared {
        kind, title, username, description, all_members_are_administrators, signs, invite_link, photo, pinned,
        sticker_set_name, members, present, administrators, migrated_to, creator,
    }
}

impl Shared {
    pub fn member(&self, id: i64) -> Option<&Member> {
        self.members.get(&id)
    }

    /// Sets what a user or bot is in the chat; the counts follow, so that asking for them is cheap.
    pub fn put(&mut self, id: i64, member: Member) {
        let in_chat = |member: &Member| i64::from(!matches!(member.status, Status::Left | Status::Kicked));
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

    /// Whether that user or bot is in the chat.
    pub fn has(&self, id: i64, now: Time) -> bool {
        self.member(id).is_some_and(|member| member.is_present(now))
    }

    /// What the chat is called in descriptions of errors.
    pub fn noun(&self) -> &'static str {
        match self.kind {
            Kind::Group => "group",
            Kind::Supergroup => "supergroup",
            Kind::Channel => "channel",
        }
    }
}

impl Service {
    /// Stores a message; its identifier.
    pub(super) fn post(&mut self, chat: ChatKey, record: Record) -> i64 {
        let history = &mut self.chats.made(chat).history;
        history.last += 1;
        history.messages.insert(history.last, record);
        history.last
    }

    pub(super) fn record(&self, chat: ChatKey, id: i64) -> Option<&Record> {
        self.chats.get(&chat)?.history.messages.get(&id)
    }

    pub(super) fn record_mut(&mut self, chat: ChatKey, id: i64) -> Option<&mut Record> {
        self.chats.get_mut(&chat)?.history.messages.get_mut(&id)
    }

    pub(super) fn shared(&self, id: i64) -> Option<&Shared> {
        self.chats.get(&ChatKey::Shared(id))?.shared.as_deref()
    }

    pub(super) fn shared_mut(&mut self, id: i64) -> Option<&mut Shared> {
        self.chats.get_mut(&ChatKey::Shared(id))?.shared.as_deref_mut()
    }

    /// The text of a Chat, as it stands in messages.
    pub(super) fn show_chat(&self, chat: ChatKey) -> String {
        self.chat_members(chat).object()
    }

    pub(super) fn chat_members(&self, chat: ChatKey) -> Members {
        let members = Members::new().number("id", chat.id());
        let some = |text: &'_ str| Some(text.to_owned()).filter(|text| !text.is_empty());
        if let Some(shared) = self.chats.get(&chat).and_then(|chat| chat.shared.as_deref()) {
            let members = members
                .text("type", shared.noun())
                .text("title", &shared.title)
                .maybe("username", some(&shared.username).as_deref());
            return match shared.kind {
                Kind::Group => members.flag("all_members_are_administrators", shared.all_members_are_administrators),
                _ => members,
            };
        }
        let members = members.text("type", "private");
        match self.users.get(&chat.id()) {
            Some(user) => members
                .text("first_name", &user.first_name)
                .maybe("last_name", user.last_name.as_deref())
                .maybe("username", user.username.as_deref()),
            None => members,
        }
    }

    /// The text of the User of that identifier.
    pub(super) fn show_person(&self, id: i64) -> String {
        self.person(id).and_then(|user| serde_json::to_string(user).ok()).unwrap_or_default()
    }

    /// The chat that a parameter of a bot means, whether or not the bot may use it.
    pub(super) fn chat_of(&self, bot: i64, parameters: &Parameters, name: &str) -> Result<ChatKey, Refusal> {
        let id = match parameters.integer(name) {
            Some(id) => Some(id),
            None => parameters.text(name).and_then(|text| self.named(text)),
        };
        id.and_then(|id| self.chat_key(bot, id)).ok_or_else(|| Refusal::bad_request("chat not found"))
    }

    /// The identifier of the public chat of that `@username`.
    pub(super) fn named(&self, username: &str) -> Option<i64> {
        let name = username.strip_prefix('@')?.to_ascii_lowercase();
        self.usernames.get(&name).copied()
    }

    /// The chat of that identifier as a bot means it.
    pub(super) fn chat_key(&self, bot: i64, id: i64) -> Option<ChatKey> {
        if id > 0 {
            return self.users.contains_key(&id).then_some(ChatKey::Private { bot, user: id });
        }
        let key = ChatKey::Shared(id);
        self.chats.contains_key(&key).then_some(key)
    }

    /// Refuses a chat that has migrated, that the bot is not in, or whose user blocked the bot.
    pub(super) fn check_access(&self, bot: i64, chat: ChatKey, now: Time) -> Result<(), Refusal> {
        let Some(state) = self.chats.get(&chat) else { return Ok(()) };
        if state.is_blocked {
            return Err(Refusal::new(403, "Forbidden: bot was blocked by the user"));
        }
        let Some(shared) = &state.shared else { return Ok(()) };
        if shared.migrated_to != 0 {
            return Err(migrated(shared.migrated_to));
        }
        if shared.has(bot, now) {
            return Ok(());
        }
        let kicked = shared.member(bot).is_some_and(|member| member.status(now) == Status::Kicked);
        let what = if kicked { "bot was kicked from the " } else { "bot is not a member of the " };
        Err(Refusal::new(403, ["Forbidden: ", what, shared.noun(), " chat"].concat()))
    }

    /// The chat that a bot sends to, if it may send there what needs that permission.
    pub(super) fn chat_to_send(
        &self,
        bot: i64,
        now: Time,
        parameters: &Parameters,
        permission: u16,
    ) -> Result<ChatKey, Refusal> {
        let chat = self.chat_of(bot, parameters, "chat_id")?;
        self.check_access(bot, chat, now)?;
        self.check_permission(bot, chat, now, permission)?;
        Ok(chat)
    }

    /// Refuses whom a restriction or the kind of the chat keeps from sending.
    pub(super) fn check_permission(&self, who: i64, chat: ChatKey, now: Time, permission: u16) -> Result<(), Refusal> {
        let Some(shared) = self.shared(chat.id()) else { return Ok(()) };
        let Some(member) = shared.member(who) else { return Ok(()) };
        if shared.kind == Kind::Channel && !member.has(POST) {
            return Err(Refusal::bad_request("need administrator rights in the channel chat"));
        }
        if member.may_send(now, permission) {
            return Ok(());
        }
        Err(Refusal::bad_request("have no rights to send a message"))
    }

    /// Refuses a reply to a message that the chat does not have; 0, as some clients send it, for no reply.
    pub(super) fn check_reply(&self, chat: ChatKey, id: Option<i64>) -> Result<i64, Refusal> {
        match id {
            Some(id) if id != 0 && self.record(chat, id).is_none() => {
                Err(Refusal::bad_request("reply message not found"))
            }
            id => Ok(id.unwrap_or(0)),
        }
    }
}

/// The group has become a supergroup. Spec: core, Errors, 2.
pub(super) fn migrated(to: i64) -> Refusal {
    let mut refusal = Refusal::bad_request("group chat was upgraded to a supergroup chat");
    refusal.parameters.insert("migrate_to_chat_id".into(), to.into());
    refusal
}
