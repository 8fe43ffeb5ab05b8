//! Sending messages: text, forwards, files, albums, places, contacts and chat actions.

use botwire_macros::method;

use crate::types::{
    ChatAction, ChatRef, InputFileOrString, InputMedia, Message, MessageId, ParseMode, ReplyMarkup, True,
};
use crate::wire::MB;

/// Sends a text message. A text longer than 4096 visible characters fails with `error_code` 400 and
/// the description `Bad Request: message is too long`.
#[method(returns = Message, not_idempotent)]
pub struct SendMessage {
    /// Chat to send to: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
    /// Text of the message.
    #[wire(visible_chars = 0..=4096)]
    pub text: String,
    /// Markup of the text: `Markdown` or `HTML`.
    pub parse_mode: Option<ParseMode>,
    /// If true, links in the text get no preview.
    pub disable_web_page_preview: Option<bool>,
    /// If true, sends the message silently.
    pub disable_notification: Option<bool>,
    /// Identifier of the original message, if this one is a reply.
    pub reply_to_message_id: Option<MessageId>,
    /// Inline keyboard, reply keyboard, its removal, or a forced reply.
    pub reply_markup: Option<ReplyMarkup>,
}

/// Forwards a message from another chat or the same one.
#[method(returns = Message, not_idempotent)]
pub struct ForwardMessage {
    /// Chat to send to: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
    /// Chat that the message is in: numeric identifier, or `@channelusername`.
    pub from_chat_id: ChatRef,
    /// Identifier of the message in the chat `from_chat_id`.
    pub message_id: MessageId,
    /// If true, sends the message silently.
    pub disable_notification: Option<bool>,
}

/// Sends a photo.
#[method(returns = Message, not_idempotent)]
pub struct SendPhoto {
    /// Chat to send to: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
    /// The photo: a `file_id` of any size (not of a document or thumbnail; all sizes of the photo
    /// are sent), an HTTP URL that the service downloads (up to 5 MB), or an upload.
    #[wire(upload_bytes = 10 * MB)]
    pub photo: InputFileOrString,
    /// Caption.
    #[wire(visible_chars = 0..=200)]
    pub caption: Option<String>,
    /// Markup of the caption: `Markdown` or `HTML`.
    pub parse_mode: Option<ParseMode>,
    /// If true, sends the message silently.
    pub disable_notification: Option<bool>,
    /// Identifier of the original message, if this one is a reply.
    pub reply_to_message_id: Option<MessageId>,
    /// Inline keyboard, reply keyboard, its removal, or a forced reply.
    pub reply_markup: Option<ReplyMarkup>,
}

/// Sends an audio file in mp3 format.
#[method(returns = Message, not_idempotent)]
pub struct SendAudio {
    /// Chat to send to: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
    /// The audio file, mp3: a `file_id` of any size, an HTTP URL that the service downloads (up to
    /// 20 MB; its MIME type must be right, for example `audio/mpeg`), or an upload.
    #[wire(upload_bytes = 50 * MB)]
    pub audio: InputFileOrString,
    /// Caption.
    #[wire(visible_chars = 0..=200)]
    pub caption: Option<String>,
    /// Markup of the caption: `Markdown` or `HTML`.
    pub parse_mode: Option<ParseMode>,
    /// Duration in seconds.
    pub duration: Option<i64>,
    /// Performer of the audio.
    pub performer: Option<String>,
    /// Title of the audio.
    pub title: Option<String>,
    /// If true, sends the message silently.
    pub disable_notification: Option<bool>,
    /// Identifier of the original message, if this one is a reply.
    pub reply_to_message_id: Option<MessageId>,
    /// Inline keyboard, reply keyboard, its removal, or a forced reply.
    pub reply_markup: Option<ReplyMarkup>,
}

/// Sends a file of any type.
#[method(returns = Message, not_idempotent)]
pub struct SendDocument {
    /// Chat to send to: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
    /// The file: a `file_id` of any size, an HTTP URL of a gif, pdf or zip file (up to 20 MB), or
    /// an upload. A document's `file_id` cannot be used with sendPhoto.
    #[wire(upload_bytes = 50 * MB)]
    pub document: InputFileOrString,
    /// Caption.
    #[wire(visible_chars = 0..=200)]
    pub caption: Option<String>,
    /// Markup of the caption: `Markdown` or `HTML`.
    pub parse_mode: Option<ParseMode>,
    /// If true, sends the message silently.
    pub disable_notification: Option<bool>,
    /// Identifier of the original message, if this one is a reply.
    pub reply_to_message_id: Option<MessageId>,
    /// Inline keyboard, reply keyboard, its removal, or a forced reply.
    pub reply_markup: Option<ReplyMarkup>,
}

/// Sends a video. Formats other than mp4 may be sent as a document.
#[method(returns = Message, not_idempotent)]
pub struct SendVideo {
    /// Chat to send to: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
    /// The video, mp4: a `file_id` of any size, an HTTP URL that the service downloads (up to 20
    /// MB), or an upload. A video's `file_id` cannot be used with sendPhoto.
    #[wire(upload_bytes = 50 * MB)]
    pub video: InputFileOrString,
    /// Duration in seconds.
    pub duration: Option<i64>,
    /// Width in pixels.
    pub width: Option<i64>,
    /// Height in pixels.
    pub height: Option<i64>,
    /// Caption.
    #[wire(visible_chars = 0..=200)]
    pub caption: Option<String>,
    /// Markup of the caption: `Markdown` or `HTML`.
    pub parse_mode: Option<ParseMode>,
    /// If true, the uploaded video is suitable for streaming.
    pub supports_streaming: Option<bool>,
    /// If true, sends the message silently.
    pub disable_notification: Option<bool>,
    /// Identifier of the original message, if this one is a reply.
    pub reply_to_message_id: Option<MessageId>,
    /// Inline keyboard, reply keyboard, its removal, or a forced reply.
    pub reply_markup: Option<ReplyMarkup>,
}

