//! Users, and their access to chats.

use crate::emulator::http::essence;
use crate::emulator::prelude::*;

impl Service {
    /// Adds a user.
    ///
    /// # Errors
    /// If the identifier is taken, or is not positive and below 52 bits, or the username is taken or invalid.
    pub fn add_user(&mut self, new: NewUser) -> Result<User, Refusal> {
        let count = self.state.users.len();
        let id = new.id.unwrap_or_else(|| self.free_id(2_000_001, count));
        refuse_if(self.is_taken(id) || !(1..ID).contains(&id), "the identifier is taken or out of range")?;
        self.name(id, new.username.as_deref())?;
        let first_name = new.first_name.unwrap_or_else(|| ["User ", &(count + 1).to_string()].concat());
        let NewUser { last_name, username, language_code, .. } = new;
        let user = User { last_name, username, language_code, ..User::new(id, false, first_name) };
        self.state.users.insert(id, user.clone());
        Ok(user)
    }

    /// Gives a username to a user, a bot or a public chat. It must be unique, ignoring case.
    pub(crate) fn name(&mut self, id: i64, username: Option<&str>) -> Result<()> {
        let Some(username) = username else { return Ok(()) };
        let is_username = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let is_one = !username.is_empty() && username.bytes().all(is_username);
        refuse_if(!is_one, "username: expected letters, digits and underscores, without @")?;
        let name = username.to_ascii_lowercase();
        refuse_if(self.state.usernames.contains_key(&name), "username is taken")?;
        self.state.usernames.insert(name, id);
        Ok(())
    }

    pub(crate) fn person(&self, id: i64) -> Option<&User> {
        self.state.users.get(&id).or_else(|| self.state.bots.get(&id).map(|bot| &bot.user))
    }

    pub(crate) fn check_person(&self, id: i64) -> Result<i64> {
        self.person(id).map(|_| id).or_refuse("user not found")
    }

    pub(crate) fn write_text(
        &mut self,
        chat: ChatKey,
        user: i64,
        text: &str,
        mode: Option<&ParseMode>,
        reply_to: Option<i64>,
    ) -> Result<i64> {
        self.check_user(chat, user, SEND)?;
        let mut message = StoredMessage::new(user, self.now(), self.written_text(text, mode)?);
        message.reply_to = self.check_reply(chat, reply_to)?;
        Ok(self.publish(chat, message))
    }

    /// Refuses a user who cannot send there: not in the chat, restricted, or has blocked the bot.
    pub(crate) fn check_user(&self, chat: ChatKey, user: i64, permission: u16) -> Result<()> {
        self.check_presence(chat, user)?;
        let is_blocked = self.state.chats.get(&chat).is_some_and(|chat| chat.is_blocked);
        refuse_if(is_blocked, "the user has blocked the bot")?;
        self.check_permission(user, chat, permission)
    }

    /// Refuses a user who cannot act there: no such user, bot or chat, or not in the chat.
    pub(crate) fn check_presence(&self, chat: ChatKey, user: i64) -> Result<()> {
        refuse_if(!self.state.users.contains_key(&user), "user not found")?;
        match chat {
            ChatKey::Private { bot, .. } => refuse_if(!self.state.bots.contains_key(&bot), "bot not found"),
            ChatKey::Shared(id) => {
                let shared = self.shared(id).or_refuse("chat not found")?;
                check_migration(shared)?;
                forbid_if(!shared.has(user, self.now()), "user is not a member of the chat")
            }
        }
    }

    /// Returns the messages of a private chat after this one, in order: those of the user and of the bot.
    #[must_use]
    pub fn messages(&self, bot: i64, user: i64, after: i64) -> Vec<Seen> {
        self.seen(bot, ChatKey::Private { bot, user }, after)
    }

    /// Returns the messages of a chat after this one, as users see them. Identifiers of files are those of the bot.
    pub(crate) fn seen(&self, bot: i64, chat: ChatKey, after: i64) -> Vec<Seen> {
        let Some(state) = self.state.chats.get(&chat) else { return Vec::new() };
        let later = state.history.messages.from(after.saturating_add(1));
        later.filter_map(|(id, _)| self.seen_message(bot, chat, id)).collect()
    }

    pub(crate) fn post(&mut self, chat: ChatKey, record: StoredMessage) -> i64 {
        let state = self.state.chats.get_or_default(chat);
        state.history.last += 1;
        let id = state.history.last;
        state.history.messages.insert(id, record);
        if let Some(surplus) = state.surplus() {
            self.delete(chat, surplus);
        }
        id
    }

    pub(crate) fn record(&self, chat: ChatKey, id: i64) -> Option<&StoredMessage> {
        self.state.chats.get(&chat)?.history.messages.get(&id)
    }

    pub(crate) fn record_mut(&mut self, chat: ChatKey, id: i64) -> Option<&mut StoredMessage> {
        self.state.chats.get_mut(&chat)?.history.messages.get_mut(&id)
    }

    pub(crate) fn shared(&self, id: i64) -> Option<&SharedChat> {
        self.state.chats.get(&ChatKey::Shared(id))?.shared.as_deref()
    }

