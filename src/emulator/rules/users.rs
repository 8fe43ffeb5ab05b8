//! The user's side: who talks to the bots, what they write and what they see.

use crate::emulator::prelude::*;
use crate::emulator::rules::access::check_migration;
use crate::emulator::rules::written_text;

/// Identifiers that are made up start here.
const FIRST_USER: i64 = 2_000_001;

impl Service {
    /// Adds a user.
    ///
    /// # Errors
    /// When the identifier is taken, or is not positive and below 52 bits.
    pub fn add_user(&mut self, new: NewUser) -> Result<User, Refusal> {
        let count = self.state.users.len();
        let id = new.id.unwrap_or_else(|| self.free_id(FIRST_USER, count));
        refuse_if(self.is_taken(id) || !(1..ID).contains(&id), "the identifier is taken or out of range")?;
        let first_name = new.first_name.unwrap_or_else(|| ["User ", &(count + 1).to_string()].concat());
        let NewUser { last_name, username, language_code, .. } = new;
        let user = User { last_name, username, language_code, ..User::new(id, false, first_name) };
        if let Some(name) = &user.username {
            self.state.user_names.insert(name.to_ascii_lowercase(), id);
        }
        self.state.users.insert(id, user.clone());
        Ok(user)
    }

    /// The user or bot of that identifier.
    pub(crate) fn person(&self, id: i64) -> Option<&User> {
        self.state.users.get(&id).or_else(|| self.state.bots.get(&id).map(|bot| &bot.user))
    }

    /// Refuses an identifier that no user or bot has.
    pub(crate) fn check_person(&self, id: i64) -> Result<i64> {
        self.person(id).map(|_| id).or_refuse("user not found")
    }

    /// A user writes; the number of the message.
    pub(crate) fn write_text(&mut self, chat: ChatKey, user: i64, text: &str, reply_to: Option<i64>) -> Result<i64> {
        self.check_user(chat, user, SEND)?;
        let mut message = StoredMessage::new(user, self.now(), written_text(text)?);
        message.reply_to = self.check_reply(chat, reply_to)?;
        Ok(self.publish(chat, message))
    }

    /// Refuses a user who cannot send there: no such chat, not in it, restricted, blocked.
    pub(crate) fn check_user(&self, chat: ChatKey, user: i64, permission: u16) -> Result<()> {
        self.check_presence(chat, user)?;
        let is_blocked = self.state.chats.get(&chat).is_some_and(|chat| chat.is_blocked);
        refuse_if(is_blocked, "the user has blocked the bot")?;
        self.check_permission(user, chat, permission)
    }

    /// Refuses a user who cannot do anything there: no such user, bot or chat, or not in the chat.
    pub(crate) fn check_presence(&self, chat: ChatKey, user: i64) -> Result<()> {
        refuse_if(!self.state.users.contains_key(&user), "user not found")?;
        match chat {
            ChatKey::Private { bot, .. } => refuse_if(!self.state.bots.contains_key(&bot), "bot not found"),
            ChatKey::Shared(id) => {
                let shared = self.shared(id).or_refuse("chat not found")?;
                check_migration(shared)?;
                let is_member = shared.has(user, self.now());
                is_member.then_some(()).ok_or_else(|| Refusal::new(403, "Forbidden: user is not a member of the chat"))
            }
        }
    }

    /// The messages of a private chat after that one, in order: the user's own and the bot's.
    #[must_use]
    pub fn messages(&self, bot: i64, user: i64, after: i64) -> Vec<Seen> {
        self.seen(bot, ChatKey::Private { bot, user }, after)
    }

    /// The messages of a chat after that one, as users see them; identifiers of files are those of the bot.
    pub(crate) fn seen(&self, bot: i64, chat: ChatKey, after: i64) -> Vec<Seen> {
        let Some(state) = self.state.chats.get(&chat) else { return Vec::new() };
        let later = state.history.messages.from(after.saturating_add(1));
        later.filter_map(|(id, _)| self.seen_message(bot, chat, id)).collect()
    }
}
