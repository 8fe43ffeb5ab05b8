//! The bot's token, and how it is kept out of every text that a person may see.

use std::fmt::{self, Debug, Formatter};

use crate::policy::envelope::{EXCERPT, beginning};
use crate::policy::{REDACTED, is_token, redact};
use crate::request::Error;
use crate::request::stopped::CAUSE;

/// The token. Printing it, even with `{:?}`, shows that it is hidden.
#[derive(Clone)]
pub(crate) struct Token(String);

impl Token {
    /// The token, if it is one.
    pub fn new(token: &str) -> Option<Self> {
        is_token(token).then(|| Self(token.to_owned()))
    }

    /// The token itself, to build a URL.
    pub fn secret(&self) -> &str {
        &self.0
    }

    /// The text without the token, however it is written there.
    pub fn redact(&self, text: &str) -> String {
        redact(text, &self.0)
    }

    /// The same error with every text cleaned of the token.
    pub fn clean(&self, mut error: Error) -> Error {
        let clean = |text: &mut String| *text = self.redact(text);
        match &mut error {
            Error::Validation { method, error } => {
                [method, &mut error.path, &mut error.expected, &mut error.received].into_iter().for_each(clean);
            }
            Error::Result { method, reason } => [method, reason].into_iter().for_each(clean),
            Error::Network { method, reason } => {
                clean(method);
                // Each error of a chain by itself: a token that is cut off is recognized at the end of a text only.
                let mut shown = String::new();
                for text in reason.split(CAUSE) {
                    if !shown.is_empty() {
                        shown.push_str(CAUSE);
                    }
                    shown.push_str(&self.redact(text));
                }
                // Not earlier: of a token that is cut, the rest would be shown.
                beginning(&shown, EXCERPT).clone_into(reason);
            }
            // What an answer says was redacted before it was put on one line.
            Error::Api { method, .. }
            | Error::Http { method, .. }
            | Error::TooLarge { method, .. }
            | Error::Timeout { method, .. }
            | Error::Aborted { method } => clean(method),
        }
        error
    }
}

impl Debug for Token {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(REDACTED)
    }
}
