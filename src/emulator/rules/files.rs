//! The file store: sources of files, identifiers that are bound to one bot and one type, and links.
//!
//! The emulator opens no connection. A URL returns the file that [`Service::host`] set, or that the function of
//! [`Service::host_with`] finds, or else a small sample file. Its type follows from the ending of the URL. Without an
//! ending, or with that of a program such as `.php`, it has the type that the method wants. With any other ending, no
//! method accepts its type.
//!
//! A `file_id` consists of the number of the file and a signature for this bot and file.

use std::sync::Arc;

use crate::emulator::http::essence;
use crate::emulator::prelude::*;
use crate::emulator::random::Random;
use crate::emulator::rules::{Recording, is_web_url};
use crate::types::input_file::Content as Upload;
use crate::wire::MB;

/// Content that is not on the service yet.
#[derive(Debug, Clone)]
pub(crate) struct NewFile {
    pub bytes: Arc<[u8]>,
    pub name: String,
    pub media_type: String,
    pub by_url: bool,
    /// True for the sample file of a URL that nothing hosts.
    pub is_made_up: bool,
}

/// The source of a file in a call: the number of a stored file, or new content.
pub(crate) enum Source {
    Known(u64),
    New(NewFile),
}

impl NewFile {
    pub fn uploaded(file: &InputFile) -> Result<Self, Refusal> {
        #[allow(irrefutable_let_patterns)] // the only variant natively
        let Upload::Bytes(bytes) = &file.content else { return Err(Refusal::bad_request("file must be in memory")) };
        refuse_if(bytes.is_empty(), "file must be non-empty")?;
        let name = file.name.clone().unwrap_or_default();
        let media_type = typed(file.mime_type.as_deref().unwrap_or_default(), &name);
        Ok(Self::of(bytes.clone(), name, media_type))
    }

    /// Replaces the type by that of the content, if it is known. A document keeps a type that the sender names.
    fn recognize(&mut self, kind: FileKind) {
        let is_named = kind == FileKind::Document && essence(&self.media_type) != UNKNOWN;
        if let Some(recording) = Recording::read(&self.bytes).filter(|_| !is_named) {
            recording.media_type.clone_into(&mut self.media_type);
        }
    }

    pub fn of(bytes: Arc<[u8]>, name: String, media_type: String) -> Self {
        Self { bytes, name, media_type, by_url: false, is_made_up: false }
    }
}

impl Service {
    pub(crate) fn file_id(&self, bot: i64, number: u64) -> String {
        let salt = bot.unsigned_abs().rotate_left(32) ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mark = Random::new(self.state.seed ^ salt).letters(24);
        let kind = self.state.files.all.get(&number).map_or(0, |file| file.kind as u8);
        [char::from(b'A' + kind).to_string().as_str(), &number.to_string(), "-", &mark].concat()
    }

    pub(crate) fn file_number(&self, bot: i64, id: &str) -> Result<u64> {
        let number = id.get(1..).and_then(|rest| rest.split_once('-')?.0.parse().ok());
        let is_meant = |number: &u64| self.state.files.all.get(number).is_some() && self.file_id(bot, *number) == id;
        number.filter(is_meant).or_refuse("wrong file identifier/HTTP URL specified")
    }

    /// Resolves the file in a parameter: an upload, a URL, or an identifier of this kind.
    pub(crate) fn source(&self, bot: i64, file: &InputFileOrString, kind: FileKind) -> Result<Source> {
        match file {
            InputFileOrString::Upload(file) => {
                let mut file = NewFile::uploaded(file)?;
                file.recognize(kind);
                Ok(Source::New(file))
            }
            InputFileOrString::Reference(url) if is_web_url(url) => self.fetched(url, kind, None).map(Source::New),
            InputFileOrString::Reference(id) => self.known(bot, id, kind).map(Source::Known),
        }
    }

