//! What is wrong with a value: where, what was expected, what came.

#![allow(clippy::unnecessary_box_returns)] // a boxed fault is one pointer: see `Outcome`

use std::fmt::{self, Display, Formatter};

use super::descriptor::{Enumeration, Kind, Object, Union};
use super::json::{self, Malformed, Type};
use crate::text::characters;

/// A longer string is told by its length, so that no part of a secret in it is shown.
const SHOWN: usize = 64;

/// The first fault that the walk met.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Path of the value, such as `reply_markup.inline_keyboard[0][1].callback_data`; empty for
    /// the parameters as a whole.
    pub path: String,
    /// What the specification wants there.
    pub expected: String,
    /// What came.
    pub received: String,
}

/// The outcome of a check. The fault is boxed: a result of one pointer passes through the walk in
/// much less code.
pub(super) type Outcome<T = ()> = Result<T, Box<Fault>>;

impl Fault {
    #[cold]
    #[inline(never)]
    pub(super) fn new(expected: &str, received: &str) -> Box<Self> {
        Box::new(Self { path: String::new(), expected: expected.into(), received: received.into() })
    }

    #[cold]
    #[inline(never)]
    pub(super) fn of(kind: &Kind, received: &str) -> Box<Self> {
        Self::new(&expected(kind), received)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn of_object(object: &Object, received: &str) -> Box<Self> {
        Self::new(&article(object.name), received)
    }

    /// The same fault, seen from the object that holds the field.
    #[cold]
    #[inline(never)]
    pub(super) fn in_field(mut self: Box<Self>, name: &str) -> Box<Self> {
        let mut path = if is_name(name) { name.to_owned() } else { words(&["[", &json::quote(name), "]"]) };
        if !self.path.is_empty() && !self.path.starts_with('[') {
            path.push('.');
        }
        path.push_str(&self.path);
        self.path = path;
        self
    }

    /// The same fault, seen from the array that holds the item.
    #[cold]
    #[inline(never)]
    pub(super) fn in_item(mut self: Box<Self>, index: usize) -> Box<Self> {
        let dot = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = words(&["[", &count(index), "]", dot, &self.path]);
        self
    }
}

impl From<Malformed> for Box<Fault> {
    #[cold]
    #[inline(never)]
    fn from(malformed: Malformed) -> Self {
        if malformed.too_deep {
            return Fault::new("at most 64 levels of nesting", "more");
        }
        Fault::new("JSON", &words(&["a syntax error at byte ", &count(malformed.at)]))
    }
}

impl Display for Fault {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            formatter.write_str(&self.path)?;
            formatter.write_str(": ")?;
        }
        formatter.write_str("expected ")?;
        formatter.write_str(&self.expected)?;
        formatter.write_str(", got ")?;
        formatter.write_str(&self.received)
    }
}

impl std::error::Error for Fault {}

fn is_name(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The kind in the words of the specification, with its article.
fn expected(kind: &Kind) -> String {
    match kind {
        Kind::Integer | Kind::Id => "an Integer".into(),
        Kind::Float => "a Float".into(),
        Kind::String => "a String".into(),
        Kind::Boolean => "a Boolean".into(),
        Kind::True => "true".into(),
        Kind::ChatId => "a chat id (Integer, or String such as \"@channelusername\")".into(),
        Kind::Literal(value) => words(&["the String ", &json::quote(value)]),
        Kind::Enum(enumeration) => one_of(enumeration),
        Kind::File => "a file to upload (a String does not work)".into(),
        Kind::FileOrString => "a file to upload, or a String (file_id or URL)".into(),
        Kind::Attach => "a file to attach, or a String (file_id, URL or attach://<name>)".into(),
        Kind::Object(object) => article(object.name),
        Kind::Array(_) => "an Array".into(),
        Kind::Union(union) => alternatives(union),
        Kind::OrTrue(kind) => words(&[&expected(kind), " or true"]),
    }
}

fn article(name: &str) -> String {
    let vowel = name.starts_with(['A', 'E', 'I', 'O']) || name == "Update";
    words(&[if vowel { "an " } else { "a " }, name])
}

pub(super) fn one_of(enumeration: &Enumeration) -> String {
    words(&["one of ", &list(enumeration.values.iter().map(|value| value.name), ", ")])
}

fn alternatives(union: &Union) -> String {
    if union.variants.len() > 4 {
        return article(union.name);
    }
    let names: Vec<String> = union.variants.iter().map(|object| article(object.name)).collect();
    list(names.iter().map(String::as_str), " or ")
}

/// What came, in words.
#[cold]
#[inline(never)]
pub(super) fn received(value: &str) -> String {
    match json::type_of(value) {
        Type::String => {
            let length = json::text(value).map_or(0, |text| characters(&text.decode()));
            if length <= SHOWN { value.to_owned() } else { words(&["a String of ", &count(length), " characters"]) }
        }
        Type::Object if json::members(value).next().is_none() => "an empty object".into(),
        Type::Object => "an object".into(),
        Type::Array => words(&["an Array of ", &count(json::items(value).count()), " items"]),
        Type::Number | Type::Boolean | Type::Null => value.to_owned(),
    }
}

/// The words in a row. One copy of this loop is smaller than `concat` and `join` for each length.
pub(super) fn words(words: &[&str]) -> String {
    list(words.iter().copied(), "")
}

/// The words with something between them.
pub(super) fn list<'a>(words: impl Iterator<Item = &'a str>, between: &str) -> String {
    let mut text = String::new();
    for word in words {
        if !text.is_empty() {
            text.push_str(between);
        }
        text.push_str(word);
    }
    text
}

/// A number in digits; the formatting machinery of the standard library costs several kilobytes.
pub(super) fn decimal(number: u64) -> String {
    let mut digits = if number < 10 { String::new() } else { decimal(number / 10) };
    digits.extend(char::from_digit((number % 10) as u32, 10));
    digits
}

/// A count in digits.
pub(super) fn count(number: usize) -> String {
    decimal(number as u64)
}
