//! Offsets in UTF-16 code units, in which the service counts the texts of entities.

/// The part of a text from an offset on, both in UTF-16 code units; what is beyond the end is left out. Nothing if one
/// of them is negative, or falls into the middle of a character.
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

/// The bytes of that many UTF-16 code units at the start of a text, of all where there are fewer.
fn bytes(text: &str, units: usize) -> Option<usize> {
    let mut left = units;
    for (at, letter) in text.char_indices() {
        if left == 0 {
            return Some(at);
        }
        left = left.checked_sub(letter.len_utf16())?;
    }
    Some(text.len())
}
