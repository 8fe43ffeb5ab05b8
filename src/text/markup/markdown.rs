//! Writes Markdown: `*bold*`, `_italic_`, `[text](url)`, code and fences.

use super::run::{Run, Style};

const FENCE: &str = "```";

/// Escapes the characters of a text that open an entity. A backslash at the end of the text escapes the mark of an
/// entity that follows.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '_' | '*' | '`' | '[') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

/// A backslash before an entity would escape its mark, so it becomes part of the entity.
pub(super) fn write(runs: &[Run]) -> String {
    let (mut written, mut taken_in) = (String::new(), "");
    for (index, run) in runs.iter().enumerate() {
        let Some(style) = &run.style else {
            let is_before_entity = runs.get(index + 1).is_some();
            let kept = if is_before_entity { run.text.trim_end_matches('\\') } else { &run.text };
            taken_in = run.text.get(kept.len()..).unwrap_or_default();
            written.push_str(&escape(kept));
            continue;
        };
        let text = [taken_in, &run.text].concat();
        taken_in = "";
        written.push_str(&entity(&text, style));
    }
    written
}

fn entity(text: &str, style: &Style) -> String {
    match style {
        Style::Bold => reopened(text, "*", '*', "*", "\\*"),
        Style::Italic => reopened(text, "_", '_', "_", "\\_"),
        Style::Code => reopened(text, "`", '`', "`", "\\`"),
        Style::Pre(language) => fenced(text, language),
        // A closing parenthesis would end the URL.
        Style::Link(url) => reopened(text, "[", ']', &["](", &url.replace(')', "%29"), ")"].concat(), "]"),
    }
}

/// Nothing can be escaped inside an entity. For a literal end mark, the entity is closed, the escaped mark is written,
/// and the entity is opened again.
fn reopened(text: &str, open: &str, end: char, close: &str, escaped_end: &str) -> String {
    let part = |part: &str| if part.is_empty() { String::new() } else { [open, part, close].concat() };
    text.split(end).map(part).collect::<Vec<_>>().join(escaped_end)
}

/// Backticks that would end the block or extend its end are written outside the block.
fn fenced(text: &str, language: &str) -> String {
    let (mut written, mut block, mut rest) = (String::new(), String::new(), text);
    let close = |block: &mut String, written: &mut String| {
        if !block.is_empty() {
            written.push_str(&[FENCE, language, "\n", block, FENCE].concat());
            block.clear();
        }
    };
    while let Some(at) = rest.find('`') {
        let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        let after = from.trim_start_matches('`');
        let ticks = from.get(..from.len() - after.len()).unwrap_or_default();
        block.push_str(before);
        if ticks.len() >= FENCE.len() || after.is_empty() {
            close(&mut block, &mut written);
            written.push_str(&escape(ticks));
        } else {
            block.push_str(ticks);
        }
        rest = after;
    }
    block.push_str(rest);
    close(&mut block, &mut written);
    written
}
