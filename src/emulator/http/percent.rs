//! Percent-encoding, strict about UTF-8.

use percent_encoding::percent_decode;

/// The text without percent-encoding; none if it is not UTF-8.
pub(crate) fn decode(text: &[u8]) -> Option<String> {
    percent_decode(text).decode_utf8().ok().map(Into::into)
}
