//! The user's side: who talks to the bots, what they write and what they see.

use serde::{Deserialize, Serialize};

use super::answer::Refusal;
use super::chat::{ChatKey, Content, Record};
use super::clock::Time;
use super::sending::check_length;
use super::service::Service;
use crate::text;
use crate::types::{Message, ReplyMarkup, Update, User};

/// A user to create; what is absent is made up, the same way each time.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct NewUser {
    /// Identifier of the user, and of the private chats with them.
    pub id: Option<i64>,
    /// First name.
    pub first_name: Option<String>,
    /// Last name.
    pub last_name: Option<String>,
    /// Username without `@`.
    pub username: Option<String>,
    /// IETF language tag.
    pub language_code: Option<String>,
}

/// A text that a user writes to a bot.
#[derive(Debug, Clone, Deserialize)]
pub struct Writing {
    /// Identifier of the bot.
    pub bot: i64,
    /// Identifier of the user.
    pub user: i64,
    /// The text, up to 4096 characters. Commands, mentions, hashtags, URLs and e-mail addresses in
    /// it become entities.
    pub text: String,
    /// The message that it replies to.
    #[serde(default)]
    pub reply_to_message_id: Option<i64>,
}

impl Writing {
    /// A text that is not a reply.
    pub fn new(bot: i64, user: i64, text: impl Into<String>) -> Self {
        Self { bot, user, text: text.into(), reply_to_message_id: None }
    }

    /// Makes it a reply to that message.
    #[must_use]
    pub fn reply_to(mut self, message_id: i64) -> Self {
        self.reply_to_message_id = Some(message_id);
        self
    }
}

/// A message as a user sees it: with its keyboard, which a Message does not have.
#[derive(Debug, Clone, Serialize)]
pub struct Seen {
    /// The message.
    #[serde(flatten)]
    pub message: Message,
    /// The keyboard that came with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply_markup: Option<ReplyMarkup>,
}

/// Identifiers that are made up start here.
const FIRST_USER: i64 = 2_000_001;

impl Service {
    /// Adds a user.
    ///
    /// # Errors
    /// When the identifier is taken, or is not positive and below 52 bits.
    pub fn add_user(&mut self, new: NewUser) -> Result<User, Refusal> {
        let count = self.users.len();
        let id = new.id.unwrap_or_else(|| self.free_id(FIRST_USER, count));
        if self.is_taken(id) || !(1..1 << 52).contains(&id) {
            return Err(Refusal::bad_request("the identifier is taken or out of range"));
        }
        let first_name = new.first_name.unwrap_or_else(|| ["User ", &(count + 1).to_string()].concat());
        let mut user = User::new(id, false, first_name);
        user.last_name = new.last_name;
        user.username = new.username;
        user.language_code = new.language_code;
        self.users.insert(id, user.clone());
        Ok(user)
    }

    /// A user writes to a bot in their private chat; the message, which the bot gets as an update.
    ///
    /// # Errors
    /// When the bot, the user or the replied message does not exist, or the text is too long.
    pub fn write(&mut self, now: Time, writing: Writing) -> Result<Message, Refusal> {
        let now = self.at(now);
        let Writing { bot, user, text, reply_to_message_id } = writing;
        if !self.bots.contains_key(&bot) || !self.users.contains_key(&user) {
            return Err(Refusal::bad_request("chat not found"));
        }
        let chat = ChatKey::Private { bot, user };
        self.check_reply(chat, reply_to_message_id)?;
        check_length(&text)?;
        let entities = text::detect(&text);
        let content = Content::Text { text, entities };
        let record = Record { from: user, date: now.unix(), content, reply_to_message_id, reply_markup: None };
        let message = self.post(chat, record);
        self.push(now, bot, chat.id(), Update::new(0).message(message.clone()));
        Ok(message)
    }

    /// The messages of a private chat after that one, in order: the user's own and the bot's.
    #[must_use]
    pub fn messages(&self, bot: i64, user: i64, after: i64) -> Vec<Seen> {
        let chat = ChatKey::Private { bot, user };
        let Some(history) = self.chats.get(&chat) else { return Vec::new() };
        history
            .after(after)
            .map(|(id, record)| Seen {
                message: self.show(chat, id, record),
                reply_markup: record.reply_markup.clone(),
            })
            .collect()
    }
}
