//! Inline results whose media is at a URL.

use botwire_macros::{enumeration, object};

use super::{InlineKeyboardMarkup, InlineQueryResultId, InputMessageContent, ParseMode};

/// A link to a photo.
///
/// By default the photo is sent on behalf of the user, with an optional caption; `input_message_content` replaces it
/// with a message with that content.
#[object(type = "photo")]
pub struct InlineQueryResultPhoto {
    /// Unique identifier of the result.
    #[wire(bytes = 1..=64)]
    pub id: InlineQueryResultId,
    /// URL of the photo, jpeg of at most 5 MB.
    pub photo_url: String,
    /// URL of the thumbnail of the photo.
    pub thumb_url: String,
    /// Width of the photo in pixels.
    pub photo_width: Option<i64>,
    /// Height of the photo in pixels.
    pub photo_height: Option<i64>,
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

/// A link to an animated GIF file.
///
/// By default the animation is sent on behalf of the user, with an optional caption; `input_message_content` replaces
/// it with a message with that content.
#[object(type = "gif")]
pub struct InlineQueryResultGif {
    /// Unique identifier of the result.
    #[wire(bytes = 1..=64)]
    pub id: InlineQueryResultId,
    /// URL of the GIF file, at most 1 MB.
    pub gif_url: String,
    /// URL of the static thumbnail of the result, jpeg or gif.
    pub thumb_url: String,
    /// Width of the animation in pixels.
    pub gif_width: Option<i64>,
    /// Height of the animation in pixels.
    pub gif_height: Option<i64>,
    /// Duration of the animation in seconds.
    pub gif_duration: Option<i64>,
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

/// A link to a video animation: H.264/MPEG-4 AVC video without sound.
///
/// By default the animation is sent on behalf of the user, with an optional caption; `input_message_content` replaces
/// it with a message with that content.
#[object(type = "mpeg4_gif")]
pub struct InlineQueryResultMpeg4Gif {
    /// Unique identifier of the result.
    #[wire(bytes = 1..=64)]
    pub id: InlineQueryResultId,
    /// URL of the MP4 file, at most 1 MB: H.264/MPEG-4 AVC video without sound.
    pub mpeg4_url: String,
    /// URL of the thumbnail of the result, jpeg or gif.
    pub thumb_url: String,
    /// Width of the animation in pixels.
    pub mpeg4_width: Option<i64>,
    /// Height of the animation in pixels.
    pub mpeg4_height: Option<i64>,
    /// Duration of the animation in seconds.
    pub mpeg4_duration: Option<i64>,
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

/// A link to a video file or to a page with an embedded video player.
///
/// By default the video is sent on behalf of the user, with an optional caption; `input_message_content` replaces it
/// with a message with that content. It must do so when `video_url` is an HTML page.
#[object(type = "video")]
#[rule(required_when(input_message_content, mime_type = "text/html"))]
#[constructor(mp4: mime_type = VideoMimeType::VideoMp4)]
#[constructor(page: mime_type = VideoMimeType::TextHtml, input_message_content)]
pub struct InlineQueryResultVideo {
    /// Unique identifier of the result.
    #[wire(bytes = 1..=64)]
    pub id: InlineQueryResultId,
    /// URL of the video file or of the page with the embedded player.
    pub video_url: String,
    /// MIME type of the content at `video_url`: `text/html` or `video/mp4`.
    pub mime_type: VideoMimeType,
    /// URL of the thumbnail of the video, jpeg only.
    pub thumb_url: String,
    /// Title of the result.
    pub title: String,
    /// Caption of the video that is sent.
    #[wire(visible_chars = 0..=200)]
    pub caption: Option<String>,
    /// Markup of the caption: `Markdown` or `HTML`.
    pub parse_mode: Option<ParseMode>,
    /// Width of the video in pixels.
    pub video_width: Option<i64>,
    /// Height of the video in pixels.
    pub video_height: Option<i64>,
    /// Duration of the video in seconds.
    pub video_duration: Option<i64>,
    /// Short description of the result.
    pub description: Option<String>,
    /// Inline keyboard of the message that is sent.
    pub reply_markup: Option<InlineKeyboardMarkup>,
    /// Content of the message that is sent instead of the video. Required when `video_url` is an
    /// HTML page, that is, an embedded player (`mime_type` is `text/html`).
    pub input_message_content: Option<InputMessageContent>,
}

/// The type of the content behind the URL of a video result.
#[enumeration]
pub enum VideoMimeType {
    /// HTML page with an embedded video player.
    #[wire(rename = "text/html")]
    TextHtml,
    /// MP4 file.
    #[wire(rename = "video/mp4")]
    VideoMp4,
}

/// A link to an mp3 audio file.
///
/// By default the audio is sent on behalf of the user, with an optional caption; `input_message_content` replaces it
/// with a message with that content.
///
/// Clients released before 2016-04-09 ignore such results.
#[object(type = "audio")]
pub struct InlineQueryResultAudio {
    /// Unique identifier of the result.
    #[wire(bytes = 1..=64)]
    pub id: InlineQueryResultId,
    /// URL of the audio file, mp3.
    pub audio_url: String,
    /// Title of the result.
    pub title: String,
    /// Caption of the audio that is sent.
    #[wire(visible_chars = 0..=200)]
    pub caption: Option<String>,
    /// Markup of the caption: `Markdown` or `HTML`.
    pub parse_mode: Option<ParseMode>,
    /// Performer of the audio.
    pub performer: Option<String>,
    /// Duration of the audio in seconds.
    pub audio_duration: Option<i64>,
    /// Inline keyboard of the message that is sent.
    pub reply_markup: Option<InlineKeyboardMarkup>,
    /// Content of the message that is sent instead of the audio.
    pub input_message_content: Option<InputMessageContent>,
}

/// A link to a voice note in an .ogg container, encoded with OPUS.
///
/// By default the voice note is sent on behalf of the user, with an optional caption; `input_message_content` replaces
/// it with a message with that content.
///
/// Clients released before 2016-04-09 ignore such results.
#[object(type = "voice")]
pub struct InlineQueryResultVoice {
    /// Unique identifier of the result.
    #[wire(bytes = 1..=64)]
    pub id: InlineQueryResultId,
    /// URL of the voice note, .ogg encoded with OPUS.
    pub voice_url: String,
    /// Title of the result.
    pub title: String,
    /// Caption of the voice note that is sent.
    #[wire(visible_chars = 0..=200)]
    pub caption: Option<String>,
    /// Markup of the caption: `Markdown` or `HTML`.
    pub parse_mode: Option<ParseMode>,
    /// Duration of the voice note in seconds.
    pub voice_duration: Option<i64>,
    /// Inline keyboard of the message that is sent.
    pub reply_markup: Option<InlineKeyboardMarkup>,
    /// Content of the message that is sent instead of the voice note.
    pub input_message_content: Option<InputMessageContent>,
}

/// A link to a file. Only PDF and ZIP files can be sent this way.
///
/// By default the file is sent on behalf of the user, with an optional caption; `input_message_content` replaces it
/// with a message with that content.
///
/// Clients released before 2016-04-09 ignore such results.
#[object(type = "document")]
pub struct InlineQueryResultDocument {
    /// Unique identifier of the result.
    #[wire(bytes = 1..=64)]
    pub id: InlineQueryResultId,
    /// Title of the result.
    pub title: String,
    /// URL of the file.
    pub document_url: String,
    /// MIME type of the file: `application/pdf` or `application/zip`.
    pub mime_type: DocumentMimeType,
    /// Caption of the file that is sent.
    #[wire(visible_chars = 0..=200)]
    pub caption: Option<String>,
    /// Markup of the caption: `Markdown` or `HTML`.
    pub parse_mode: Option<ParseMode>,
    /// Short description of the result.
    pub description: Option<String>,
    /// Inline keyboard of the message that is sent.
    pub reply_markup: Option<InlineKeyboardMarkup>,
    /// Content of the message that is sent instead of the file.
    pub input_message_content: Option<InputMessageContent>,
    /// URL of the thumbnail of the result, jpeg only.
    pub thumb_url: Option<String>,
    /// Width of the thumbnail in pixels.
    pub thumb_width: Option<i64>,
    /// Height of the thumbnail in pixels.
    pub thumb_height: Option<i64>,
}

/// The type of a file behind the URL of a document result.
#[enumeration]
pub enum DocumentMimeType {
    /// PDF file.
    #[wire(rename = "application/pdf")]
    Pdf,
    /// ZIP archive.
    #[wire(rename = "application/zip")]
    Zip,
}
