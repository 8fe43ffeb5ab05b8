//! Marked-up text, as the service reads it: the visible text and its entities.

use super::markdown;
use super::tags;
use crate::types::{MessageEntity, MessageEntityType};

/// A text without its markup.
#[derive(Debug, Clone, PartialEq)]
pub struct Parsed {
    /// The visible text.
    pub text: String,
    /// What was marked, in order; offsets and lengths in UTF-16 code units.
    pub entities: Vec<MessageEntity>,
}

/// Markup that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Malformed {
    /// Offset in bytes of UTF-8.
    pub at: usize,
    /// What is wrong there.
    pub what: String,
}

/// Reads text with the markup of a `parse_mode`, `Markdown` or `HTML`; with another one the text
/// is taken as it is.
///
/// Spec: core, Formatting of text.
///
/// # Errors
/// When a mark or tag has no end, or a tag is nested or not of the specification.
pub fn parse(text: &str, parse_mode: &str) -> Result<Parsed, Malformed> {
    let mut output = Output::default();
    match parse_mode {
        "HTML" => tags::parse(text, &mut output)?,
        "Markdown" => markdown::parse(text, &mut output)?,
        _ => output.push_str(text),
    }
    Ok(Parsed { text: output.text, entities: output.entities })
}

impl Malformed {
    pub(super) fn new(at: usize, what: impl Into<String>) -> Self {
        Self { at, what: what.into() }
    }
}

/// The visible text so far.
#[derive(Default)]
pub(super) struct Output {
    text: String,
    length: i64,
    entities: Vec<MessageEntity>,
}

impl Output {
    pub fn push(&mut self, letter: char) {
        self.text.push(letter);
        self.length += units(letter);
    }

    pub fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
        self.length += text.chars().map(units).sum::<i64>();
    }

    /// Offset of what comes next.
    pub fn offset(&self) -> i64 {
        self.length
    }

    /// Marks what came since the offset; nothing marks nothing.
    pub fn mark(&mut self, kind: MessageEntityType, offset: i64, url: Option<String>) {
        let length = self.length - offset;
        if length > 0 && url.as_deref() != Some("") {
            let mut entity = MessageEntity::new(kind, offset, length);
            entity.url = url;
            self.entities.push(entity);
        }
    }
}

/// UTF-16 code units of a character.
pub(super) fn units(letter: char) -> i64 {
    if letter.len_utf16() == 2 { 2 } else { 1 }
}
