//! Stored messages, which are small and independent of the bot that sees them, and messages as users see them.

use serde::{Deserialize, Serialize};

use crate::emulator::clock::Time;
use crate::emulator::state::{ChatKey, ChatKind, FileKind, Map};
use crate::methods::SendInvoice;
use crate::text::slice;
use crate::types::{
    Contact, Location, Message, MessageEntity, MessageEntityType, ReplyMarkup, SuccessfulPayment, Venue,
};

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct History {
    pub last: i64,
    pub messages: Map<i64, StoredMessage>,
    last_edit: u64,
    /// The latest edits by bots, by number: the message, and its state after the edit.
    pub edits: Map<u64, (i64, StoredMessage)>,
}

const KEPT_EDITS: u64 = 100;

impl History {
    pub fn note_edit(&mut self, id: i64) {
        let Some(message) = self.messages.get(&id).cloned() else { return };
        self.last_edit += 1;
        self.edits.insert(self.last_edit, (id, message));
        self.edits.remove_before((self.last_edit + 1).saturating_sub(KEPT_EDITS));
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct StoredMessage {
    /// Identifier of the user or bot that sent it; `None` for a post of a channel.
    pub from: Option<i64>,
    pub date: i64,
    pub content: MessageContent,
    pub reply_to: Option<i64>,
    pub rest: Option<Box<MessageExtras>>,
}

/// Fields that few messages have.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct MessageExtras {
    pub markup: Option<ReplyMarkup>,
    pub origin: Option<ForwardOrigin>,
    /// Unix time of the last edit.
    pub edited: Option<i64>,
    pub media_group_id: Option<String>,
    /// Identifier of the user or bot that sent a channel post, which has no `from`.
    pub author: Option<i64>,
    pub signature: Option<String>,
    /// The end of a live location; `None` if it is not live or was stopped.
    pub live_until: Option<Time>,
    /// Identifier of the bot through which a user sent it in inline mode.
    pub via: Option<i64>,
    pub inline_message_id: Option<String>,
    /// Identifier of the bot that edited it last, and whose keyboard it has.
    pub editor: Option<i64>,
    pub is_silent: bool,
    pub has_no_preview: bool,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct ForwardOrigin {
    pub date: i64,
    /// The original sender; `None` for a post of a channel.
    pub from: Option<i64>,
    pub post: Option<Post>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Post {
    pub channel: ChatKey,
    pub message_id: i64,
    pub signature: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct FormattedText {
    pub text: Box<str>,
    pub entities: Box<[MessageEntity]>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum MessageContent {
    Text(FormattedText),
    /// A file by its number, with its caption.
    File(FileKind, u64, FormattedText),
    Game(Box<GameMessage>),
    Location(Location),
    Venue(Box<Venue>),
    Contact(Box<Contact>),
    Invoice(Box<SendInvoice>),
    Service(ServiceEvent),
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct GameMessage {
    pub bot: i64,
    pub short_name: String,
    /// The text that shows the scoreboard.
    pub board: FormattedText,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum ServiceEvent {
    Created(ChatKind),
    Joined(i64),
    Left(i64),
    Title(String),
    /// The number of the photo.
    Photo(u64),
    PhotoDeleted,
    MigratedTo(i64),
    MigratedFrom(i64),
    Pinned(i64),
    Paid(Box<SuccessfulPayment>),
    LoggedIn(String),
}

impl GameMessage {
    /// Creates a game without a scoreboard, which it gets when it is sent.
    pub fn new(bot: i64, short_name: String) -> Self {
        Self { bot, short_name, board: FormattedText::default() }
    }
}

impl MessageContent {
    pub fn formatted_text(&self) -> Option<&FormattedText> {
        match self {
            Self::Text(formatted) | Self::File(_, _, formatted) => Some(formatted),
            Self::Game(game) => Some(&game.board),
            _ => None,
        }
    }

    pub fn formatted_text_mut(&mut self) -> Option<&mut FormattedText> {
        match self {
            Self::Text(formatted) | Self::File(_, _, formatted) => Some(formatted),
            Self::Game(game) => Some(&mut game.board),
            _ => None,
        }
    }

    pub fn is_service(&self) -> bool {
        matches!(self, Self::Service(_))
    }

    /// Returns true for a file that may have a caption: video notes and stickers may not.
    pub fn takes_caption(&self) -> bool {
        matches!(self, Self::File(kind, ..) if !matches!(kind, FileKind::VideoNote | FileKind::Sticker))
    }
}

impl StoredMessage {
    pub fn new(from: i64, now: Time, content: MessageContent) -> Self {
        Self { from: Some(from), date: now.unix(), content, reply_to: None, rest: None }
    }

    pub fn rest_mut(&mut self) -> &mut MessageExtras {
        self.rest.get_or_insert_default()
    }

    pub fn silence(&mut self, silent: Option<bool>) {
        if silent == Some(true) {
            self.rest_mut().is_silent = true;
        }
    }

    /// Returns the URL of the link preview: the first link of the text.
    pub fn preview(&self) -> Option<String> {
        let has_preview = self.rest.as_ref().is_none_or(|rest| !rest.has_no_preview);
        let MessageContent::Text(formatted) = &self.content else { return None };
        formatted.entities.iter().filter(|_| has_preview).find_map(|entity| match entity.r#type {
            MessageEntityType::TextLink => entity.url.clone(),
            MessageEntityType::Url => {
                let url = slice(&formatted.text, entity.offset, entity.length)?;
                Some(if url.contains("://") { url.to_owned() } else { ["http://", url].concat() })
            }
            _ => None,
        })
    }

    pub fn markup(&self) -> Option<&ReplyMarkup> {
        self.rest.as_ref()?.markup.as_ref()
    }

    pub fn inline_message_id(&self) -> Option<&str> {
        self.rest.as_ref()?.inline_message_id.as_deref()
    }

    /// Returns true for a forwarded message, which cannot be edited.
    pub fn is_forwarded(&self) -> bool {
        self.rest.as_ref().is_some_and(|rest| rest.origin.is_some())
    }

    /// Returns the user or bot that sent it, in channels too.
    pub fn sender(&self) -> Option<i64> {
        self.rest.as_ref().and_then(|rest| rest.author).or(self.from)
    }

    /// Returns the bot whose keyboard it has.
    pub fn keyboard_owner(&self) -> Option<i64> {
        self.rest.as_ref().and_then(|rest| rest.editor).or(self.via()).or(self.sender())
    }

    pub fn via(&self) -> Option<i64> {
        self.rest.as_ref()?.via
    }
}

/// A message as a user sees it, with fields that a Message does not have, such as its keyboard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Seen {
    /// The message.
    #[serde(flatten)]
    pub message: Message,
    /// The keyboard of the message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply_markup: Option<ReplyMarkup>,
    /// True if it was sent without a notification.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disable_notification: bool,
    /// The URL of the link preview: the first link of the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub web_page_preview: Option<String>,
}

/// A message after a bot has edited it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SeenEdit {
    /// Counts the edits of the chat.
    pub number: u64,
    /// The message after the edit.
    pub message: Seen,
}