    /// Sets the content of a URL that bots can send. Without a type, the URL fails.
    pub fn host(&mut self, url: impl Into<String>, media_type: &str, bytes: &[u8]) {
        let file = Hosted { media_type: media_type.to_owned(), bytes: bytes.into() };
        self.state.files.hosted.insert(url.into(), file);
    }

    /// Sets a function that finds the files behind other URLs. If it returns `None`, the URL has a sample file. If it
    /// returns [`Hosted`] without a type, the URL fails. The function is not part of snapshots.
    pub fn host_with(&mut self, find: impl Fn(&str) -> Option<Hosted> + Send + Sync + 'static) {
        self.web = Web(Some(Arc::new(find)));
    }

    fn hosted(&self, url: &str) -> Option<Hosted> {
        self.state.files.hosted.get(url).cloned().or_else(|| self.web.0.as_ref()?(url))
    }

    /// Returns the MIME type of the file behind a URL, or an empty text if it is unknown.
    pub(crate) fn type_behind(&self, url: &str) -> String {
        self.hosted(url).map_or_else(|| type_of_url(url).unwrap_or_default().into(), |hosted| hosted.media_type)
    }

    /// Returns the content of a URL, if this kind of file may be sent from it. With `wanted`, only that type fits.
    pub(crate) fn fetched(&self, url: &str, kind: FileKind, wanted: Option<&str>) -> Result<NewFile> {
        let name = name_in(url).to_owned();
        let found = self.hosted(url);
        let is_made_up = found.is_none();
        let Hosted { media_type, bytes } = found.unwrap_or_else(|| Hosted {
            media_type: type_of_url(url).unwrap_or_else(|| wanted.unwrap_or(usual(kind).1)).to_owned(),
            bytes: url.as_bytes().into(),
        });
        refuse_if(media_type.is_empty(), "failed to get HTTP URL content")?;
        let most = if kind == FileKind::Photo { 5 * MB } else { 20 * MB } as usize;
        refuse_if(bytes.len() > most, "file is too big")?;
        let essence = essence(&media_type);
        let fits = match kind {
            _ if wanted.is_some() => wanted == Some(&essence),
            FileKind::Photo => essence.starts_with("image/") && essence != "image/svg+xml",
            FileKind::Audio => matches!(essence.as_str(), "audio/mpeg" | "audio/mp3"),
            FileKind::Video => essence.starts_with("video/"),
            FileKind::Voice => essence == "audio/ogg",
            FileKind::Document => matches!(essence.as_str(), "image/gif" | "application/pdf" | "application/zip"),
            FileKind::Sticker => essence == "image/webp",
            _ => true,
        };
        refuse_if(!fits, "wrong type of the web page content")?;
        Ok(NewFile { bytes, name, media_type, by_url: true, is_made_up })
    }

    pub(crate) fn known(&self, bot: i64, id: &str, kind: FileKind) -> Result<u64> {
        let number = self.file_number(bot, id)?;
        match self.state.files.all.get(&number).map(|file| file.kind) {
            Some(found) if found == kind => Ok(number),
            Some(FileKind::Thumb | FileKind::ChatPhoto) => Err(Refusal::bad_request("file can only be downloaded")),
            _ => Err(Refusal::bad_request("type of file mismatch")),
        }
    }

    /// Returns the number of a file, and a link that is valid for an hour.
    pub(crate) fn link(&mut self, bot: i64, id: &str) -> Result<(u64, String)> {
        let number = self.file_number(bot, id)?;
        let file = self.state.files.all.get(&number).or_refuse("file not found")?;
        refuse_if(file.bytes.len() > 20 * MB as usize, "file is too big")?;
        let ending = file.name.rsplit_once('.').map_or("", |(_, ending)| ending);
        let safe = !ending.is_empty() && ending.len() < 9 && ending.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let ending = if safe { [".", ending].concat() } else { String::new() };
        let path = [usual(file.kind).0, "/file_", &number.to_string(), &ending].concat();
        let link = [&bot.to_string(), "/", &path].concat();
        self.state.files.links.insert(link, (number, self.now().after(HOUR)));
        Ok((number, path))
    }

