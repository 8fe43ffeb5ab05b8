//! The bot's token, and how it is kept out of every text that a person may see.

use std::fmt::{self, Debug, Formatter};

use serde_json::{Map, Value};

use crate::policy::envelope::{EXCERPT, beginning};
use crate::policy::{REDACTED, is_token, redact};
use crate::request::stopped::CAUSE;
use crate::request::{Error, IoError};

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

    /// The same error without the token in any of its texts: the one door of errors.
    pub fn clean(&self, mut error: Error) -> Error {
        let clean = |text: &mut String| *text = self.redact(text);
        match &mut error {
            Error::Validation { method, error } => {
                [method, &mut error.path, &mut error.expected, &mut error.received].into_iter().for_each(clean);
            }
            Error::Result { method, reason } => [method, reason].into_iter().for_each(clean),
            Error::Network { method, reason, source } => {
                if let Some(io) = source {
                    *io = IoError::of(io, |text| self.redact_chain(&text));
                }
                clean(method);
                *reason = self.redact_chain(reason);
            }
            Error::Api { method, description, parameters, .. } => {
                [method, description].into_iter().for_each(clean);
                if let Some(parameters) = parameters {
                    parameters.extra = self.clean_fields(std::mem::take(&mut parameters.extra));
                }
            }
            Error::Http { method, excerpt, .. } => [method, excerpt].into_iter().for_each(clean),
            Error::TooLarge { method, .. } | Error::Timeout { method, .. } | Error::Aborted { method } => clean(method),
        }
        error
    }

    /// Each error of a chain by itself: one that is withheld does not withhold the others.
    fn redact_chain(&self, chain: &str) -> String {
        let shown: Vec<_> = chain.split(CAUSE).map(|text| self.redact(text)).collect();
        beginning(&shown.join(CAUSE), EXCERPT).to_owned()
    }

    fn clean_fields(&self, fields: Map<String, Value>) -> Map<String, Value> {
        let mut clean = Map::new();
        // Collecting would sort the names first, with much code.
        for (name, value) in fields {
            clean.insert(self.redact(&name), self.clean_value(value));
        }
        clean
    }

    fn clean_value(&self, value: Value) -> Value {
        match value {
            Value::String(text) => self.redact(&text).into(),
            Value::Array(items) => items.into_iter().map(|item| self.clean_value(item)).collect(),
            Value::Object(fields) => self.clean_fields(fields).into(),
            other => other,
        }
    }
}

impl Debug for Token {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(REDACTED)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Token;
    use crate::request::{Error, answer};

    #[test]
    fn texts_of_an_answer_are_shown_without_the_token() {
        let token = Token::new("123456:AAbb-cc_DDeeFFgghh").unwrap();
        let spaced = "1 2 3 4 5 6 : A A b b - c c _ D D e e F F g g h h";
        let parameters =
            json!({"retry_after": 5, "list": [{token.secret(): [format!("a {}", token.secret()), 7, null, spaced]}]});
        let text = json!({"ok": false, "error_code": 429, "description": token.secret(), "parameters": parameters});
        let error = token.clean(answer::result("getMe", 429, &text.to_string()).unwrap_err());
        let Error::Api { description, parameters, .. } = error else { panic!("{error}") };
        assert_eq!(description, "<token>");
        let list = json!([{"<token>": ["a <token>", 7, null, "(withheld: it may contain the token)"]}]);
        assert_eq!(json!(parameters), json!({"retry_after": 5, "list": list}));
    }
}
