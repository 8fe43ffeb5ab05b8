//! The Markdown that the service reads: `*bold*`, `_italic_`, `[text](url)`, code and fences.
//!
//! The specification is silent about escapes. Here, as in such services, a backslash outside of entities takes the meaning of a
//! `*`, `_`, `` ` `` or `[` after it, and any other backslash is itself.

use super::entity::{Mark, MarkupError, VisibleText};

const FENCE: &str = "```";

pub(super) fn parse(text: &str, output: &mut VisibleText) -> Result<(), MarkupError> {
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let at = text.len() - rest.len();
        let after = rest.get(letter.len_utf8()..).unwrap_or_default();
        rest = match letter {
            // A backslash before an opening mark escapes it; any other backslash is literal.
            '\\' if after.starts_with(['*', '_', '`', '[']) => {
                let escaped = after.chars().next().unwrap_or_default();
                output.push(escaped);
                after.get(escaped.len_utf8()..).unwrap_or_default()
            }
            '*' => marked(after, "*", Mark::Bold, output, at)?,
            '_' => marked(after, "_", Mark::Italic, output, at)?,
            '`' => match rest.strip_prefix(FENCE) {
                Some(block) => marked(without_language(block), FENCE, Mark::Pre, output, at)?,
                None => marked(after, "`", Mark::Code, output, at)?,
            },
            '[' => link(after, output, at)?,
            other => {
                output.push(other);
                after
            }
        };
    }
    Ok(())
}

/// Returns the text before the closing mark, in which no other mark counts, and the rest.
fn marked<'t>(
    text: &'t str,
    mark: &str,
    kind: Mark,
    output: &mut VisibleText,
    at: usize,
) -> Result<&'t str, MarkupError> {
    let (inner, rest) = text.split_once(mark).ok_or_else(|| unclosed(at))?;
    let start = output.offset();
    output.push_str(inner);
    output.mark(kind, start, None);
    Ok(rest)
}

fn link<'t>(text: &'t str, output: &mut VisibleText, at: usize) -> Result<&'t str, MarkupError> {
    let (inner, rest) = text.split_once(']').ok_or_else(|| unclosed(at))?;
    let start = output.offset();
    output.push_str(inner);
    let Some(target) = rest.strip_prefix('(') else { return Ok(rest) };
    let (url, rest) = target.split_once(')').ok_or_else(|| unclosed(at))?;
    output.mark(Mark::TextLink, start, Some(url.trim().to_owned()));
    Ok(rest)
}

/// Removes the name of a language from the first line of a block.
fn without_language(block: &str) -> &str {
    match block.split_once('\n') {
        Some((language, code))
            if !language.contains(|letter: char| letter.is_ascii_whitespace()) && !language.contains('`') =>
        {
            code
        }
        _ => block,
    }
}

fn unclosed(at: usize) -> MarkupError {
    MarkupError::new(at, "can't find end of the entity starting")
}
