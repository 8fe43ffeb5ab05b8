//! The photos and videos that `sendMediaGroup` sends as an album.

use botwire_macros::{object, union};

use super::{InputFileOrString, ParseMode};
use crate::wire::MB;

/// A photo or video of an album, distinguished by `type`.
#[union]
pub enum InputMedia {
    /// Photo.
    Photo(InputMediaPhoto),
    /// Video.
    Video(InputMediaVideo),
}

/// A photo of an album.
#[object(type = "photo")]
pub struct InputMediaPhoto {
    /// The photo: a `file_id` of a file on the service, an HTTP URL that the service downloads (up
    /// to 5 MB), or a file that is uploaded (up to 10 MB); `attach://<file_attach_name>` names a
    /// part of the multipart upload.
    #[wire(attach, upload_bytes = 10 * MB)]
    pub media: InputFileOrString,
    /// Caption.
    #[wire(visible_chars = 0..=200)]
    pub caption: Option<String>,
    /// Markup of the caption: `Markdown` or `HTML`.
    pub parse_mode: Option<ParseMode>,
}

/// A video of an album.
#[object(type = "video")]
pub struct InputMediaVideo {
    /// The video: a `file_id` of a file on the service, an HTTP URL that the service downloads (up
    /// to 20 MB), or a file that is uploaded (up to 50 MB); `attach://<file_attach_name>` names a
    /// part of the multipart upload.
    #[wire(attach, upload_bytes = 50 * MB)]
    pub media: InputFileOrString,
    /// Caption.
    #[wire(visible_chars = 0..=200)]
    pub caption: Option<String>,
    /// Markup of the caption: `Markdown` or `HTML`.
    pub parse_mode: Option<ParseMode>,
    /// Width in pixels.
    pub width: Option<i64>,
    /// Height in pixels.
    pub height: Option<i64>,
    /// Duration in seconds.
    pub duration: Option<i64>,
    /// True if the uploaded video is suitable for streaming.
    pub supports_streaming: Option<bool>,
}
