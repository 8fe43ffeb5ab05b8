//! Offsets in UTF-16 code units, which the service uses for entities.

/// Returns the part of a text at an offset, in UTF-16 code units, cut at the end of the text. Returns `None` if one of
/// them is negative or in the middle of a character.
///
/// ```
/// assert_eq!(botwire::text::slice("😀 /start", 3, 6), Some("/start"));
/// ```
#[must_use]
pub fn slice(text: &str, offset: i64, length: i64) -> Option<&str> {
    let (offset, length) = (usize::try_from(offset).ok()?, usize::try_from(length).ok()?);
    let start = bytes(text, offset)?;
    let rest = text.get(start..)?;
    rest.get(..bytes(rest, length)?)
}

/// Returns the length in bytes of the first `units` UTF-16 code units of a text, or of a shorter text.
fn bytes(text: &str, units: usize) -> Option<usize> {
    let mut remaining = units;
    for (at, letter) in text.char_indices() {
        if remaining == 0 {
            return Some(at);
        }
        remaining = remaining.checked_sub(letter.len_utf16())?;
    }
    Some(text.len())
}
