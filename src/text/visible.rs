//! The visible length of marked-up text.

use super::tags::TagEnd;

/// How many characters (Unicode scalar values) of the text are shown, at least: what could be
/// markup of the `parse_mode` is not counted, so that nothing is refused which the service takes.
///
/// Spec: core, Formatting of text and Message.
#[must_use]
pub fn visible_length(text: &str, parse_mode: Option<&str>) -> usize {
    match parse_mode {
        Some("HTML") => html(text),
        Some("Markdown") => markdown(text),
        _ => characters(text),
    }
}

/// How many characters (Unicode scalar values) the text has.
///
/// Counts byte by byte, because `chars().count()` is a kilobyte of unrolled code.
#[must_use]
pub fn characters(text: &str) -> usize {
    text.bytes().map(starts).sum()
}

/// 1 for the first byte of a character, so that bytes are looked at in place of characters: all marks are ASCII.
fn starts(byte: u8) -> usize {
    usize::from(byte & 0xC0 != 0x80)
}

/// Tags count nothing, a character reference counts one.
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

/// Marks and what escapes them count nothing, of a link only its text counts, and the language of a fenced block nothing.
///
/// Without the order in which the service reads the marks, a text may be the language of a block or the URL of a link: where
/// it may be one of them, it counts nothing.
fn markdown(text: &str) -> usize {
    let (mut shown, mut inside, mut ticks) = (0, 0, 0);
    for byte in text.bytes() {
        inside = match (inside, byte) {
            (b'(', b')') => 0,
            (b'(', _) | (b']', b'(') => b'(',
            (_, b']') => byte,
            (_, b'`' | b'*' | b'_' | b'[' | b'\\') => 0,
            _ => {
                // More than three: what closes a piece of code may stand before a block.
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
