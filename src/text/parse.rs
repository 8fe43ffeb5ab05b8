//! Marked-up text, as the service reads it: the visible text and its entities.

use super::entity::{Entity, MarkupError, VisibleText};
use super::{markdown, tags};

/// A text without its markup.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Parsed {
    /// The visible text.
    pub text: String,
    /// What was marked, in order; offsets and lengths in UTF-16 code units.
    pub entities: Vec<Entity>,
}

/// Reads text with the markup of a `parse_mode`, `Markdown` or `HTML`; with another one the text
/// is taken as it is.
///
/// Spec: core, Formatting of text.
///
/// # Errors
/// When a mark or tag has no end, or a tag is nested or not of the specification.
pub fn parse(text: &str, parse_mode: &str) -> Result<Parsed, MarkupError> {
    let mut output = VisibleText::default();
    match parse_mode {
        "HTML" => tags::parse(text, &mut output)?,
        "Markdown" => markdown::parse(text, &mut output)?,
        _ => output.push_str(text),
    }
    Ok(Parsed { text: output.text, entities: output.entities })
}