/// Sends a voice note. Formats other than .ogg with OPUS may be sent as audio or document.
#[method(returns = Message, not_idempotent)]
pub struct SendVoice {
    /// Chat to send to: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
    /// The voice note, OPUS in .ogg: a `file_id` of any size, an HTTP URL of type `audio/ogg` (up
    /// to 1 MB; 1-20 MB are sent as documents), or an upload.
    #[wire(upload_bytes = 50 * MB)]
    pub voice: InputFileOrString,
    /// Caption.
    #[wire(visible_chars = 0..=200)]
    pub caption: Option<String>,
    /// Markup of the caption: `Markdown` or `HTML`.
    pub parse_mode: Option<ParseMode>,
    /// Duration in seconds.
    pub duration: Option<i64>,
    /// If true, sends the message silently.
    pub disable_notification: Option<bool>,
    /// Identifier of the original message, if this one is a reply.
    pub reply_to_message_id: Option<MessageId>,
    /// Inline keyboard, reply keyboard, its removal, or a forced reply.
    pub reply_markup: Option<ReplyMarkup>,
}

/// Sends a video note.
#[method(returns = Message, not_idempotent)]
pub struct SendVideoNote {
    /// Chat to send to: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
    /// The video note: a `file_id` of any size, or an upload; a URL is unsupported.
    #[wire(upload_bytes = 50 * MB, format = NotUrl)]
    pub video_note: InputFileOrString,
    /// Duration in seconds.
    pub duration: Option<i64>,
    /// Width and height in pixels: the video is square.
    pub length: Option<i64>,
    /// If true, sends the message silently.
    pub disable_notification: Option<bool>,
    /// Identifier of the original message, if this one is a reply.
    pub reply_to_message_id: Option<MessageId>,
    /// Inline keyboard, reply keyboard, its removal, or a forced reply.
    pub reply_markup: Option<ReplyMarkup>,
}

/// Sends photos and videos as an album, and returns the messages that were sent.
#[method(returns = Vec<Message>, not_idempotent)]
pub struct SendMediaGroup {
    /// Chat to send to: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
    /// Photos and videos of the album.
    #[wire(items = 2..=10)]
    pub media: Vec<InputMedia>,
    /// If true, sends the message silently.
    pub disable_notification: Option<bool>,
    /// Identifier of the original message, if this one is a reply.
    pub reply_to_message_id: Option<MessageId>,
}

/// Sends a point on the map. If it is live, `editMessageLiveLocation` moves it until it expires.
#[method(returns = Message, not_idempotent)]
pub struct SendLocation {
    /// Chat to send to: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
    /// Latitude in degrees.
    pub latitude: f64,
    /// Longitude in degrees.
    pub longitude: f64,
    /// Seconds for which the location is live and can be edited.
    #[wire(range = 60..=86_400)]
    pub live_period: Option<i64>,
    /// If true, sends the message silently.
    pub disable_notification: Option<bool>,
    /// Identifier of the original message, if this one is a reply.
    pub reply_to_message_id: Option<MessageId>,
    /// Inline keyboard, reply keyboard, its removal, or a forced reply.
    pub reply_markup: Option<ReplyMarkup>,
}

/// Sends a venue: a location with a name and an address.
#[method(returns = Message, not_idempotent)]
pub struct SendVenue {
    /// Chat to send to: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
    /// Latitude in degrees.
    pub latitude: f64,
    /// Longitude in degrees.
    pub longitude: f64,
    /// Name of the venue.
    pub title: String,
    /// Address of the venue.
    pub address: String,
    /// Identifier of the venue in the venue database.
    pub venuedb_id: Option<String>,
    /// If true, sends the message silently.
    pub disable_notification: Option<bool>,
    /// Identifier of the original message, if this one is a reply.
    pub reply_to_message_id: Option<MessageId>,
    /// Inline keyboard, reply keyboard, its removal, or a forced reply.
    pub reply_markup: Option<ReplyMarkup>,
}

/// Sends a contact with a phone number.
#[method(returns = Message, not_idempotent)]
pub struct SendContact {
    /// Chat to send to: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
    /// Phone number of the contact.
    pub phone_number: String,
    /// First name of the contact.
    pub first_name: String,
    /// Last name of the contact.
    pub last_name: Option<String>,
    /// If true, sends the message silently.
    pub disable_notification: Option<bool>,
    /// Identifier of the original message, if this one is a reply.
    pub reply_to_message_id: Option<MessageId>,
    /// Inline keyboard, reply keyboard, its removal, or a forced reply.
    pub reply_markup: Option<ReplyMarkup>,
}

/// Shows users what the bot is doing, for 5 seconds or until the bot sends a message.
#[method(returns = True)]
pub struct SendChatAction {
    /// Chat to show it in: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
    /// The action to show, such as `typing`.
    pub action: ChatAction,
}
