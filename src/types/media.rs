//! Files on the service: photos, audio, documents, videos, voice and video notes.

use botwire_macros::object;

use super::FileId;

/// One size of a photo or of a thumbnail.
#[object]
#[derive(Eq)]
pub struct PhotoSize {
    /// Identifier of the file, for this bot only.
    pub file_id: FileId,
    /// Width in pixels.
    pub width: i64,
    /// Height in pixels.
    pub height: i64,
    /// Size of the file in bytes.
    pub file_size: Option<i64>,
}

/// An audio file.
#[object]
#[derive(Eq)]
pub struct Audio {
    /// Identifier of the file, for this bot only.
    pub file_id: FileId,
    /// Duration in seconds.
    pub duration: i64,
    /// Performer of the audio.
    pub performer: Option<String>,
    /// Title of the audio.
    pub title: Option<String>,
    /// MIME type of the file.
    pub mime_type: Option<String>,
    /// Size of the file in bytes.
    pub file_size: Option<i64>,
}

/// A general file.
#[object]
#[derive(Eq)]
pub struct Document {
    /// Identifier of the file, for this bot only.
    pub file_id: FileId,
    /// Thumbnail.
    pub thumb: Option<Box<PhotoSize>>,
    /// Original name of the file.
    pub file_name: Option<String>,
    /// MIME type of the file.
    pub mime_type: Option<String>,
    /// Size of the file in bytes.
    pub file_size: Option<i64>,
}

/// A video file.
#[object]
#[derive(Eq)]
pub struct Video {
    /// Identifier of the file, for this bot only.
    pub file_id: FileId,
    /// Width in pixels.
    pub width: i64,
    /// Height in pixels.
    pub height: i64,
    /// Duration in seconds.
    pub duration: i64,
    /// Thumbnail.
    pub thumb: Option<Box<PhotoSize>>,
    /// MIME type of the file.
    pub mime_type: Option<String>,
    /// Size of the file in bytes.
    pub file_size: Option<i64>,
}

/// A voice note.
#[object]
#[derive(Eq)]
pub struct Voice {
    /// Identifier of the file, for this bot only.
    pub file_id: FileId,
    /// Duration in seconds.
    pub duration: i64,
    /// MIME type of the file.
    pub mime_type: Option<String>,
    /// Size of the file in bytes.
    pub file_size: Option<i64>,
}

/// A video note.
#[object]
#[derive(Eq)]
pub struct VideoNote {
    /// Identifier of the file, for this bot only.
    pub file_id: FileId,
    /// Width and height in pixels: the video is square.
    pub length: i64,
    /// Duration in seconds.
    pub duration: i64,
    /// Thumbnail.
    pub thumb: Option<Box<PhotoSize>>,
    /// Size of the file in bytes.
    pub file_size: Option<i64>,
}

/// A file that is ready to be downloaded.
///
/// It is downloaded at `{base_url}/file/bot<token>/<file_path>`. The link is valid for at least
/// 1 hour; calling `getFile` again gives a new one. At most 20 MB can be downloaded. The original
/// name and MIME type are not guaranteed to be preserved: save them when the file is received.
#[object]
#[derive(Eq)]
pub struct File {
    /// Identifier of the file, for this bot only.
    pub file_id: FileId,
    /// Size of the file in bytes.
    pub file_size: Option<i64>,
    /// Path of the file, the last part of its download URL.
    pub file_path: Option<String>,
}
