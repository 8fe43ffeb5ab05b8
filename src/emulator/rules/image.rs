//! Width and height of images, read from the headers of png, gif, jpeg and webp, and images of one color.
//!
//! The crate `imagesize` (0.15) cannot replace this file: it refuses a jpeg with padded markers, and its size of a
//! lossy webp includes the two bits of the scale.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Image {
    pub is_png: bool,
    pub width: i64,
    pub height: i64,
}

impl Image {
    /// Parses the header. `None` if the bytes are not an image of a known format.
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
        // The size must fit an Integer of the specification.
        let [width, height] = [width, height].map(|length| length.min(i32::MAX.into()));
        Some(Self { is_png, width, height })
    }
}

/// Returns true if the bytes are clearly not a picture. Other bytes count as one, so that tests need no real pictures.
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

/// Returns a png of one color, with sides of at most 1280 pixels. It replaces scaled images, because the emulator does
/// not decode any. Compression by the crate png would exceed the wasm budget.
pub(crate) fn plain(width: i64, height: i64) -> Vec<u8> {
    let side = |length: i64| u16::try_from(length.clamp(1, 1280)).unwrap_or(1);
    let (width, height) = (side(width), side(height));
    // A row is its filter, here 0, and one bit per pixel.
    let row = 1 + usize::from(width).div_ceil(8);
    let count = row * usize::from(height);
    let header = [&u32::from(width).to_be_bytes()[..], &u32::from(height).to_be_bytes(), &[1, 0, 0, 0, 0]].concat();
    // The Adler-32 of zeros: their sum, which starts at 1, and the sum of the sums.
    let checksum = u32::try_from(count % 65_521).unwrap_or(0) << 16 | 1;
    let data = [&[0x78, 0x01][..], &deflated_zeros(count), &checksum.to_be_bytes()].concat();
    [b"\x89PNG\r\n\x1a\n", &chunk(b"IHDR", &header)[..], &chunk(b"IDAT", &data), &chunk(b"IEND", &[])].concat()
}

fn chunk(name: &[u8], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).unwrap_or(0).to_be_bytes();
    let named = [name, data].concat();
    [&length[..], &named, &crc(&named).to_be_bytes()].concat()
}

/// Returns the CRC-32 that png uses.
fn crc(bytes: &[u8]) -> u32 {
    let bit = |sum: u32, _| if sum & 1 == 1 { 0xedb8_8320 ^ (sum >> 1) } else { sum >> 1 };
    !bytes.iter().fold(u32::MAX, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), bit))
}

/// Returns zeros, at least one, as a deflate block with fixed codes: literals, then repetitions of 258 zeros.
fn deflated_zeros(count: usize) -> Vec<u8> {
    let (literals, repetitions) = ((count - 1) % 258 + 1, (count - 1) / 258);
    let (mut bytes, mut filled) = (Vec::new(), 0_u32);
    // Bits of a code start at the lowest free bit.
    let mut put = |code: u32, width: u32| {
        for bit in (0..width).rev() {
            if filled % 8 == 0 {
                bytes.push(0);
            }
            if let Some(last) = bytes.last_mut() {
                *last |= u8::from(code >> bit & 1 == 1) << (filled % 8);
            }
            filled += 1;
        }
    };
    // The last block, with fixed codes.
    put(0b110, 3);
    (0..literals).for_each(|_| put(0b0011_0000, 8));
    // A length of 258 at distance 1.
    (0..repetitions).for_each(|_| put(0b1100_0101 << 5, 13));
    put(0, 7);
    bytes
}

#[cfg(test)]
mod tests;
