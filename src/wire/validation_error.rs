//! The error of an invalid value: its path, what was expected, and what was received.

#![allow(clippy::unnecessary_box_returns)] // a boxed error is one pointer: see `CheckResult`

use std::fmt::{self, Display, Formatter};

use super::compact::{self, CompactField, text};
use super::descriptor::{self, Enumeration, ObjectDescriptor, UnionDescriptor, ValueKind};
use super::json::{self, SyntaxError, Type};
use super::strings::{all, concat, fill, is_word, join, whole};
use crate::text::characters;

/// For a longer string, only its length is shown, so that no part of a secret is shown.
const SHOWN: usize = 64;

/// A wrong value of parameters or of an update.
///
/// ```
/// use botwire::methods::SendMessage;
/// use botwire::request::validate;
///
/// let errors = validate(&SendMessage::new(42, "x".repeat(5000)));
/// assert_eq!(errors[0].path, "text");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValidationError {
    /// The path of the value, such as `reply_markup.inline_keyboard[0][1].callback_data`. Empty for the parameters as a
    /// whole.
    pub path: String,
    /// The expected value, in words.
    pub expected: String,
    /// The passed value, without its content.
    pub received: String,
}

/// The outcome of a check. The error is boxed: passing a result of one pointer takes much less code.
pub(super) type CheckResult<T = ()> = Result<T, Box<ValidationError>>;

impl ValidationError {
    #[cold]
    #[inline(never)]
    pub(super) fn new(expected: &str, received: &str) -> Box<Self> {
        Box::new(Self { path: String::new(), expected: concat(&[expected]), received: concat(&[received]) })
    }

    #[cold]
    #[inline(never)]
    pub(super) fn of(kind: &impl Expected, received: &str) -> Box<Self> {
        Self::new(&kind.expected(), received)
    }

    /// Creates the error for a value, as JSON text, that is not of the kind.
    #[cold]
    #[inline(never)]
    pub(super) fn unfit(kind: compact::CompactKind, value: &str) -> Box<Self> {
        Self::of(&kind, &received(value))
    }

    /// Creates the error for text that is not JSON.
    #[cold]
    #[inline(never)]
    pub(crate) fn of_syntax(error: SyntaxError) -> Box<Self> {
        Self::new("JSON", &fill("a syntax error at byte #", &[whole(error.at())]))
    }

    /// Creates the error for an unknown field of an object.
    #[cold]
    pub(super) fn unknown_field(object: &ObjectDescriptor) -> Box<Self> {
        Self::new(&concat(&["one of the fields ", &names(object)]), "an unknown field")
    }

    /// Creates the error for a missing field of an object.
    #[cold]
    pub(super) fn missing(object: &ObjectDescriptor, field: &descriptor::FieldDescriptor) -> Box<Self> {
        let kind = Expectation::of(&field.kind).expected();
        Self::new(&concat(&[&kind, " (the fields are ", &names(object), ")"]), "nothing")
    }

    /// Prepends a field's name to the path.
    #[cold]
    #[inline(never)]
    pub(crate) fn in_field(mut self: Box<Self>, name: &str) -> Box<Self> {
        self.within(&step(name));
        self
    }

    /// Prepends a step to the path.
    #[inline(never)]
    pub(super) fn within(&mut self, step: &str) {
        let dot = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = concat(&[step, dot, &self.path]);
    }

    /// Prepends a known field's name to the path.
    #[cold]
    #[inline(never)]
    pub(super) fn in_known(self: Box<Self>, field: CompactField) -> Box<Self> {
        self.in_field(text(field.name()))
    }

