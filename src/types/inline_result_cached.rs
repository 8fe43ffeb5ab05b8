//! Inline results whose media is stored on the service.

use botwire_macros::object;

use super::{FileId, InlineKeyboardMarkup, InlineQueryResultId, InputMessageContent, ParseMode};

/// A photo that is stored on the service.
///
/// By default the photo is sent on behalf of the user, with an optional caption; `input_message_content` replaces it
/// with a message with that content.
#[object(type = "photo")]
pub struct InlineQueryResultCachedPhoto {
    /// Unique identifier of the result.
    #[wire(bytes = 1..=64)]
    pub id: InlineQueryResultId,
    /// File identifier of the photo, for this bot only.
    pub photo_file_id: FileId,
    /// Title of the result.
    pub title: Option<String>,
    /// Short description of the result.
    pub description: Option<String>,
    /// Caption of the photo that is sent.
    #[wire(visible_chars = 0..=200)]
    pub caption: Option<String>,
    /// Markup of the caption: `Markdown` or `HTML`.
    pub parse_mode: Option<ParseMode>,
    /// Inline keyboard of the message that is sent.
    pub reply_markup: Option<InlineKeyboardMarkup>,
    /// Content of the message that is sent instead of the photo.
    pub input_message_content: Option<InputMessageContent>,
}

/// An animated GIF file that is stored on the service.
///
/// By default the animation is sent on behalf of the user, with an optional caption; `input_message_content` replaces
/// it with a message with that content.
#[object(type = "gif")]
pub struct InlineQueryResultCachedGif {
    /// Unique identifier of the result.
    #[wire(bytes = 1..=64)]
    pub id: InlineQueryResultId,
    /// File identifier of the GIF file, for this bot only.
    pub gif_file_id: FileId,
    /// Title of the result.
    pub title: Option<String>,
    /// Caption of the animation that is sent.
    #[wire(visible_chars = 0..=200)]
    pub caption: Option<String>,
    /// Markup of the caption: `Markdown` or `HTML`.
    pub parse_mode: Option<ParseMode>,
    /// Inline keyboard of the message that is sent.
    pub reply_markup: Option<InlineKeyboardMarkup>,
    /// Content of the message that is sent instead of the animation.
    pub input_message_content: Option<InputMessageContent>,
}

/// A video animation that is stored on the service.
///
/// By default the animation is sent on behalf of the user, with an optional caption; `input_message_content` replaces
/// it with a message with that content.
#[object(type = "mpeg4_gif")]
pub struct InlineQueryResultCachedMpeg4Gif {
    /// Unique identifier of the result.
    #[wire(bytes = 1..=64)]
    pub id: InlineQueryResultId,
    /// File identifier of the MP4 file, for this bot only.
    pub mpeg4_file_id: FileId,
    /// Title of the result.
    pub title: Option<String>,
    /// Caption of the animation that is sent.
    #[wire(visible_chars = 0..=200)]
    pub caption: Option<String>,
    /// Markup of the caption: `Markdown` or `HTML`.
    pub parse_mode: Option<ParseMode>,
    /// Inline keyboard of the message that is sent.
    pub reply_markup: Option<InlineKeyboardMarkup>,
    /// Content of the message that is sent instead of the animation.
    pub input_message_content: Option<InputMessageContent>,
}

/// A sticker that is stored on the service.
///
/// By default the sticker is sent on behalf of the user; `input_message_content` replaces it with a message with that
/// content.
///
/// Clients released before 2016-04-09 ignore such results.
#[object(type = "sticker")]
pub struct InlineQueryResultCachedSticker {
    /// Unique identifier of the result.
    #[wire(bytes = 1..=64)]
    pub id: InlineQueryResultId,
    /// File identifier of the sticker, for this bot only.
    pub sticker_file_id: FileId,
    /// Inline keyboard of the message that is sent.
    pub reply_markup: Option<InlineKeyboardMarkup>,
    /// Content of the message that is sent instead of the sticker.
    pub input_message_content: Option<InputMessageContent>,
}

