//! JSON that preserves the order of members, and its text: short values on one line, long values on several.

use std::fmt::{self, Formatter};

use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub enum Json {
    /// `true` or `false`.
    Boolean(bool),
    /// A whole number.
    Integer(i64),
    /// A string.
    String(String),
    /// JSON text that is written unchanged.
    Text(String),
    /// An array.
    Array(Vec<Json>),
    /// An object.
    Object(Vec<(String, Json)>),
}

/// The maximum width of a value on one line.
const WIDTH: usize = 120;

impl Json {
    /// Creates an object with these members.
    pub fn object<const N: usize>(members: [(&str, Json); N]) -> Self {
        Self::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// Creates an array of strings.
    pub fn strings<'a>(items: impl IntoIterator<Item = &'a str>) -> Self {
        items.into_iter().map(Self::from).collect()
    }

    /// Returns JSON text unchanged, and any other text as a string.
    pub fn of_text(text: &str) -> Self {
        match serde_json::from_str::<serde_json::Value>(text) {
            Ok(_) => Self::Text(text.to_owned()),
            Err(_) => Self::from(text),
        }
    }

    /// Parses JSON text. Text that is not JSON becomes a string.
    pub fn parsed(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_else(|_| Self::from(text))
    }

    /// Adds a member to an object.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Json>) -> Self {
        if let Self::Object(members) = &mut self {
            members.push((name.to_owned(), value.into()));
        }
        self
    }

    /// Adds a member if it has a value.
    #[must_use]
    pub fn with_some(self, name: &str, value: Option<impl Into<Json>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Returns the value of a member of an object.
    pub fn member(&self, name: &str) -> Option<&Self> {
        let Self::Object(members) = self else { return None };
        members.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Returns the text, with a line feed at its end.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.write(0, 0, &mut text);
        text.push('\n');
        text
    }

    fn write(&self, depth: usize, before: usize, text: &mut String) {
        let line = self.line();
        let (open, close, items): (_, _, Vec<(String, &Json)>) = match self {
            Self::Array(items) if before + line.len() > WIDTH => {
                ('[', ']', items.iter().map(|item| (String::new(), item)).collect())
            }
            Self::Object(members) if before + line.len() > WIDTH => {
                ('{', '}', members.iter().map(|(name, value)| (quote(name) + ": ", value)).collect())
            }
            _ => return text.push_str(&line),
        };
        text.push(open);
        for (index, (name, value)) in items.iter().enumerate() {
            text.push_str(if index == 0 { "\n" } else { ",\n" });
            text.extend(std::iter::repeat_n(' ', depth + 1));
            text.push_str(name);
            value.write(depth + 1, depth + 2 + name.len(), text);
        }
        text.push('\n');
        text.extend(std::iter::repeat_n(' ', depth));
        text.push(close);
    }

    fn line(&self) -> String {
        match self {
            Self::Boolean(value) => value.to_string(),
            Self::Integer(value) => value.to_string(),
            Self::String(value) => quote(value),
            Self::Text(text) => text.clone(),
            Self::Array(items) => {
                let items: Vec<String> = items.iter().map(Self::line).collect();
                format!("[{}]", items.join(", "))
            }
            Self::Object(members) => {
                let members: Vec<String> =
                    members.iter().map(|(name, value)| format!("{}: {}", quote(name), value.line())).collect();
                format!("{{{}}}", members.join(", "))
            }
        }
    }
}

/// Quotes a string for JSON and TypeScript.
pub fn quote(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

impl From<bool> for Json {
    fn from(value: bool) -> Self {
        Self::Boolean(value)
    }
}

impl From<i64> for Json {
    fn from(value: i64) -> Self {
        Self::Integer(value)
    }
}

impl From<u32> for Json {
    fn from(value: u32) -> Self {
        Self::Integer(value.into())
    }
}

impl From<&str> for Json {
    fn from(value: &str) -> Self {
        Self::String(value.to_owned())
    }
}

impl From<String> for Json {
    fn from(value: String) -> Self {
        Self::String(value)
    }
}

impl From<Vec<Json>> for Json {
    fn from(items: Vec<Json>) -> Self {
        Self::Array(items)
    }
}

impl FromIterator<Json> for Json {
    fn from_iter<T: IntoIterator<Item = Json>>(items: T) -> Self {
        Self::Array(items.into_iter().collect())
    }
}

impl FromIterator<(String, Json)> for Json {
    fn from_iter<T: IntoIterator<Item = (String, Json)>>(members: T) -> Self {
        Self::Object(members.into_iter().collect())
    }
}

/// Reads a value, with the members of objects in their order.
impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Boolean(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Integer(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Text(value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Text(value.to_string()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::from(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        std::iter::from_fn(|| items.next_element().transpose()).collect::<Result<Vec<_>, _>>().map(Json::Array)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Json, A::Error> {
        std::iter::from_fn(|| members.next_entry().transpose()).collect::<Result<Vec<_>, _>>().map(Json::Object)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_values_stay_on_one_line_and_long_ones_do_not() {
        let long = "x".repeat(WIDTH);
        let value = Json::object([("z", Json::from(1_u32)), ("a", Json::strings([long.as_str(), "y"]))]);
        assert_eq!(value.text(), format!("{{\n \"z\": 1,\n \"a\": [\n  \"{long}\",\n  \"y\"\n ]\n}}\n"));
        assert_eq!(Json::object([("q", Json::from("\"\n"))]).text(), "{\"q\": \"\\\"\\n\"}\n");
    }

    #[test]
    fn text_that_is_not_json_becomes_a_string() {
        assert_eq!(Json::of_text("100"), Json::Text("100".into()));
        assert_eq!(Json::of_text("all"), Json::String("all".into()));
    }
}
