//! What the service makes of a file that is sent: sizes of a photo, the members of an Audio and so on.

use super::answer::Refusal;
use super::compat::{self, unique};
use super::file::{Content, FileKind, Source, Stored, mark};
use super::image::{Image, is_no_picture};
use super::json::{Members, array};
use super::parameters::Parameters;
use super::service::Service;
use crate::wire::MB;

/// Width and height of a photo or video that does not tell its own.
const FRAME: (i64, i64) = (1280, 960);
/// Boxes that the sizes of a photo fit in; the last one is as large as a photo gets.
const SIZES: [i64; 4] = [90, 320, 800, 1280];
/// Longest side of a thumbnail.
const THUMB: i64 = 90;
/// Side of a video note that does not tell its own.
const NOTE: i64 = 240;

/// What a file is sent with.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Details<'a> {
    pub duration: Option<i64>,
    pub width: Option<i64>,
    pub height: Option<i64>,
    pub performer: Option<&'a str>,
    pub title: Option<&'a str>,
}

impl<'a> Details<'a> {
    pub fn of(parameters: &'a Parameters) -> Self {
        Self {
            duration: parameters.integer("duration"),
            width: parameters.integer("width").or_else(|| parameters.integer("length")),
            height: parameters.integer("height"),
            performer: parameters.text("performer"),
            title: parameters.text("title"),
        }
    }

    /// The same of an inline result, where the names start with its type: `video_width`, `audio_duration`.
    pub fn of_result(result: &'a Parameters) -> Self {
        let kind = result.text("type").unwrap_or_default().trim_end_matches("_gif");
        let own = |ending: &str| result.integer(&[kind, ending].concat());
        Self { duration: own("_duration"), width: own("_width"), height: own("_height"), ..Self::of(result) }
    }
}

/// The name of the member of a Message that shows files of a kind.
pub(super) fn member(kind: FileKind) -> &'static str {
    match kind {
        FileKind::Photo | FileKind::Thumb | FileKind::ChatPhoto => "photo",
        FileKind::Audio => "audio",
        FileKind::Document => "document",
        FileKind::Video => "video",
        FileKind::Voice => "voice",
        FileKind::VideoNote => "video_note",
        FileKind::Sticker => "sticker",
    }
}

impl Service {
    /// The file as a member of a Message; a new one is stored. The kind may change: a voice note
    /// by URL of more than 1 MB is sent as a document.
    pub(super) fn media(
        &mut self,
        source: Source,
        kind: FileKind,
        details: Details<'_>,
    ) -> Result<(FileKind, String), Refusal> {
        let (kind, number) = match source {
            Source::Known(number) => (kind, number),
            Source::New(content) => {
                let large = kind == FileKind::Voice && content.by_url && content.bytes.len() > MB as usize;
                let kind = if large { FileKind::Document } else { kind };
                (kind, self.store(content, kind, details)?)
            }
        };
        let shown = self.files.get(number).map_or("", |file| &file.shown);
        Ok((kind, Members::new().json(member(kind), shown).bare()))
    }

    /// Stores content as a file of a kind; its number, of a photo that of the largest size.
    pub(super) fn store(&mut self, content: Content, kind: FileKind, details: Details<'_>) -> Result<u64, Refusal> {
        let image = Image::read(&content.bytes);
        if image.is_none() && matches!(kind, FileKind::Photo | FileKind::ChatPhoto | FileKind::Sticker) {
            check_picture(&content)?;
        }
        let frame = image.map_or(FRAME, |image| (image.width, image.height));
        if frame.0 == 0 || frame.1 == 0 {
            return Err(Refusal::bad_request("image dimensions are invalid"));
        }
        if kind == FileKind::Photo || kind == FileKind::ChatPhoto {
            let said =
                details.width.zip(details.height).filter(|(width, height)| image.is_none() && width.min(height) > &0);
            return Ok(self.store_photo(&content, kind, said.unwrap_or(frame)));
        }
        let thumb = match image {
            Some(image) if kind == FileKind::Document => self.store_thumb(&content, image),
            // The thumbnail of a sticker is .webp or .jpg, and nothing here makes one of a png.
            Some(image) if kind == FileKind::Sticker && content.bytes.starts_with(b"RIFF") => {
                self.store_thumb(&content, image)
            }
            _ => String::new(),
        };
        let number = self.files.next();
        let shown = shown(self.options.compat, number, &content, kind, details, image, &thumb);
        let Content { bytes, name, media_type, .. } = content;
        Ok(self.files.add(Stored { kind, bytes, name, media_type, shown: shown.into() }))
    }

