//! Holds the bot's token and removes it from every text that a person may see.

use std::fmt::{self, Debug, Formatter};

use serde_json::{Map, Value};

use crate::policy::envelope::{EXCERPT, beginning};
use crate::policy::{REDACTED, is_token, redact};
use crate::request::stopped::CAUSE;
use crate::request::{Error, IoError};

/// The bot's token. Its `Debug` output does not show it.
#[derive(Clone)]
pub(crate) struct Token(String);

impl Token {
    /// Returns the token if it is valid.
    pub fn new(token: &str) -> Option<Self> {
        is_token(token).then(|| Self(token.to_owned()))
    }

    /// Returns the token itself, to build a URL.
    pub fn secret(&self) -> &str {
        &self.0
    }

    /// Returns the text without the token in any spelling.
    pub fn redact(&self, text: &str) -> String {
        redact(text, &self.0)
    }

    /// Removes the token from all texts of an error. Every error that reaches the caller passes through here.
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

    /// Redacts each error of a chain separately: if one is withheld, the others are still shown.
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
