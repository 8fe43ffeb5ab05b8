//! The visible length of marked-up text.

use super::tags::TagEnd;

/// Returns the minimum number of visible characters (Unicode scalar values). Text that may be markup of the
/// `parse_mode` is not counted, so that no text is refused that the service accepts.
#[must_use]
pub fn visible_length(text: &str, parse_mode: Option<&str>) -> usize {
    match parse_mode {
        Some("HTML") => html(text),
        Some("Markdown") => markdown(text),
        _ => characters(text),
    }
}

/// Returns the number of characters (Unicode scalar values) of the text.
///
/// Counts byte by byte, because `chars().count()` is a kilobyte of unrolled code.
#[must_use]
pub fn characters(text: &str) -> usize {
    text.bytes().map(starts).sum()
}

/// Returns 1 for the first byte of a character. All marks are ASCII, so bytes are read instead of characters.
fn starts(byte: u8) -> usize {
    usize::from(byte & 0xC0 != 0x80)
}

/// Tags are not counted; a character reference counts as one.
fn html(text: &str) -> usize {
    let (mut shown, mut inside, mut tag) = (0, 0, TagEnd::default());
    for byte in text.bytes() {
        match (inside, byte) {
            (b'<', _) => {
                if tag.is_at(byte) {
                    inside = 0;
                }
            }
            (b'&', b'#' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z') => {}
            (b'&', b';') => inside = 0,
            (_, b'<') => (inside, tag) = (byte, TagEnd::default()),
            _ => {
                inside = byte;
                shown += starts(byte);
            }
        }
    }
    shown
}

/// Marks, escapes, and the language of a fenced block are not counted. Only the text of a link is counted.
///
/// The order in which the service reads the marks is unknown. Text that may be the language of a block or the URL of a
/// link is not counted.
fn markdown(text: &str) -> usize {
    let (mut shown, mut inside, mut ticks) = (0, 0, 0);
    for byte in text.bytes() {
        inside = match (inside, byte) {
            (b'(', b')') => 0,
            (b'(', _) | (b']', b'(') => b'(',
            (_, b']') => byte,
            (_, b'`' | b'*' | b'_' | b'[' | b'\\') => 0,
            _ => {
                // There may be more than three: the end of inline code may precede a block.
                shown += if ticks < 3 { starts(byte) } else { 0 };
                0
            }
        };
        ticks = match byte {
            b'`' => ticks + 1,
            b' ' | b'\n' => 0,
            _ if ticks < 3 => 0,
            _ => ticks,
        };
    }
    shown
}
