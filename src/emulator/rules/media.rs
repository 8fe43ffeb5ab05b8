//! What the service makes of a file that is sent: its sizes, its thumbnail, what is known of it.

use crate::emulator::prelude::*;
use crate::emulator::rules::picture::plain;
use crate::emulator::rules::{Image, NewFile, Source, is_no_picture};
use crate::wire::MB;

/// Width and height.
type Frame = (i64, i64);

/// Those of a photo or video that does not tell its own.
const FRAME: Frame = (1280, 960);
/// Boxes that the sizes of a photo fit in; the last one is as large as a photo gets.
const SIZES: [i64; 4] = [90, 320, 800, 1280];
/// Sides of the small and the big photo of a chat.
const SMALL: i64 = 160;
const BIG: i64 = 640;
/// Longest side of a thumbnail.
const THUMB: i64 = 90;
/// Sides of a sticker that does not tell its own.
const STICKER: Frame = (512, 512);

impl Service {
    /// The content of a message with a file; a new one is stored. The kind may change: a voice note
    /// by URL of more than 1 MB is sent as a document.
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

    /// Stores content as a file of a kind; its number, of a photo that of the largest size.
    pub(crate) fn store(&mut self, file: NewFile, kind: FileKind, mut details: MediaAttributes) -> Result<u64> {
        let image = Image::read(&file.bytes);
        if image.is_none() && matches!(kind, FileKind::Photo | FileKind::ChatPhoto | FileKind::Sticker) {
            check_picture(&file)?;
        }
        let frame = image.map(|image| (image.width, image.height));
        refuse_if(frame.is_some_and(|(width, height)| width == 0 || height == 0), "image dimensions are invalid")?;
        let said = details.width.zip(details.height).filter(|(width, height)| width.min(height) > &0);
        match kind {
            FileKind::Photo => return Ok(self.store_photo(&file, frame.or(said).unwrap_or(FRAME))),
            FileKind::ChatPhoto => return Ok(self.store_chat_photo(&file)),
            FileKind::Sticker => details = framed(frame.unwrap_or(STICKER)),
            FileKind::Video => {
                let (width, height) = frame.unwrap_or(FRAME);
                details.width.get_or_insert(width);
                details.height.get_or_insert(height);
            }
            _ => {}
        }
        let thumb = self.store_thumb(&file, kind, frame, &details);
        Ok(self.state.files.add(StoredFile { details, thumb, ..stored(file, kind) }))
    }

    /// Stores the thumbnail of a picture or video, which can only be downloaded; its number.
    fn store_thumb(
        &mut self,
        file: &NewFile,
        kind: FileKind,
        frame: Option<Frame>,
        of: &MediaAttributes,
    ) -> Option<u64> {
        let is_moving = file.essence().starts_with("video/") || file.essence() == "image/gif";
        let (width, height) = match kind {
            FileKind::Document => frame.or(is_moving.then_some(FRAME))?,
            FileKind::Video => of.width.zip(of.height)?,
            FileKind::VideoNote => (THUMB, THUMB),
            // The thumbnail of a sticker is .webp or .jpg, and nothing here makes one of a png.
            FileKind::Sticker if file.bytes.starts_with(b"RIFF") => frame?,
            _ => return None,
        };
        let details = scaled((width, height), THUMB.min(width.max(height)));
        let small = if kind == FileKind::Sticker { file.clone() } else { made("thumb.png", &details) };
        Some(self.state.files.add(StoredFile { details, ..stored(small, FileKind::Thumb) }))
    }

    /// A photo of a chat has two sizes, both of which can only be downloaded; the number of the big one.
    fn store_chat_photo(&mut self, file: &NewFile) -> u64 {
        let first = self.state.files.next();
        let sizes = Some((first, first + 1));
        let (small, big) = (framed((SMALL, SMALL)), framed((BIG, BIG)));
        let picture = made("small.png", &small);
        self.state.files.add(StoredFile { details: small, sizes, ..stored(picture, FileKind::ChatPhoto) });
        self.state.files.add(StoredFile { details: big, sizes, ..stored(file.clone(), FileKind::ChatPhoto) })
    }

    /// A photo is kept in up to four sizes; in a box all of them hold the bytes that came.
    fn store_photo(&mut self, file: &NewFile, frame: Frame) -> u64 {
        let longest = frame.0.max(frame.1);
        let mut boxes: Vec<i64> = SIZES.into_iter().filter(|size| *size < longest).collect();
        if boxes.len() < SIZES.len() {
            boxes.push(longest);
        }
        let first = self.state.files.next();
        let last = first + boxes.len() as u64 - 1;
        for side in boxes {
            let (details, sizes) = (scaled(frame, side), Some((first, last)));
            self.state.files.add(StoredFile { details, sizes, ..stored(file.clone(), FileKind::Photo) });
        }
        last
    }
}

fn stored(file: NewFile, kind: FileKind) -> StoredFile {
    let NewFile { bytes, name, media_type, .. } = file;
    let details = MediaAttributes::default();
    StoredFile { kind, bytes, name, media_type, details, thumb: None, sizes: None, in_set: None }
}

/// A picture that stands for a smaller one of what came.
fn made(name: &str, details: &MediaAttributes) -> NewFile {
    let bytes = plain(details.width.unwrap_or(THUMB), details.height.unwrap_or(THUMB)).into();
    NewFile::of(bytes, name.into(), "image/png".into())
}

fn framed((width, height): Frame) -> MediaAttributes {
    MediaAttributes { width: Some(width), height: Some(height), ..MediaAttributes::default() }
}

/// Width and height of a picture whose longest side is to be so long.
fn scaled((width, height): Frame, side: i64) -> MediaAttributes {
    let [width, height] = [width, height].map(|length| length.max(1));
    let longest = width.max(height);
    framed(((width * side / longest).max(1), (height * side / longest).max(1)))
}

/// Refuses what plainly is no picture, by its first bytes or by its type.
fn check_picture(file: &NewFile) -> Result<()> {
    let essence = file.essence();
    let has_other_type = essence != "application/octet-stream" && !essence.starts_with("image/");
    refuse_if(has_other_type || is_no_picture(&file.bytes), "file is no picture")
}
