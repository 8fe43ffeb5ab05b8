//! Entities of a text, and the visible text during parsing.

use std::fmt;

/// The kind of an entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mark {
    /// `@username`.
    Mention,
    /// `#hashtag`.
    Hashtag,
    /// `/command`.
    BotCommand,
    /// A URL written out in the text.
    Url,
    /// An email address.
    Email,
    /// Bold text.
    Bold,
    /// Italic text.
    Italic,
    /// Inline code.
    Code,
    /// A block of code.
    Pre,
    /// A text that is a link.
    TextLink,
}

/// An entity of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entity {
    /// The kind.
    pub mark: Mark,
    /// Offset in UTF-16 code units.
    pub offset: i64,
    /// Length in UTF-16 code units.
    pub length: i64,
    /// The target of a [`Mark::TextLink`].
    pub url: Option<String>,
}

/// An error in the markup.
///
/// ```
/// use botwire::text::parse;
///
/// let error = parse("<b>Hello", "HTML").unwrap_err();
/// eprintln!("{} at byte {}", error.what, error.at);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct MarkupError {
    /// Offset in bytes of UTF-8.
    pub at: usize,
    /// A description of the error.
    pub what: String,
}

impl fmt::Display for MarkupError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} at byte {}", self.what, self.at)
    }
}

impl std::error::Error for MarkupError {}

impl MarkupError {
    pub(super) fn new(at: usize, what: impl Into<String>) -> Self {
        Self { at, what: what.into() }
    }
}

/// The visible text so far.
#[derive(Default)]
pub(super) struct VisibleText {
    pub text: String,
    length: i64,
    pub entities: Vec<Entity>,
}

impl VisibleText {
    pub fn push(&mut self, letter: char) {
        self.text.push(letter);
        self.length += units(letter);
    }

    pub fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
        self.length += text.chars().map(units).sum::<i64>();
    }

    /// Returns the offset of the next character.
    pub fn offset(&self) -> i64 {
        self.length
    }

    /// Marks the text since the offset, unless it is empty.
    pub fn mark(&mut self, mark: Mark, offset: i64, url: Option<String>) {
        let length = self.length - offset;
        if length > 0 && url.as_deref() != Some("") {
            self.entities.push(Entity { mark, offset, length, url });
        }
    }
}

/// Returns the number of UTF-16 code units of a character.
pub(super) fn units(letter: char) -> i64 {
    if letter.len_utf16() == 2 { 2 } else { 1 }
}
