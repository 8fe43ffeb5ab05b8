//! The file store: what is on the service, and identifiers that are bound to one bot and one type.
//!
//! A `file_id` holds the number of the file and a mark that only the same bot's identifier of the
//! same file has, so another bot's is refused.

use std::sync::Arc;

use super::answer::Refusal;
use super::clock::{HOUR, Time};
use super::map::Map;
use super::names::Names;
use super::parameters::Parameters;
use super::random::Random;
use super::service::Service;
use super::stored::{is_marked_json, stored, stored_enum};
use crate::wire::MB;

/// The type of a file, which never changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FileKind {
    Photo,
    Thumb,
    Audio,
    Document,
    Video,
    Voice,
    VideoNote,
    Sticker,
    ChatPhoto,
}
stored_enum!(FileKind { Photo, Thumb, Audio, Document, Video, Voice, VideoNote, Sticker, ChatPhoto });

/// A file on the service.
#[derive(Debug, Clone)]
pub(super) struct Stored {
    pub kind: FileKind,
    pub bytes: Arc<[u8]>,
    pub name: String,
    pub media_type: String,
    /// What messages show for it as JSON text; of a photo all sizes.
    pub shown: Box<str>,
}

/// Content that is not on the service yet.
#[derive(Debug, Clone)]
pub(super) struct Content {
    pub bytes: Arc<[u8]>,
    pub name: String,
    pub media_type: String,
    pub by_url: bool,
    /// Nobody hosts the URL, so the content stands in for what would be there.
    pub is_made_up: bool,
}

/// Where a file of a call comes from.
pub(super) enum Source {
    /// It is on the service under that number.
    Known(u64),
    New(Content),
}

/// All files, and the links to download them.
#[derive(Debug, Clone, Default)]
pub(super) struct Files {
    last: u64,
    all: Map<u64, Stored>,
    /// Which file the path of a bot is, and until when it is valid.
    links: Names<(u64, Time)>,
    /// Content that is hosted under a URL: its type and bytes; empty type for one that fails.
    hosted: Names<(String, Arc<[u8]>)>,
}
stored! {
    Stored { kind, bytes, name, media_type, shown } => is_shown
    Files { last, all, links, hosted }
}

/// How long a link is valid, at least, by the specification.
const LINK: i64 = HOUR;
/// Largest download.
const DOWNLOAD: usize = 20 * MB as usize;
/// Marks a file in stored JSON text. JSON escapes control characters, so no text can forge it.
pub(super) const MARK: char = '\u{1}';

impl Stored {
    fn is_shown(&self) -> bool {
        is_marked_json(&self.shown)
    }
}

impl Files {
    pub fn get(&self, number: u64) -> Option<&Stored> {
        self.all.get(&number)
    }

    pub fn get_mut(&mut self, number: u64) -> Option<&mut Stored> {
        self.all.get_mut(&number)
    }

    /// The number of the next file that is added.
    pub fn next(&self) -> u64 {
        self.last + 1
    }

    pub fn add(&mut self, file: Stored) -> u64 {
        self.last += 1;
        self.all.insert(self.last, file);
        self.last
    }

    pub fn hosted(&self, url: &str) -> Option<&(String, Arc<[u8]>)> {
        self.hosted.get(url)
    }

    pub fn host(&mut self, url: String, media_type: String, bytes: Arc<[u8]>) {
        self.hosted.insert(url, (media_type, bytes));
    }
}

/// What stands for a file in stored JSON text, as a JSON string.
pub(super) fn mark(number: u64) -> String {
    let mark = MARK.to_string();
    ["\"", &mark, &number.to_string(), &mark, "\""].concat()
}

/// The number of the first file in stored JSON text: of a photo the smallest size.
pub(super) fn first_marked(shown: &str) -> Option<u64> {
    shown.split(MARK).nth(1)?.parse().ok()
}

impl Service {
    /// The text with the identifiers that the files have for a bot.
    pub(super) fn identified(&self, text: &str, bot: i64) -> String {
        let mut shown = String::with_capacity(text.len() + 32);
        for (index, part) in text.split(MARK).enumerate() {
            match part.parse().ok().filter(|_| index % 2 == 1) {
                Some(number) => shown.push_str(&self.file_id(bot, number)),
                None => shown.push_str(part),
            }
        }
        shown
    }

    /// The identifier of a file for a bot.
    pub(super) fn file_id(&self, bot: i64, number: u64) -> String {
        let salt = bot.unsigned_abs().rotate_left(32) ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mark = Random::new(self.options.seed ^ salt).letters(24);
        let kind = self.files.get(number).map_or(0, |file| file.kind as u8);
        [char::from(b'A' + kind).to_string().as_str(), &number.to_string(), "-", &mark].concat()
    }

    /// The number of the file that the bot's identifier means.
    pub(super) fn file_number(&self, bot: i64, id: &str) -> Result<u64, Refusal> {
        let number = id.get(1..).and_then(|rest| rest.split_once('-')?.0.parse().ok());
        number
            .filter(|number| self.files.get(*number).is_some() && self.file_id(bot, *number) == id)
            .ok_or_else(|| Refusal::bad_request("wrong file identifier/HTTP URL specified"))
    }

