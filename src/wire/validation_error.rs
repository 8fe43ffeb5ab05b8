//! What is wrong with a value: where, what was expected, what came.

#![allow(clippy::unnecessary_box_returns)] // a boxed error is one pointer: see `CheckResult`

use std::fmt::{self, Display, Formatter};

use super::compact::{self, CompactField, text};
use super::descriptor::{self, Enumeration, ObjectDescriptor, UnionDescriptor, ValueKind};
use super::json::{self, Malformed, SyntaxError, Type};
use crate::text::characters;

/// A longer string is told by its length, so that no part of a secret in it is shown.
const SHOWN: usize = 64;

/// The first error that the walk met.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValidationError {
    /// Path of the value, such as `reply_markup.inline_keyboard[0][1].callback_data`; empty for
    /// the parameters as a whole.
    pub path: String,
    /// What the specification wants there.
    pub expected: String,
    /// What came.
    pub received: String,
}

/// The outcome of a check. The error is boxed: a result of one pointer passes through the walk in
/// much less code.
pub(super) type CheckResult<T = ()> = Result<T, Box<ValidationError>>;

impl ValidationError {
    #[cold]
    #[inline(never)]
    pub(super) fn new(expected: &str, received: &str) -> Box<Self> {
        Box::new(Self { path: String::new(), expected: expected.into(), received: received.into() })
    }

    #[cold]
    #[inline(never)]
    pub(super) fn of(kind: &impl Expected, received: &str) -> Box<Self> {
        Self::new(&kind.expected(), received)
    }

    /// An object of those fields has another one.
    #[cold]
    pub(super) fn unknown_field(object: &ObjectDescriptor) -> Box<Self> {
        Self::new(&words(&["one of the fields ", &names(object)]), "an unknown field")
    }

    /// An object lacks one of its fields.
    #[cold]
    pub(super) fn missing(object: &ObjectDescriptor, field: &descriptor::FieldDescriptor) -> Box<Self> {
        let kind = Expectation::of(&field.kind).expected();
        Self::new(&words(&[&kind, " (the fields are ", &names(object), ")"]), "nothing")
    }

    /// The same fault, seen from the object that holds the field.
    #[cold]
    #[inline(never)]
    pub(crate) fn in_field(mut self: Box<Self>, name: &str) -> Box<Self> {
        let mut path = if is_name(name) { name.to_owned() } else { words(&["[", &json::quote(name), "]"]) };
        if !self.path.is_empty() && !self.path.starts_with('[') {
            path.push('.');
        }
        path.push_str(&self.path);
        self.path = path;
        self
    }

    /// The same error, seen from the object that has the field.
    #[cold]
    #[inline(never)]
    pub(super) fn in_known(self: Box<Self>, field: CompactField) -> Box<Self> {
        self.in_field(text(field.name()))
    }

    /// The same error, seen from the array that holds the item.
    #[cold]
    #[inline(never)]
    pub(super) fn in_item(mut self: Box<Self>, index: usize) -> Box<Self> {
        let dot = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = words(&["[", &count(index), "]", dot, &self.path]);
        self
    }
}

#[cfg(all(feature = "js", target_arch = "wasm32", not(any(feature = "client", feature = "emulator"))))]
impl ValidationError {
    /// Its three texts in a row, the last one with the character 1 behind it. What they show of the parameters is quoted, so
    /// no control character stands in them.
    #[cold]
    #[inline(never)]
    pub(crate) fn joined(&self, between: &str) -> String {
        words(&[&self.path, between, &self.expected, between, &self.received, "\u{1}"])
    }
}

impl From<SyntaxError> for Box<ValidationError> {
    #[cold]
    #[inline(never)]
    fn from(error: SyntaxError) -> Self {
        ValidationError::new("JSON", &words(&["a syntax error at byte ", &count(error.at())]))
    }
}

impl From<Malformed> for Box<ValidationError> {
    #[cold]
    #[inline(never)]
    fn from(malformed: Malformed) -> Self {
        match malformed {
            Malformed::Syntax(error) => error.into(),
            Malformed::TooDeep => ValidationError::new("at most 64 levels of nesting", "more"),
        }
    }
}

