//! The bot's token, and how it is kept out of every text that a person may see.

use std::fmt::{self, Debug, Formatter};

use crate::policy::{REDACTED, redact};

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

    /// The text without the token, however it is written there.
    pub fn redact(&self, text: &str) -> String {
        redact(text, &self.0)
    }
}

impl Debug for Token {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(REDACTED)
    }
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
