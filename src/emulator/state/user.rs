//! Users, what they write, and messages as they see them.

use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::emulator::state::chat_key::ChatKey;
use crate::types::{Message, ReplyMarkup};

/// A user to create; what is absent is made up, the same way each time.
#[derive(Debug, Clone, Default)]
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
#[derive(Debug, Clone)]
pub struct Writing {
    /// Identifier of the bot.
    pub bot: i64,
    /// Identifier of the user.
    pub user: i64,
    /// The text, up to 4096 characters. Commands, mentions, hashtags, URLs and e-mail addresses in
    /// it become entities.
    pub text: String,
    /// The message that it replies to.
    pub reply_to_message_id: Option<i64>,
    /// The group, supergroup or channel, instead of the private chat with the bot.
    pub chat: Option<i64>,
}

impl Writing {
    /// A text in the private chat with a bot that is not a reply.
    pub fn new(bot: i64, user: i64, text: impl Into<String>) -> Self {
        Self { bot, user, text: text.into(), reply_to_message_id: None, chat: None }
    }

    /// Makes it a reply to that message.
    #[must_use]
    pub fn reply_to(mut self, message_id: i64) -> Self {
        self.reply_to_message_id = Some(message_id);
        self
    }

    /// Writes it in a group, supergroup or channel.
    #[must_use]
    pub fn in_chat(mut self, chat: i64) -> Self {
        self.chat = Some(chat);
        self
    }

    pub(crate) fn place(&self) -> ChatKey {
        self.chat.map_or(ChatKey::Private { bot: self.bot, user: self.user }, ChatKey::Shared)
    }
}

/// A message as a user sees it: with what a Message does not have, such as its keyboard.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Seen {
    /// The message.
    pub message: Message,
    /// The keyboard that came with it.
    pub reply_markup: Option<ReplyMarkup>,
    /// Whether it came without a notification.
    pub disable_notification: bool,
    /// The URL of the first link of a text, of which a preview is shown.
    pub web_page_preview: Option<String>,
}

/// What a bot made of a message by an edit.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Edit {
    /// Counts the edits of the chat.
    pub number: u64,
    /// The message after the edit.
    pub message: Seen,
}

/// The message, with what only users see as further members.
impl Serialize for Seen {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut message = self.message.clone();
        if let Some(markup) = &self.reply_markup {
            message.extra.insert("reply_markup".into(), serde_json::to_value(markup).map_err(S::Error::custom)?);
        }
        if self.disable_notification {
            message.extra.insert("disable_notification".into(), true.into());
        }
        if let Some(url) = &self.web_page_preview {
            message.extra.insert("web_page_preview".into(), url.as_str().into());
        }
        message.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Seen {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut message = Message::deserialize(deserializer)?;
        let reply_markup = message.extra.remove("reply_markup").and_then(|markup| serde_json::from_value(markup).ok());
        let disable_notification = message.extra.remove("disable_notification").is_some();
        let web_page_preview =
            message.extra.remove("web_page_preview").and_then(|url| serde_json::from_value(url).ok());
        Ok(Self { message, reply_markup, disable_notification, web_page_preview })
    }
}