    /// Stores the thumbnail of an image, which can only be downloaded; the `PhotoSize` that shows it.
    fn store_thumb(&mut self, content: &Content, Image { width, height, .. }: Image) -> String {
        let longest = width.max(height);
        let side = THUMB.min(longest);
        let shown =
            size(self.options.compat, self.files.next(), content, width * side / longest, height * side / longest);
        let Content { bytes, name, media_type, .. } = content.clone();
        self.files.add(Stored { kind: FileKind::Thumb, bytes, name, media_type, shown: shown.clone().into() });
        shown
    }

    /// A photo is kept in up to four sizes; in a box all of them hold the bytes that came.
    fn store_photo(&mut self, content: &Content, kind: FileKind, (width, height): (i64, i64)) -> u64 {
        let longest = width.max(height);
        let mut boxes: Vec<i64> = SIZES.into_iter().filter(|size| *size < longest).collect();
        if boxes.len() < SIZES.len() {
            boxes.push(longest);
        }
        let first = self.files.next();
        let scaled = |(number, side)| {
            size(self.options.compat, number, content, width * side / longest, height * side / longest)
        };
        let shown: Box<str> = array((first..).zip(boxes.iter().copied()).map(scaled)).into();
        for _ in &boxes {
            self.files.add(Stored {
                kind,
                bytes: content.bytes.clone(),
                name: content.name.clone(),
                media_type: content.media_type.clone(),
                shown: shown.clone(),
            });
        }
        self.files.next() - 1
    }
}

/// Refuses what plainly is no picture, by its first bytes or by its type.
fn check_picture(content: &Content) -> Result<(), Refusal> {
    let essence = content.media_type.split(';').next().unwrap_or_default().trim();
    if essence != "application/octet-stream" && !essence.starts_with("image/") || is_no_picture(&content.bytes) {
        return Err(Refusal::bad_request("file is no picture"));
    }
    Ok(())
}

/// A `PhotoSize` of that many pixels.
fn size(compat: bool, number: u64, content: &Content, width: i64, height: i64) -> String {
    Members::new()
        .json("file_id", &mark(number))
        .maybe("file_unique_id", unique(compat, number).as_deref())
        .number("width", width.max(1))
        .number("height", height.max(1))
        .number("file_size", bytes(content))
        .object()
}

fn bytes(content: &Content) -> i64 {
    i64::try_from(content.bytes.len()).unwrap_or(i64::MAX)
}

/// The object that shows a file.
fn shown(
    compat: bool,
    number: u64,
    content: &Content,
    kind: FileKind,
    details: Details<'_>,
    image: Option<Image>,
    thumb: &str,
) -> String {
    let frame = image.map_or(FRAME, |image| (image.width, image.height));
    let (width, height) = (details.width.unwrap_or(frame.0), details.height.unwrap_or(frame.1));
    let duration = details.duration.unwrap_or(0);
    let name = Some(content.name.as_str()).filter(|name| !name.is_empty());
    let media_type = Some(content.media_type.as_str());
    let start =
        Members::new().json("file_id", &mark(number)).maybe("file_unique_id", unique(compat, number).as_deref());
    let members = match kind {
        FileKind::Audio => start
            .number("duration", duration)
            .maybe("performer", details.performer)
            .maybe("title", details.title)
            .maybe("mime_type", media_type),
        FileKind::Video => start
            .number("width", width)
            .number("height", height)
            .number("duration", duration)
            .maybe("mime_type", media_type),
        FileKind::Voice => start.number("duration", duration).maybe("mime_type", media_type),
        FileKind::VideoNote => start.number("length", details.width.unwrap_or(NOTE)).number("duration", duration),
        FileKind::Sticker => {
            let side = |length: i64| if image.is_some() { length } else { 512 };
            let more = if compat { compat::STICKER } else { "" };
            start.number("width", side(frame.0)).number("height", side(frame.1)).more(more)
        }
        _ => start.maybe("file_name", name).maybe("mime_type", media_type),
    };
    members.json("thumb", thumb).number("file_size", bytes(content)).object()
}
