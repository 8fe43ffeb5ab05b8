//! Parses a response: a result, an error of the service, or a body that did not come from the service.

use crate::types::{ChatId, ResponseParameters};
use crate::wire::json::{self, Cursor};

/// The number of characters that an error quotes from a body that is not the service's. It fits the title of a proxy's
/// error page and keeps logs readable.
pub const EXCERPT: usize = 200;

/// The number of characters of a page that are searched for its excerpt.
const LONGEST_PAGE: usize = 1 << 14;

/// The number of characters of a description that are shown.
const LONGEST: usize = 4096;

/// The largest integer that a JavaScript number holds, so that both languages read the same.
const MAX_SAFE: f64 = 9_007_199_254_740_991.0;

/// The parsed body of a response.
#[derive(Debug, Clone, PartialEq)]
pub enum ParsedEnvelope<'a> {
    /// The JSON text of the result.
    Result(&'a str),
    /// The service refused the call.
    Refusal {
        /// The error code, or else the HTTP status.
        error_code: i64,
        /// The description of the error, on one line.
        description: String,
        /// The fields of the specification that help to handle the error.
        parameters: Option<ResponseParameters>,
    },
    /// A page of a proxy, cut-off JSON, an empty body, a redirect.
    Foreign,
}

/// Parses the body of a response. A result counts only if the status is a success: a proxy's error page may contain
/// one. Fields of an error are parsed separately: an invalid one does not hide the others.
#[must_use]
pub fn parse_envelope(status: u16, text: &str) -> ParsedEnvelope<'_> {
    let ok = if is_whole(text) { json::member(text, "ok") } else { None };
    match (ok, json::member(text, "result")) {
        (Some("true"), Some(result)) if (200..300).contains(&status) => ParsedEnvelope::Result(result),
        (Some("false"), _) => refusal(status, text),
        _ => ParsedEnvelope::Foreign,
    }
}

fn is_whole(text: &str) -> bool {
    let mut cursor = Cursor::new(text);
    cursor.peek() == b'{' && cursor.value().is_ok() && cursor.end().is_ok()
}

fn refusal(status: u16, text: &str) -> ParsedEnvelope<'_> {
    let member = |name| json::member(text, name);
    let description = member("description").and_then(json::text);
    let description = description.map(|text| printable(beginning(&text.decode(), LONGEST)));
    let mut parameters = None;
    if let Some(parameters_json) = member("parameters").filter(|json| json.starts_with('{')) {
        let read: &mut ResponseParameters = parameters.insert(ResponseParameters::new());
        read.migrate_to_chat_id = json::member(parameters_json, "migrate_to_chat_id").and_then(whole).map(ChatId);
        read.retry_after = json::member(parameters_json, "retry_after").and_then(wait);
    }
    ParsedEnvelope::Refusal {
        error_code: member("error_code").and_then(whole).unwrap_or_else(|| i64::from(status)),
        description: description.unwrap_or_default(),
        parameters,
    }
}

fn number(text: &str) -> Option<f64> {
    json::number(text).filter(|number| number.is_finite())
}

/// Parses an integer that both languages represent exactly.
#[allow(clippy::cast_possible_truncation)]
fn whole(text: &str) -> Option<i64> {
    let number = number(text).filter(|number| number.abs() <= MAX_SAFE)?;
    (number.trunc().to_bits() == number.to_bits()).then_some(number as i64)
}

/// Parses the seconds to wait, rounded up, since a call that comes too early is refused again. A negative number is
/// ignored.
#[allow(clippy::cast_possible_truncation)]
fn wait(text: &str) -> Option<i64> {
    number(text).filter(|seconds| *seconds >= 0.0).map(|seconds| seconds.ceil() as i64)
}

/// Puts an untrusted text on one line. Replaces each run of line breaks, terminal controls, and direction marks with a
/// space. Keeps joiners, which emoji need.
fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut was_control = false;
    for letter in text.chars() {
        let is_control = is_control(letter);
        if !is_control {
            shown.push(letter);
        } else if !was_control {
            shown.push(' ');
        }
        was_control = is_control;
    }
    shown
}

fn is_control(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns the first [`EXCERPT`] characters of an untrusted text on one line. Each run of white space and invisible
/// characters becomes one space.
#[must_use]
pub fn excerpt(text: &str) -> String {
    let text = beginning(text, LONGEST_PAGE);
    let visible: Vec<_> = text.split(is_unseen).filter(|word| !word.is_empty()).collect();
    beginning(&visible.join(" "), EXCERPT).to_owned()
}

/// Returns at most this many characters.
#[must_use]
pub fn beginning(text: &str, most: usize) -> &str {
    text.char_indices().nth(most).and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

/// Returns true for white space, controls, and Unicode format characters: `[\p{Cc}\p{Cf}\s]`.
fn is_unseen(letter: char) -> bool {
    letter.is_whitespace()
        || letter.is_control()
        || matches!(
            letter,
            '\u{ad}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{890}' | '\u{891}' | '\u{8e2}'
            | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}'
            | '\u{2066}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{110bd}' | '\u{110cd}'
            | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0001}'
            | '\u{e0020}'..='\u{e007f}'
        )
}
