//! Messages.

use botwire_macros::object;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{
    Audio, Chat, ChatId, Contact, Document, Game, Invoice, Location, MediaGroupId, MessageEntity, MessageId, PhotoSize,
    Sticker, SuccessfulPayment, True, User, Venue, Video, VideoNote, Voice,
};
use crate::wire::json::{Json, Node};
use crate::wire::{ValidationError, ValueKind, Wire, read, values};

/// A message of any kind.
#[doc = ""]
#[doc = include_str!("examples/message.md")]
#[object]
pub struct Message {
    /// Identifier of the message, unique within the chat.
    pub message_id: MessageId,
    /// Sender. Absent for messages sent to channels.
    pub from: Option<User>,
    /// When the message was sent, in Unix time.
    pub date: i64,
    /// Chat that the message belongs to.
    pub chat: Chat,
    /// Original sender of a forwarded message.
    pub forward_from: Option<Box<User>>,
    /// Original channel of a forwarded channel message.
    pub forward_from_chat: Option<Box<Chat>>,
    /// Identifier of the original message in the channel, for a forwarded channel message.
    pub forward_from_message_id: Option<MessageId>,
    /// Signature of the author of the original post, for a forwarded channel message.
    pub forward_signature: Option<String>,
    /// When the original of a forwarded message was sent, in Unix time.
    pub forward_date: Option<i64>,
    /// The original of a reply. It carries no further `reply_to_message`.
    pub reply_to_message: Option<Box<Message>>,
    /// When the message was last edited, in Unix time.
    pub edit_date: Option<i64>,
    /// Identifier of the album that this message belongs to.
    pub media_group_id: Option<MediaGroupId>,
    /// Signature of the author of the post, in channels.
    pub author_signature: Option<String>,
    /// Text in UTF-8: when a text is sent with markup, this holds only the visible part.
    #[wire(visible_chars = 0..=4096)]
    pub text: Option<String>,
    /// Special entities in `text`: links, mentions, bold parts and so on.
    pub entities: Option<Vec<MessageEntity>>,
    /// Special entities in `caption`.
    pub caption_entities: Option<Vec<MessageEntity>>,
    /// Audio file, for an audio message.
    pub audio: Option<Box<Audio>>,
    /// General file, for a document message.
    pub document: Option<Box<Document>>,
    /// Game, for a game message.
    pub game: Option<Box<Game>>,
    /// Available sizes of the photo, for a photo message.
    pub photo: Option<Vec<PhotoSize>>,
    /// Sticker, for a sticker message.
    pub sticker: Option<Box<Sticker>>,
    /// Video, for a video message.
    pub video: Option<Box<Video>>,
    /// Voice note, for a voice message.
    pub voice: Option<Box<Voice>>,
    /// Video note, for a video note message.
    pub video_note: Option<Box<VideoNote>>,
    /// Caption of the audio, document, photo, video or voice.
    #[wire(visible_chars = 0..=200)]
    pub caption: Option<String>,
    /// Shared contact, for a contact message.
    pub contact: Option<Box<Contact>>,
    /// Shared location, for a location message.
    pub location: Option<Box<Location>>,
    /// Venue, for a venue message.
    pub venue: Option<Box<Venue>>,
    /// Users who joined the chat. The bot itself may be one of them.
    pub new_chat_members: Option<Vec<User>>,
    /// User who was removed from the chat or left it. This may be the bot itself.
    pub left_chat_member: Option<Box<User>>,
    /// New title of the chat.
    pub new_chat_title: Option<String>,
    /// Sizes of the new photo of the chat.
    pub new_chat_photo: Option<Vec<PhotoSize>>,
    /// Service message: the photo of the chat was deleted.
    pub delete_chat_photo: Option<True>,
    /// Service message: the group was created.
    pub group_chat_created: Option<True>,
    /// Service message: the supergroup was created. It cannot arrive through updates, only inside
    /// `reply_to_message`.
    pub supergroup_chat_created: Option<True>,
    /// Service message: the channel was created. It cannot arrive through updates, only inside
    /// `reply_to_message`.
    pub channel_chat_created: Option<True>,
    /// The group was migrated to the supergroup of this identifier, which may exceed 32 bits, but
    /// stays below 52 bits.
    pub migrate_to_chat_id: Option<ChatId>,
    /// The supergroup was migrated from the group of this identifier, which may exceed 32 bits,
    /// but stays below 52 bits.
    pub migrate_from_chat_id: Option<ChatId>,
    /// The message that was pinned. It carries no further `reply_to_message`.
    pub pinned_message: Option<Box<Message>>,
    /// Invoice, for an invoice message.
    pub invoice: Option<Box<Invoice>>,
    /// Service message about a successful payment.
    pub successful_payment: Option<Box<SuccessfulPayment>>,
    /// Domain of the website where the user logged in.
    pub connected_website: Option<String>,
}

/// The edited message if the bot sent it, otherwise `true`.
#[derive(Debug, Clone, PartialEq)]
pub enum MessageOrTrue {
    /// The edited message, which the bot sent.
    Message(Box<Message>),
    /// The message was edited, but the bot is not its sender.
    True(True),
}

impl MessageOrTrue {
    /// The edited message, if the service returned it.
    #[must_use]
    pub fn message(self) -> Option<Message> {
        match self {
            Self::Message(message) => Some(*message),
            Self::True(_) => None,
        }
    }
}

impl Wire for MessageOrTrue {
    const KIND: ValueKind = ValueKind::OrTrue(&<Message as Wire>::KIND);

    fn read(value: Json<'_>) -> Result<Self, Box<ValidationError>> {
        match value.node() {
            Node::Boolean(true) => Ok(Self::True(True)),
            Node::Object(_) => Wire::read(value).map(Self::Message),
            _ => Err(values::unfit(&Self::EXPECTED, value)),
        }
    }
}

impl Serialize for MessageOrTrue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Message(message) => message.serialize(serializer),
            Self::True(value) => value.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for MessageOrTrue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read::deserialize(deserializer)
    }
}
