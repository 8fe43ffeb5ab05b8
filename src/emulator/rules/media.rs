//! Storing the files of messages: their sizes, thumbnails and attributes.

use crate::emulator::http::essence;
use crate::emulator::prelude::*;
use crate::emulator::rules::{Image, NewFile, Recording, Source, is_no_picture, plain};
use crate::wire::MB;

type Frame = (i64, i64);

/// The default size of a photo or video.
const FRAME: Frame = (1280, 960);
/// Longest side of a thumbnail.
const THUMB: i64 = 90;

impl Service {
    /// Returns the content for a file, after storing a new one. A voice note by URL over 1 MB is a document.
    pub(crate) fn media(
        &mut self,
        source: Source,
        kind: FileKind,
        details: MediaAttributes,
        caption: FormattedText,
    ) -> Result<MessageContent> {
        let (kind, number) = match source {
            Source::Known(number) => (kind, number),
            Source::New(file) => {
                let large = kind == FileKind::Voice && file.by_url && file.bytes.len() > MB as usize;
                let kind = if large { FileKind::Document } else { kind };
                (kind, self.store(file, kind, details)?)
            }
        };
        Ok(MessageContent::File(kind, number, caption))
    }

    /// Stores content as a file of this kind, and returns its number, for a photo that of the largest size.
    pub(crate) fn store(&mut self, file: NewFile, kind: FileKind, mut details: MediaAttributes) -> Result<u64> {
        let essence = essence(&file.media_type);
        let image = Image::read(&file.bytes);
        if image.is_none() && matches!(kind, FileKind::Photo | FileKind::ChatPhoto | FileKind::Sticker) {
            let has_other_type = essence != "application/octet-stream" && !essence.starts_with("image/");
            refuse_if(has_other_type || is_no_picture(&file.bytes), "file is not a picture")?;
        }
        let recording = Recording::read(&file.bytes).unwrap_or_default();
        let sides = || recording.width.zip(recording.height);
        let frame = image.map(|image| (image.width, image.height)).or_else(sides);
        details.duration = details.duration.or(recording.duration);
        if kind == FileKind::Audio {
            details.performer = details.performer.or(recording.performer);
            details.title = details.title.or(recording.title);
        }
        self.hint_at_invented(kind, &details, frame);
        refuse_if(frame.is_some_and(|(width, height)| width == 0 || height == 0), "image dimensions are invalid")?;
        // A thumbnail can only be downloaded.
        let thumb = match kind {
            FileKind::Photo => {
                let said = details.width.zip(details.height).filter(|(width, height)| width.min(height) > &0);
                let frame = frame.or(said).unwrap_or(FRAME);
                // The sizes fit in these boxes. The largest one keeps the original bytes.
                let mut sides = [90, 320, 800, 1280].map(|side| side.min(frame.0.max(frame.1))).to_vec();
                sides.dedup();
                let largest = sides.pop().unwrap_or(THUMB);
                let smaller = |side| {
                    let details = scaled(frame, side);
                    (generated_picture("small.png", &details), details)
                };
                let mut pictures: Vec<_> = sides.into_iter().map(smaller).collect();
                pictures.push((file, scaled(frame, largest)));
                return Ok(self.store_sizes(kind, pictures));
            }
            FileKind::ChatPhoto => {
                let (small, big) = (framed((160, 160)), framed((640, 640)));
                let has_size = frame.is_none_or(|frame| frame == (640, 640));
                let file = if has_size { file } else { generated_picture("big.png", &big) };
                return Ok(self.store_sizes(kind, vec![(generated_picture("small.png", &small), small), (file, big)]));
            }
            FileKind::Sticker => {
                details = framed(frame.unwrap_or((512, 512)));
                // The thumbnail of a sticker must be .webp or .jpg, and the emulator cannot convert a png.
                frame.filter(|_| file.bytes.starts_with(b"RIFF"))
            }
            FileKind::Video => {
                let (width, height) = frame.unwrap_or(FRAME);
                Some((*details.width.get_or_insert(width), *details.height.get_or_insert(height)))
            }
            FileKind::Document => {
                (details.width, details.height) = frame.unzip();
                let is_moving = essence.starts_with("video/") || essence == "image/gif";
                frame.or(is_moving.then_some(FRAME))
            }
            FileKind::VideoNote => {
                details.width = details.width.or(frame.map(|(width, height)| width.min(height)));
                Some((THUMB, THUMB))
            }
            _ => None,
        };
        let thumb = thumb.map(|frame| {
            let details = scaled(frame, THUMB.min(frame.0.max(frame.1)));
            let small = if kind == FileKind::Sticker { file.clone() } else { generated_picture("thumb.png", &details) };
            self.state.files.all.add(StoredFile { details, ..stored(small, FileKind::Thumb) })
        });
        Ok(self.state.files.all.add(StoredFile { details, thumb, ..stored(file, kind) }))
    }

    /// Notes for the log what a file does not say and the emulator makes up.
    fn hint_at_invented(&mut self, kind: FileKind, details: &MediaAttributes, frame: Option<Frame>) {
        let is_sized = frame.is_some() || details.width.is_some();
        let what = match kind {
            FileKind::Video | FileKind::VideoNote if !is_sized && details.duration.is_none() => "size and duration are",
            FileKind::Video | FileKind::VideoNote if !is_sized => "the size is",
            FileKind::Video | FileKind::VideoNote | FileKind::Audio | FileKind::Voice if details.duration.is_none() => {
                "the duration is"
            }
            _ => return,
        };
        self.hints.push([what, " made up, because the file does not say"].concat());
    }

    /// Stores a photo in several sizes, and returns the number of the last one.
    fn store_sizes(&mut self, kind: FileKind, pictures: Vec<(NewFile, MediaAttributes)>) -> u64 {
        let first = self.state.files.all.next_number();
        let last = first + pictures.len() as u64 - 1;
        for (file, details) in pictures {
            self.state.files.all.add(StoredFile { details, sizes: Some((first, last)), ..stored(file, kind) });
        }
        last
    }
}

fn stored(file: NewFile, kind: FileKind) -> StoredFile {
    let NewFile { bytes, name, media_type, .. } = file;
    let details = MediaAttributes::default();
    StoredFile { kind, bytes, name, media_type, details, thumb: None, sizes: None, in_set: None }
}

/// Returns a generated picture that replaces a smaller size.
fn generated_picture(name: &str, details: &MediaAttributes) -> NewFile {
    let bytes = plain(details.width.unwrap_or(THUMB), details.height.unwrap_or(THUMB)).into();
    NewFile::of(bytes, name.into(), "image/png".into())
}

fn framed((width, height): Frame) -> MediaAttributes {
    MediaAttributes { width: Some(width), height: Some(height), ..MediaAttributes::default() }
}

/// Returns width and height of a picture that is scaled to this longest side.
fn scaled((width, height): Frame, side: i64) -> MediaAttributes {
    let [width, height] = [width, height].map(|length| length.max(1));
    let longest = width.max(height);
    framed(((width * side / longest).max(1), (height * side / longest).max(1)))
}
