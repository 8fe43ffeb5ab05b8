//! Formatted text: the markup that a bot sends and the entities that come back.

use botwire_macros::{enumeration, object};

use super::User;
use crate::text::{Entity, Mark};

/// The markup of a message text or caption.
///
/// A user can be mentioned without a username by a link `<user_link_scheme>://user?id=<user_id>`.
/// It works only inside an inline link, and is guaranteed only if the user contacted the bot or is
/// a member of the group. Clients show an alert with the full URL before they open an inline link.
#[enumeration]
pub enum ParseMode {
    /// `*bold*`, `_italic_`, `[text](url)`, `[text](user link)`, inline code between backticks,
    /// and a block between fences of three backticks, with an optional language name after the
    /// opening one.
    #[wire(rename = "Markdown")]
    Markdown,
    /// Only the tags `b`, `strong` (bold), `i`, `em` (italic), `a href` (inline URL or user link),
    /// `code` and `pre`. Tags must not be nested. A literal `<`, `>` or `&` outside tags and
    /// entities is written as `&lt;`, `&gt;`, `&amp;`. All numerical entities are supported, and
    /// the named entities `&lt;`, `&gt;`, `&amp;` and `&quot;`.
    #[wire(rename = "HTML")]
    Html,
}

/// The kind of a special entity in a text or caption.
#[enumeration]
pub enum MessageEntityType {
    /// Mention of a user by username.
    Mention,
    /// Hashtag.
    Hashtag,
    /// Command to a bot.
    BotCommand,
    /// URL written out in the text.
    Url,
    /// Email address.
    Email,
    /// Bold text.
    Bold,
    /// Italic text.
    Italic,
    /// Inline code.
    Code,
    /// Block of code.
    Pre,
    /// Text that is a link to `url`.
    TextLink,
    /// Mention of a user without a username. `user` is the user.
    TextMention,
}

/// A special entity in a text or caption: a link, a mention, bold text and so on.
#[object]
#[derive(Eq)]
pub struct MessageEntity {
    /// Kind of the entity.
    pub r#type: MessageEntityType,
    /// Offset to the start of the entity, in UTF-16 code units.
    pub offset: i64,
    /// Length of the entity, in UTF-16 code units.
    pub length: i64,
    /// URL that is opened when the text is pressed, for `text_link` only.
    pub url: Option<String>,
    /// The mentioned user, for `text_mention` only.
    pub user: Option<Box<User>>,
}

impl From<Mark> for MessageEntityType {
    fn from(mark: Mark) -> Self {
        match mark {
            Mark::Mention => Self::Mention,
            Mark::Hashtag => Self::Hashtag,
            Mark::BotCommand => Self::BotCommand,
            Mark::Url => Self::Url,
            Mark::Email => Self::Email,
            Mark::Bold => Self::Bold,
            Mark::Italic => Self::Italic,
            Mark::Code => Self::Code,
            Mark::Pre => Self::Pre,
            Mark::TextLink => Self::TextLink,
        }
    }
}

impl From<Entity> for MessageEntity {
    fn from(entity: Entity) -> Self {
        let mut made = Self::new(entity.mark, entity.offset, entity.length);
        made.url = entity.url;
        made
    }
}
