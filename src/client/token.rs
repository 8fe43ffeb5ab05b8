//! The bot's token, and how it is kept out of every text that a person may see.

use std::fmt::{self, Debug, Formatter};

/// What stands where the token stood.
const HIDDEN: &str = "<token>";

/// The token. Printing it, even with `{:?}`, shows that it is hidden.
#[derive(Clone)]
pub(crate) struct Token(String);

impl Token {
    /// The token, if it is one: visible ASCII without what would end a segment of the URL's path or
    /// be read as an escape.
    pub fn new(token: &str) -> Option<Self> {
        let fits = |byte: u8| byte.is_ascii_graphic() && !b"/?#%\\".contains(&byte);
        (!token.is_empty() && token.bytes().all(fits)).then(|| Self(token.to_owned()))
    }

    /// The token itself, to build a URL.
    pub fn secret(&self) -> &str {
        &self.0
    }

    /// The text without the token, however it is written there: as it is, percent-encoded, or with
    /// the escapes of JSON, perhaps escaped again, and each character in its own way.
    pub fn redact(&self, text: &str) -> String {
        let mut clean = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let (written, length) = match self.at_start(rest.as_bytes()) {
                Some(length) => (HIDDEN, length),
                None => (rest.get(..first.len_utf8()).unwrap_or_default(), first.len_utf8()),
            };
            clean.push_str(written);
            rest = rest.get(length..).unwrap_or_default();
        }
        clean
    }

    /// How many bytes at the start of the text are the token.
    fn at_start(&self, text: &[u8]) -> Option<usize> {
        let mut length = 0;
        for expected in self.0.bytes() {
            length += written(expected, text.get(length..)?)?;
        }
        (length > 0).then_some(length)
    }
}

impl Debug for Token {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(HIDDEN)
    }
}

/// How many bytes at the start of the text write that one byte.
fn written(byte: u8, text: &[u8]) -> Option<usize> {
    let slashes = text.iter().take_while(|letter| **letter == b'\\').count();
    let escaped = match (slashes, text.get(slashes..)?) {
        (0, [b'%', digits @ ..]) => {
            // Proxies and loggers encode once more what is encoded already.
            let again = digits.chunks(2).take_while(|digits| *digits == b"25").count() * 2;
            hex(digits.get(again..)?).map(|byte| (byte, 3 + again))
        }
        (1.., [b'u', b'0', b'0', digits @ ..]) => hex(digits).map(|byte| (byte, slashes + 5)),
        (1.., [letter, ..]) => Some((*letter, slashes + 1)),
        _ => None,
    };
    let literal = text.first().map(|letter| (*letter, 1));
    escaped.into_iter().chain(literal).find(|(found, _)| *found == byte).map(|(_, width)| width)
}

fn hex(digits: &[u8]) -> Option<u8> {
    let digit = |index: usize| char::from(*digits.get(index)?).to_digit(16);
    u8::try_from(digit(0)? * 16 + digit(1)?).ok()
}

/// The text as a segment of a URL's path.
pub(super) fn percent_encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or('0').to_ascii_uppercase();
            encoded.extend(['%', digit(byte >> 4), digit(byte & 15)]);
        }
    }
    encoded
}
