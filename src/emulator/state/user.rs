//! Users, what they write, and messages as they see them.

use botwire_macros::object;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::types::{Message, ReplyMarkup};

/// Adds a user; what is absent is made up, the same way each time.
#[object(closed)]
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

/// A message as a user sees it: with what a Message does not have, such as its keyboard.
#[derive(Debug, Clone, PartialEq)]
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
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SeenEdit {
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
