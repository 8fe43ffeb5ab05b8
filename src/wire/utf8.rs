//! Bytes as text, in half of the code that the standard library has for it; a webhook worker uploads each byte.

#![allow(unsafe_code)] // the standard library would validate the bytes again

/// The text that bytes are; none if they are no UTF-8.
pub fn text(bytes: &[u8]) -> Option<&str> {
    // SAFETY: the bytes are UTF-8.
    is_utf8(bytes).then(|| unsafe { str::from_utf8_unchecked(bytes) })
}

/// Whether bytes are UTF-8. Eight bytes at a time: most texts begin with much ASCII, and many have nothing else.
fn is_utf8(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    while let Some((eight, more)) = rest.split_first_chunk()
        && u64::from_le_bytes(*eight) & (u64::MAX / 255 * 0x80) == 0
    {
        rest = more;
    }
    rest.iter().all(u8::is_ascii) || are_characters(rest)
}

/// Whether each character is whole, in its shortest form, and one of Unicode.
#[inline(never)]
fn are_characters(bytes: &[u8]) -> bool {
    let mut rest = bytes.iter();
    while let Some(first) = rest.next() {
        let (more, least) = match first {
            0..0x80 => continue,
            0xc0..0xe0 => (1, 0x80),
            0xe0..0xf0 => (2, 0x800),
            0xf0..0xf8 => (3, 0x1_0000),
            _ => return false,
        };
        let mut code = u32::from(*first) & (0x3f >> more);
        for _ in 0..more {
            let Some(next) = rest.next().filter(|next| **next & 0xc0 == 0x80) else { return false };
            code = code << 6 | u32::from(*next & 0x3f);
        }
        if code < least || char::from_u32(code).is_none() {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::text;

    /// The ends of each range that the encoding tells apart.
    const BYTES: [u8; 26] = [
        0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee,
        0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xf8, 0xff,
    ];

    /// Miri is slow: it looks at one in so many.
    const EACH: usize = if cfg!(miri) { 4999 } else { 1 };

    #[test]
    fn agrees_with_the_standard_library() {
        let count = BYTES.len();
        for number in (0..count.pow(4)).step_by(EACH) {
            let four = [0, 1, 2, 3].map(|place| BYTES[number / count.pow(place) % count]);
            for length in 1..=4 {
                assert_eq!(text(&four[..length]), str::from_utf8(&four[..length]).ok(), "{four:x?}");
            }
            let long = [*b"ABCD", four, *b"EFGH", four].concat();
            assert_eq!(text(&long), str::from_utf8(&long).ok(), "{four:x?}");
        }
    }

    #[test]
    fn knows_each_character() {
        for character in ('\0'..=char::MAX).step_by(EACH) {
            assert!(text(character.encode_utf8(&mut [0; 4]).as_bytes()).is_some(), "{character:?}");
        }
    }
}
