//! Writes HTML: `b`, `i`, `code`, `pre` and `a href`.

use super::run::{Run, Style};

/// Escapes the markup characters of a text.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            other => escaped.push(other),
        }
    }
    escaped
}

pub(super) fn write(run: &Run) -> String {
    let text = escape(&run.text);
    let tag = match &run.style {
        None => return text,
        Some(Style::Link(url)) => return ["<a href=\"", &escape(url), "\">", &text, "</a>"].concat(),
        Some(Style::Bold) => "b",
        Some(Style::Italic) => "i",
        Some(Style::Code) => "code",
        Some(Style::Pre(_)) => "pre",
    };
    ["<", tag, ">", &text, "</", tag, ">"].concat()
}
