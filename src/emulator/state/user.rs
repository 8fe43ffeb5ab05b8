//! Users, what they write, and messages as they see them.

use botwire_macros::object;
use serde::{Deserialize, Serialize};

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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Seen {
    /// The message.
    #[serde(flatten)]
    pub message: Message,
    /// The keyboard that came with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply_markup: Option<ReplyMarkup>,
    /// Whether it came without a notification.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disable_notification: bool,
    /// The URL of the first link of a text, of which a preview is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
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
