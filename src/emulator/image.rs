//! Width and height of images, read from the headers of png, gif, jpeg and webp.

/// What an image says of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Image {
    pub is_png: bool,
    pub width: i64,
    pub height: i64,
}

impl Image {
    /// Nothing when the bytes are no image of a known format.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        // What is shown of it must fit an Integer.
        let side = |length: i64| length.min(i32::MAX.into());
        let sized = |is_png, (width, height)| Self { is_png, width: side(width), height: side(height) };
        if bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.get(12..16) == Some(b"IHDR") {
            return Some(sized(true, (big(bytes, 16, 4)?, big(bytes, 20, 4)?)));
        }
        if bytes.starts_with(b"GIF8") {
            return Some(sized(false, (little(bytes, 6, 2)?, little(bytes, 8, 2)?)));
        }
        if bytes.starts_with(b"\xff\xd8") {
            return Some(sized(false, jpeg(bytes)?));
        }
        if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
            return Some(sized(false, webp(bytes)?));
        }
        None
    }
}

fn number<'a>(bytes: impl Iterator<Item = &'a u8>) -> i64 {
    bytes.fold(0, |number, byte| number << 8 | i64::from(*byte))
}

fn big(bytes: &[u8], at: usize, width: usize) -> Option<i64> {
    bytes.get(at..at + width).map(|bytes| number(bytes.iter()))
}

fn little(bytes: &[u8], at: usize, width: usize) -> Option<i64> {
    bytes.get(at..at + width).map(|bytes| number(bytes.iter().rev()))
}

/// The size in the first frame header of a jpeg.
fn jpeg(bytes: &[u8]) -> Option<(i64, i64)> {
    let mut at = 2;
    loop {
        let marker = *bytes.get(at + 1)?;
        let frame = matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc);
        if frame {
            return Some((big(bytes, at + 7, 2)?, big(bytes, at + 5, 2)?));
        }
        at += 2 + usize::try_from(big(bytes, at + 2, 2)?).ok()?;
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