/// A file that is stored on the service. Only PDF and ZIP files can be sent this way.
///
/// By default the file is sent on behalf of the user, with an optional caption; `input_message_content` replaces it
/// with a message with that content.
///
/// Clients released before 2016-04-09 ignore such results.
#[object(type = "document")]
pub struct InlineQueryResultCachedDocument {
    /// Unique identifier of the result.
    #[wire(bytes = 1..=64)]
    pub id: InlineQueryResultId,
    /// Title of the result.
    pub title: String,
    /// File identifier of the file, for this bot only.
    pub document_file_id: FileId,
    /// Short description of the result.
    pub description: Option<String>,
    /// Caption of the file that is sent.
    #[wire(visible_chars = 0..=200)]
    pub caption: Option<String>,
    /// Markup of the caption: `Markdown` or `HTML`.
    pub parse_mode: Option<ParseMode>,
    /// Inline keyboard of the message that is sent.
    pub reply_markup: Option<InlineKeyboardMarkup>,
    /// Content of the message that is sent instead of the file.
    pub input_message_content: Option<InputMessageContent>,
}

/// A video that is stored on the service.
///
/// By default the video is sent on behalf of the user, with an optional caption; `input_message_content` replaces it
/// with a message with that content.
#[object(type = "video")]
pub struct InlineQueryResultCachedVideo {
    /// Unique identifier of the result.
    #[wire(bytes = 1..=64)]
    pub id: InlineQueryResultId,
    /// File identifier of the video, for this bot only.
    pub video_file_id: FileId,
    /// Title of the result.
    pub title: String,
    /// Short description of the result.
    pub description: Option<String>,
    /// Caption of the video that is sent.
    #[wire(visible_chars = 0..=200)]
    pub caption: Option<String>,
    /// Markup of the caption: `Markdown` or `HTML`.
    pub parse_mode: Option<ParseMode>,
    /// Inline keyboard of the message that is sent.
    pub reply_markup: Option<InlineKeyboardMarkup>,
    /// Content of the message that is sent instead of the video.
    pub input_message_content: Option<InputMessageContent>,
}

/// A voice note that is stored on the service.
///
/// By default the voice note is sent on behalf of the user, with an optional caption; `input_message_content` replaces
/// it with a message with that content.
///
/// Clients released before 2016-04-09 ignore such results.
#[object(type = "voice")]
pub struct InlineQueryResultCachedVoice {
    /// Unique identifier of the result.
    #[wire(bytes = 1..=64)]
    pub id: InlineQueryResultId,
    /// File identifier of the voice note, for this bot only.
    pub voice_file_id: FileId,
    /// Title of the result.
    pub title: String,
    /// Caption of the voice note that is sent.
    #[wire(visible_chars = 0..=200)]
    pub caption: Option<String>,
    /// Markup of the caption: `Markdown` or `HTML`.
    pub parse_mode: Option<ParseMode>,
    /// Inline keyboard of the message that is sent.
    pub reply_markup: Option<InlineKeyboardMarkup>,
    /// Content of the message that is sent instead of the voice note.
    pub input_message_content: Option<InputMessageContent>,
}

/// An audio file that is stored on the service.
///
/// By default the audio is sent on behalf of the user, with an optional caption; `input_message_content` replaces it
/// with a message with that content.
///
/// Clients released before 2016-04-09 ignore such results.
#[object(type = "audio")]
pub struct InlineQueryResultCachedAudio {
    /// Unique identifier of the result.
    #[wire(bytes = 1..=64)]
    pub id: InlineQueryResultId,
    /// File identifier of the audio file, for this bot only.
    pub audio_file_id: FileId,
    /// Caption of the audio that is sent.
    #[wire(visible_chars = 0..=200)]
    pub caption: Option<String>,
    /// Markup of the caption: `Markdown` or `HTML`.
    pub parse_mode: Option<ParseMode>,
    /// Inline keyboard of the message that is sent.
    pub reply_markup: Option<InlineKeyboardMarkup>,
    /// Content of the message that is sent instead of the audio.
    pub input_message_content: Option<InputMessageContent>,
}