    /// Prepends an item's index to the path.
    #[cold]
    #[inline(never)]
    pub(super) fn in_item(mut self: Box<Self>, index: usize) -> Box<Self> {
        self.within(&item(index));
        self
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

/// Returns a field's name as a step of a path.
#[cold]
#[inline(never)]
pub(super) fn step(name: &str) -> String {
    let is_name = !name.is_empty() && all(name.as_bytes(), is_word);
    if is_name { concat(&[name]) } else { concat(&["[", &json::quote(name), "]"]) }
}

/// Returns an item's index as a step of a path.
#[cold]
pub(super) fn item(index: usize) -> String {
    fill("[#]", &[whole(index)])
}

/// Describes a kind in the words of the specification.
pub(super) trait Expected {
    /// Appends the description, with its article, to a text.
    fn name(&self, text: &mut String);

    /// Returns the description, with its article.
    fn expected(&self) -> String {
        let mut text = String::new();
        self.name(&mut text);
        text
    }
}

impl Expected for compact::CompactKind {
    fn name(&self, text: &mut String) {
        match *self {
            Self::Literal(names) => literal(names.first(), text),
            Self::Enum(names) => one_of(&mut names.texts(), text),
            Self::Object(object) => article(object.name(), text),
            Self::Union(union) => {
                alternatives(union.name(), union.variants().map(compact::CompactObject::name), text);
            }
            plain => text.push_str(plain.description()),
        }
    }
}

impl compact::CompactKind {
    /// Describes a kind without a type name, with its article.
    #[inline(never)]
    const fn description(self) -> &'static str {
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
            Self::Any => "a value that JSON can hold",
            Self::Literal(_) | Self::Enum(_) | Self::Object(_) | Self::Union(_) => "",
        }
    }
}

/// The expected kind of a value, without the tables of objects, so that a program that parses one need not link them.
#[derive(Debug, Clone, Copy)]
pub enum Expectation {
    /// This text.
    Text(&'static str),
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
    /// Returns the expectation of a kind.
    #[must_use]
    pub const fn of(kind: &ValueKind) -> Self {
        match kind {
            ValueKind::Literal(value) => Self::Literal(value),
            ValueKind::Enum(enumeration) => Self::Enum(enumeration),
            ValueKind::Object(object) => Self::Object(object.name),
            ValueKind::Union(union) => Self::Union(union),
            ValueKind::OrTrue(ValueKind::Object(object)) => Self::OrTrue(object.name),
            ValueKind::Array(_) => Self::Text(compact::CompactKind::Array(0).description()),
            other => Self::Text(match compact::CompactKind::plain(other) {
                Some(kind) => kind.description(),
                None => "",
            }),
        }
    }
}

impl Expected for Expectation {
    fn name(&self, text: &mut String) {
        match self {
            Self::Text(expected) => text.push_str(expected),
            Self::Literal(value) => literal(value, text),
            Self::Enum(enumeration) => one_of(&mut enumeration.values.iter().map(|value| value.name), text),
            Self::Object(name) => article(name, text),
            Self::Union(union) => alternatives(union.name, union.variants.iter().map(|object| object.name), text),
            Self::OrTrue(name) => {
                article(name, text);
                text.push_str(" or true");
            }
        }
    }
}

#[inline(never)]
fn article(name: &str, text: &mut String) {
    let vowel = matches!(name.as_bytes().first(), Some(b'A' | b'E' | b'I' | b'O' | b'o')) || name == "Update";
    text.push_str(if vowel { "an " } else { "a " });
    text.push_str(name);
}

/// Returns the names of the fields of an object.
fn names(object: &ObjectDescriptor) -> String {
    if object.fields.is_empty() {
        "(none)".to_owned()
    } else {
        join(&mut object.fields.iter().map(|field| field.name), ", ")
    }
}

fn literal(value: &str, text: &mut String) {
    text.push_str("the String ");
    text.push_str(&json::quote(value));
}

fn one_of(names: &mut dyn Iterator<Item = &str>, text: &mut String) {
    text.push_str("one of ");
    text.push_str(&join(names, ", "));
}

fn alternatives<'a>(name: &str, variants: impl ExactSizeIterator<Item = &'a str>, text: &mut String) {
    if variants.len() > 4 {
        return article(name, text);
    }
    for variant in variants {
        if !text.is_empty() {
            text.push_str(" or ");
        }
        article(variant, text);
    }
}

/// Describes the received value.
#[cold]
#[inline(never)]
pub(super) fn received(value: &str) -> String {
    match json::type_of(value) {
        Type::String => {
            let length = json::text(value).map_or(0, |text| characters(&text.decode()));
            if length <= SHOWN { concat(&[value]) } else { fill("a String of # characters", &[whole(length)]) }
        }
        Type::Object if json::members(value).next().is_none() => concat(&["an empty object"]),
        Type::Object => concat(&["an object"]),
        Type::Array => fill("an Array of # items", &[whole(json::items(value).count())]),
        Type::Number | Type::Boolean | Type::Null => concat(&[value]),
    }
}