    /// Where the file in a parameter comes from: an upload, a URL, or an identifier of that type.
    pub(super) fn source(
        &self,
        bot: i64,
        parameters: &Parameters,
        text: &str,
        kind: FileKind,
    ) -> Result<Source, Refusal> {
        if let Some(upload) = parameters.uploaded(text) {
            let (name, media_type) = (upload.file_name.clone(), typed(&upload.media_type, &upload.file_name));
            let bytes = upload.bytes.as_slice().into();
            if upload.bytes.is_empty() {
                return Err(Refusal::bad_request("file must be non-empty"));
            }
            return Ok(Source::New(Content { bytes, name, media_type, by_url: false, is_made_up: false }));
        }
        if text.starts_with("http://") || text.starts_with("https://") {
            return self.fetched(text, kind).map(Source::New);
        }
        let number = self.file_number(bot, text)?;
        match self.files.get(number).map(|file| file.kind) {
            Some(found) if found == kind => Ok(Source::Known(number)),
            Some(FileKind::Thumb | FileKind::ChatPhoto) => Err(Refusal::bad_request("file can only be downloaded")),
            _ => Err(Refusal::bad_request("type of file mismatch")),
        }
    }

    /// The File of an identifier, with a link that is valid for an hour.
    pub(super) fn link(&mut self, now: Time, bot: i64, id: &str) -> Result<(u64, usize, String), Refusal> {
        let number = self.file_number(bot, id)?;
        let file = self.files.get(number).ok_or_else(|| Refusal::bad_request("file not found"))?;
        let size = file.bytes.len();
        if size > DOWNLOAD {
            return Err(Refusal::bad_request("file is too big"));
        }
        let ending = file.name.rsplit_once('.').map_or("", |(_, ending)| ending);
        let safe = !ending.is_empty() && ending.len() < 9 && ending.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let ending = if safe { [".", ending].concat() } else { String::new() };
        let path = [folder(file.kind), "/file_", &number.to_string(), &ending].concat();
        self.files.links.insert(link_of(bot, &path), (number, now.after(LINK)));
        Ok((number, size, path))
    }

    /// The file behind a link that is still valid.
    pub(super) fn download(&self, now: Time, bot: i64, path: &str) -> Option<&Stored> {
        let (number, until) = self.files.links.get(&link_of(bot, path))?;
        self.files.get(*number).filter(|_| now <= *until)
    }

    /// A file as users see it, by the identifier that it has for a bot: name, MIME type, content.
    /// No call is made, so no fault strikes it, and no size is too big.
    ///
    /// # Errors
    /// When the bot has no such file.
    pub fn file(&self, bot: i64, id: &str) -> Result<(&str, &str, &[u8]), Refusal> {
        let file = self.files.get(self.file_number(bot, id)?);
        let file = file.ok_or_else(|| Refusal::bad_request("file not found"))?;
        Ok((&file.name, &file.media_type, &file.bytes))
    }
}

fn link_of(bot: i64, path: &str) -> String {
    [&bot.to_string(), "/", path].concat()
}

fn folder(kind: FileKind) -> &'static str {
    match kind {
        FileKind::Photo => "photos",
        FileKind::Thumb => "thumbnails",
        FileKind::Audio => "music",
        FileKind::Document => "documents",
        FileKind::Video => "videos",
        FileKind::Voice => "voice",
        FileKind::VideoNote => "video_notes",
        FileKind::Sticker => "stickers",
        FileKind::ChatPhoto => "profile_photos",
    }
}

/// The type that files of a kind usually have.
pub(super) fn usual(kind: FileKind) -> &'static str {
    match kind {
        FileKind::Photo | FileKind::Thumb | FileKind::ChatPhoto => "image/jpeg",
        FileKind::Audio => "audio/mpeg",
        FileKind::Document => "application/pdf",
        FileKind::Video | FileKind::VideoNote => "video/mp4",
        FileKind::Voice => "audio/ogg",
        FileKind::Sticker => "image/webp",
    }
}

/// The MIME type that the sender gave, or else the one that the name says.
pub(super) fn typed(media_type: &str, name: &str) -> String {
    if media_type.is_empty() || media_type == "application/octet-stream" {
        return by_ending(name).unwrap_or("application/octet-stream").to_owned();
    }
    media_type.to_owned()
}

pub(super) fn by_ending(name: &str) -> Option<&'static str> {
    let (_, ending) = name.rsplit_once('.')?;
    let known = [
        ("jpg", "image/jpeg"),
        ("jpeg", "image/jpeg"),
        ("png", "image/png"),
        ("gif", "image/gif"),
        ("webp", "image/webp"),
        ("mp3", "audio/mpeg"),
        ("m4a", "audio/mp4"),
        ("ogg", "audio/ogg"),
        ("oga", "audio/ogg"),
        ("mp4", "video/mp4"),
        ("pdf", "application/pdf"),
        ("zip", "application/zip"),
        ("txt", "text/plain"),
        ("html", "text/html"),
        ("json", "application/json"),
    ];
    known.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(ending)).map(|(_, media_type)| media_type)
}