    pub(crate) fn download(&self, bot: i64, path: &str) -> Option<&StoredFile> {
        let (number, until) = self.state.files.links.get(&[&bot.to_string(), "/", path].concat())?;
        self.state.files.all.get(number).filter(|_| self.now() <= *until)
    }

    /// Returns a file as users see it, by its identifier for a bot: name, MIME type, content. It is not a call, so
    /// faults and size limits do not apply.
    ///
    /// # Errors
    /// If the bot does not have the file.
    pub fn file(&self, bot: i64, id: &str) -> Result<(&str, &str, &[u8]), Refusal> {
        let file = self.state.files.all.get(&self.file_number(bot, id)?).or_refuse("file not found")?;
        Ok((&file.name, &file.media_type, &file.bytes))
    }
}

fn name_in(url: &str) -> &str {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    path.rsplit('/').next().unwrap_or_default()
}

/// Returns the MIME type for the ending of a URL. `None` without an ending, or for a program, which may serve any type.
fn type_of_url(url: &str) -> Option<&'static str> {
    let (_, path) = url.split_once("://")?.1.split_once('/')?;
    let name = name_in(path);
    let (_, ending) = name.rsplit_once('.')?;
    let is_ending = matches!(ending.len(), 1..=5) && ending.contains(|letter: char| letter.is_ascii_alphabetic());
    let is_program = ["php", "asp", "aspx", "jsp", "cgi"].iter().any(|program| ending.eq_ignore_ascii_case(program));
    if !is_ending || is_program { None } else { Some(by_ending(name).unwrap_or(UNKNOWN)) }
}

/// Returns the folder in links to files of a kind, and their usual MIME type.
fn usual(kind: FileKind) -> (&'static str, &'static str) {
    match kind {
        FileKind::Photo => ("photos", "image/jpeg"),
        FileKind::Thumb => ("thumbnails", "image/jpeg"),
        FileKind::Audio => ("music", "audio/mpeg"),
        FileKind::Document => ("documents", "application/pdf"),
        FileKind::Video => ("videos", "video/mp4"),
        FileKind::Voice => ("voice", "audio/ogg"),
        FileKind::VideoNote => ("video_notes", "video/mp4"),
        FileKind::Sticker => ("stickers", "image/webp"),
        FileKind::ChatPhoto => ("profile_photos", "image/jpeg"),
    }
}

/// Returns the MIME type from the sender, or else the type that follows from the name.
pub(crate) fn typed(media_type: &str, name: &str) -> String {
    let says_nothing = media_type.is_empty() || essence(media_type) == UNKNOWN;
    let known = if says_nothing { by_ending(name).unwrap_or(UNKNOWN) } else { media_type };
    known.to_owned()
}

/// The MIME type of an unknown file.
const UNKNOWN: &str = "application/octet-stream";

fn by_ending(name: &str) -> Option<&'static str> {
    let (_, ending) = name.rsplit_once('.')?;
    Some(match ending.to_ascii_lowercase().as_str() {
        "jpg" | "jpeg" => "image/jpeg",
        "png" => "image/png",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "mp3" => "audio/mpeg",
        "m4a" => "audio/mp4",
        "ogg" | "oga" => "audio/ogg",
        "wav" => "audio/wav",
        "flac" => "audio/flac",
        "mp4" => "video/mp4",
        "mov" => "video/quicktime",
        "webm" => "video/webm",
        "svg" => "image/svg+xml",
        "csv" => "text/csv",
        "pdf" => "application/pdf",
        "zip" => "application/zip",
        "txt" => "text/plain",
        "html" => "text/html",
        "json" => "application/json",
        _ => return None,
    })
}