    pub(crate) fn shared_mut(&mut self, id: i64) -> Option<&mut SharedChat> {
        self.state.chats.get_mut(&ChatKey::Shared(id))?.shared.as_deref_mut()
    }

    pub(crate) fn is_channel(&self, chat: ChatKey) -> bool {
        self.shared(chat.id()).is_some_and(|shared| shared.kind == ChatKind::Channel)
    }

    /// Returns the chat in a bot's call, whether or not the bot may use it.
    pub(crate) fn chat_of(&self, bot: i64, chat: &ChatRef) -> Result<ChatKey> {
        let id = match chat {
            ChatRef::Id(id) => Some(id.0),
            ChatRef::Username(name) => self.named(name),
        };
        let key = id.map(|id| if id > 0 { ChatKey::Private { bot, user: id } } else { ChatKey::Shared(id) });
        let exists = |key: &ChatKey| match key {
            ChatKey::Private { user, .. } => self.state.users.contains_key(user),
            ChatKey::Shared(_) => self.state.chats.contains_key(key),
        };
        key.filter(exists).or_refuse("chat not found")
    }

    /// Returns the identifier of the public chat with this `@username`.
    pub(crate) fn named(&self, username: &str) -> Option<i64> {
        let name = username.strip_prefix('@')?.to_ascii_lowercase();
        self.state.usernames.get(&name).copied().filter(|id| *id < 0)
    }

    /// Refuses a chat that has migrated, that the bot is not in, or whose user has blocked the bot.
    pub(crate) fn check_access(&self, bot: i64, chat: ChatKey) -> Result<()> {
        let now = self.now();
        let Some(state) = self.state.chats.get(&chat) else { return Ok(()) };
        forbid_if(state.is_blocked, "bot was blocked by the user")?;
        let Some(shared) = &state.shared else { return Ok(()) };
        check_migration(shared)?;
        let kicked = shared.members.get(&bot).is_some_and(|member| member.status(now) == Status::Kicked);
        let what = if kicked { "bot was kicked from the " } else { "bot is not a member of the " };
        forbid_if(!shared.has(bot, now), &[what, shared.kind.as_str(), " chat"].concat())
    }

    pub(crate) fn accessible(&self, bot: i64, chat: &ChatRef) -> Result<ChatKey> {
        let chat = self.chat_of(bot, chat)?;
        self.check_access(bot, chat)?;
        Ok(chat)
    }

    /// Returns the chat that a bot sends to, if it has this permission there. Unspecified behavior: only a user can
    /// start the private chat with a bot, by a message or by unblocking the bot.
    pub(crate) fn chat_to_send(&self, bot: i64, chat: &ChatRef, permission: u16) -> Result<ChatKey> {
        let chat = self.accessible(bot, chat)?;
        let is_unknown = matches!(chat, ChatKey::Private { .. }) && !self.state.chats.contains_key(&chat);
        forbid_if(is_unknown, "bot can't initiate conversation with a user")?;
        self.check_permission(bot, chat, permission)?;
        Ok(chat)
    }

    /// Refuses a sender without this permission, and one who is not an administrator in a channel.
    pub(crate) fn check_permission(&self, who: i64, chat: ChatKey, permission: u16) -> Result<()> {
        let Some(shared) = self.shared(chat.id()) else { return Ok(()) };
        let Some(member) = shared.members.get(&who) else { return Ok(()) };
        let is_reader = shared.kind == ChatKind::Channel && !member.has(POST);
        refuse_if(is_reader, "need administrator rights in the channel chat")?;
        refuse_if(!member.may_send(self.now(), permission), "have no rights to send a message")
    }

    /// Returns the permission to send this content. A GIF document is an animation.
    pub(crate) fn permission(&self, content: &MessageContent) -> u16 {
        let is_gif =
            |number| self.state.files.all.get(&number).is_some_and(|file| essence(&file.media_type) == "image/gif");
        match content {
            MessageContent::File(FileKind::Document, number, _) if is_gif(*number) => SEND_OTHER,
            MessageContent::File(FileKind::Sticker, ..) | MessageContent::Game(_) => SEND_OTHER,
            MessageContent::File(..) => SEND_MEDIA,
            _ => SEND,
        }
    }

    /// Returns the message that is replied to, if the chat has it. Some clients send 0 for no reply.
    pub(crate) fn check_reply(&self, chat: ChatKey, id: Option<i64>) -> Result<Option<i64>> {
        let id = id.filter(|id| *id != 0);
        refuse_if(id.is_some_and(|id| self.record(chat, id).is_none()), "reply message not found")?;
        Ok(id)
    }
}

/// Refuses a group that has become a supergroup.
fn check_migration(shared: &SharedChat) -> Result<()> {
    let Some(to) = shared.migrated_to else { return Ok(()) };
    let mut refusal = Refusal::bad_request("group chat was upgraded to a supergroup chat");
    refusal.parameters = Some(ResponseParameters::new().migrate_to_chat_id(to));
    Err(refusal)
}
