//! JSON objects, written member by member as text: what is shown is text, so no tree is built for it.

use crate::wire::json::quote;

/// The members of a JSON object, without its braces.
#[derive(Debug, Clone, Default)]
pub(super) struct Members(String);

impl Members {
    pub fn new() -> Self {
        Self::default()
    }

    /// A member whose value is JSON text; none when the text is empty.
    #[must_use]
    pub fn json(mut self, name: &str, value: &str) -> Self {
        if !value.is_empty() {
            if !self.0.is_empty() {
                self.0.push(',');
            }
            for part in ["\"", name, "\":", value] {
                self.0.push_str(part);
            }
        }
        self
    }

    #[must_use]
    pub fn text(self, name: &str, value: &str) -> Self {
        self.json(name, &quote(value))
    }

    /// A text, or nothing when there is none.
    #[must_use]
    pub fn maybe(self, name: &str, value: Option<&str>) -> Self {
        match value {
            Some(value) => self.text(name, value),
            None => self,
        }
    }

    #[must_use]
    pub fn number(self, name: &str, value: i64) -> Self {
        self.json(name, &value.to_string())
    }

    /// A number, or nothing when there is none.
    #[must_use]
    pub fn maybe_number(self, name: &str, value: Option<i64>) -> Self {
        match value {
            Some(value) => self.number(name, value),
            None => self,
        }
    }

    #[must_use]
    pub fn flag(self, name: &str, value: bool) -> Self {
        self.json(name, if value { "true" } else { "false" })
    }

    /// Members that are text already.
    #[must_use]
    pub fn more(mut self, members: &str) -> Self {
        if !members.is_empty() {
            if !self.0.is_empty() {
                self.0.push(',');
            }
            self.0.push_str(members);
        }
        self
    }

    /// The members, without braces.
    pub fn bare(self) -> String {
        self.0
    }

    /// The object.
    pub fn object(self) -> String {
        ["{", &self.0, "}"].concat()
    }
}

/// An array of JSON texts.
pub(super) fn array<T: AsRef<str>>(items: impl IntoIterator<Item = T>) -> String {
    let mut text = String::from("[");
    for item in items {
        if text.len() > 1 {
            text.push(',');
        }
        text.push_str(item.as_ref());
    }
    text.push(']');
    text
}