impl Display for ValidationError {
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

impl std::error::Error for ValidationError {}

fn is_name(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// A kind in the words of the specification.
pub(super) trait Expected {
    /// The words, with their article.
    fn expected(&self) -> String;
}

impl Expected for compact::CompactKind {
    fn expected(&self) -> String {
        match *self {
            Self::Literal(names) => literal(names.first()),
            Self::Enum(names) => one_of(names.texts()),
            Self::Object(object) => article(object.name()),
            Self::Union(union) => alternatives(union.name(), union.variants().map(compact::CompactObject::name)),
            plain => plain.words().to_owned(),
        }
    }
}

impl compact::CompactKind {
    /// The words of a kind that no name belongs to.
    const fn words(self) -> &'static str {
        match self {
            Self::Integer | Self::Id => "an Integer",
            Self::Float => "a Float",
            Self::String => "a String",
            Self::Boolean => "a Boolean",
            Self::True => "true",
            Self::ChatId => "a chat id (Integer, or String such as \"@channelusername\")",
            Self::File => "a file to upload (a String does not work)",
            Self::FileOrString => "a file to upload, or a String (file_id or URL)",
            Self::Attach => "a file to attach, or a String (file_id, URL or attach://<name>)",
            Self::Array(_) => "an Array",
            Self::Literal(_) | Self::Enum(_) | Self::Object(_) | Self::Union(_) => "",
        }
    }
}

/// What is expected of a value: its kind, without the tables of objects, which a program that reads one need not hold.
#[derive(Debug, Clone, Copy)]
pub enum Expectation {
    /// These words.
    Words(&'static str),
    /// The fixed string.
    Literal(&'static str),
    /// One of the strings.
    Enum(&'static Enumeration),
    /// The object of that name.
    Object(&'static str),
    /// One of the objects.
    Union(&'static UnionDescriptor),
    /// The object of that name, or `true`.
    OrTrue(&'static str),
}

impl Expectation {
    /// That of a kind.
    #[must_use]
    pub const fn of(kind: &ValueKind) -> Self {
        match kind {
            ValueKind::Literal(value) => Self::Literal(value),
            ValueKind::Enum(enumeration) => Self::Enum(enumeration),
            ValueKind::Object(object) => Self::Object(object.name),
            ValueKind::Union(union) => Self::Union(union),
            ValueKind::OrTrue(ValueKind::Object(object)) => Self::OrTrue(object.name),
            ValueKind::Array(_) => Self::Words(compact::CompactKind::Array(0).words()),
            other => Self::Words(match compact::CompactKind::plain(other) {
                Some(kind) => kind.words(),
                None => "",
            }),
        }
    }
}

impl Expected for Expectation {
    fn expected(&self) -> String {
        match self {
            Self::Words(words) => (*words).to_owned(),
            Self::Literal(value) => literal(value),
            Self::Enum(enumeration) => one_of(enumeration.values.iter().map(|value| value.name)),
            Self::Object(name) => article(name),
            Self::Union(union) => alternatives(union.name, union.variants.iter().map(|object| object.name)),
            Self::OrTrue(name) => words(&[&article(name), " or true"]),
        }
    }
}

fn article(name: &str) -> String {
    let vowel = name.starts_with(['A', 'E', 'I', 'O', 'o']) || name == "Update";
    words(&[if vowel { "an " } else { "a " }, name])
}

/// The names of the fields of an object.
fn names(object: &ObjectDescriptor) -> String {
    if object.fields.is_empty() {
        "(none)".to_owned()
    } else {
        list(object.fields.iter().map(|field| field.name), ", ")
    }
}

fn literal(value: &str) -> String {
    words(&["the String ", &json::quote(value)])
}

fn one_of<'a>(names: impl Iterator<Item = &'a str>) -> String {
    words(&["one of ", &list(names, ", ")])
}

fn alternatives<'a>(name: &str, variants: impl Iterator<Item = &'a str> + Clone) -> String {
    if variants.clone().count() > 4 {
        return article(name);
    }
    let names: Vec<String> = variants.map(article).collect();
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
