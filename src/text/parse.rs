//! Parses marked-up text as the service does: the visible text and its entities.

use super::entity::{Entity, MarkupError, VisibleText};
use super::{markdown, tags};

/// A text without its markup.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Parsed {
    /// The visible text.
    pub text: String,
    /// The marked parts, in order, with offsets and lengths in UTF-16 code units.
    pub entities: Vec<Entity>,
}

/// Parses text with the markup of a `parse_mode`, `Markdown` or `HTML`. With any other mode, the text is unchanged.
///
/// # Errors
/// If a mark or tag is not closed, or a tag is nested or not in the specification.
pub fn parse(text: &str, parse_mode: &str) -> Result<Parsed, MarkupError> {
    let mut output = VisibleText::default();
    match parse_mode {
        "HTML" => tags::parse(text, &mut output)?,
        "Markdown" => markdown::parse(text, &mut output)?,
        _ => output.push_str(text),
    }
    Ok(Parsed { text: output.text, entities: output.entities })
}
