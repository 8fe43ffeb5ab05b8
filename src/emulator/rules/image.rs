//! Width and height of images, read from the headers of png, gif, jpeg and webp.
//!
//! The crate `imagesize` (0.15) does not replace this file: it refuses a jpeg with padded markers, and its size of a lossy
//! webp includes the two bits of the scale.

/// What an image says of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Image {
    pub is_png: bool,
    pub width: i64,
    pub height: i64,
}

impl Image {
    /// Nothing when the bytes are no image of a known format.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let is_png = bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.get(12..16) == Some(b"IHDR");
        let (width, height) = if is_png {
            (big(bytes, 16, 4)?, big(bytes, 20, 4)?)
        } else if bytes.starts_with(b"GIF8") {
            (little(bytes, 6, 2)?, little(bytes, 8, 2)?)
        } else if bytes.starts_with(b"\xff\xd8") {
            jpeg(bytes)?
        } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
            webp(bytes)?
        } else {
            return None;
        };
        // What is shown of it must fit an Integer.
        let [width, height] = [width, height].map(|length| length.min(i32::MAX.into()));
        Some(Self { is_png, width, height })
    }
}

/// Whether the bytes are plainly something else than a picture: a document, a sound, a video, a page. Others stand for
/// one, so that tests need no picture.
pub(crate) fn is_no_picture(bytes: &[u8]) -> bool {
    let starts: [&[u8]; 9] =
        [b"%PDF", b"PK\x03\x04", b"OggS", b"ID3", b"fLaC", b"\x1a\x45\xdf\xa3", b"\x1f\x8b", b"<!", b"<html"];
    let sound = bytes.starts_with(b"RIFF") && bytes.get(8..12).is_some_and(|kind| kind != b"WEBP");
    let video = bytes.get(4..8) == Some(b"ftyp") && !matches!(bytes.get(8..12), Some(b"avif" | b"heic" | b"mif1"));
    sound || video || starts.iter().any(|start| bytes.starts_with(start))
}

fn big(bytes: &[u8], at: usize, width: usize) -> Option<i64> {
    Some(bytes.get(at..at + width)?.iter().fold(0, |number, byte| number << 8 | i64::from(*byte)))
}

fn little(bytes: &[u8], at: usize, width: usize) -> Option<i64> {
    Some(bytes.get(at..at + width)?.iter().rfold(0, |number, byte| number << 8 | i64::from(*byte)))
}

/// The size in the first frame header of a jpeg.
fn jpeg(bytes: &[u8]) -> Option<(i64, i64)> {
    let mut at = 2;
    loop {
        match (*bytes.get(at)?, *bytes.get(at + 1)?) {
            // A marker may be padded, and some have no segment.
            (0xff, 0xff) => at += 1,
            (0xff, 0x01 | 0xd0..=0xd7) => at += 2,
            (0xff, 0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf) => {
                return Some((big(bytes, at + 7, 2)?, big(bytes, at + 5, 2)?));
            }
            (0xff, _) => at += 2 + usize::try_from(big(bytes, at + 2, 2)?).ok()?,
            _ => return None,
        }
    }
}

fn webp(bytes: &[u8]) -> Option<(i64, i64)> {
    match bytes.get(12..16)? {
        b"VP8X" => Some((little(bytes, 24, 3)? + 1, little(bytes, 27, 3)? + 1)),
        b"VP8L" => {
            let both = little(bytes, 21, 4)?;
            Some(((both & 0x3fff) + 1, (both >> 14 & 0x3fff) + 1))
        }
        _ => Some((little(bytes, 26, 2)? & 0x3fff, little(bytes, 28, 2)? & 0x3fff)),
    }
}
