//! What a response says: a result, an error of the service, or something that is not the service's answer.

use crate::types::{ChatId, ResponseParameters};
use crate::wire::json::{self, Cursor};

/// The characters that an error shows of an answer that is not the service's: enough for the title of a proxy's page,
/// and a log stays readable.
pub const EXCERPT: usize = 200;

/// The characters of a page whose beginning is shown.
const LONGEST_PAGE: usize = 1 << 14;

/// The characters of a description that are shown.
const LONGEST: usize = 4096;

/// The largest integer that a JavaScript number holds, so that both languages read the same.
const MAX_SAFE: f64 = 9_007_199_254_740_991.0;

/// What a response says.
#[derive(Debug, Clone, PartialEq)]
pub enum ParsedEnvelope<'a> {
    /// The JSON text of the result.
    Result(&'a str),
    /// The service refused the call.
    Refusal {
        /// Number of the error, or else the status of the response.
        error_code: i64,
        /// What went wrong, on one line.
        description: String,
        /// What helps to handle the failure; of its fields those of the specification.
        parameters: Option<ResponseParameters>,
    },
    /// A page of a proxy, cut-off JSON, an empty body, a redirect.
    Foreign,
}

/// Reads the body of a response. A result counts only with a status of success: a proxy's error page may hold one.
/// Each field of a refusal is read by itself, so that an odd one does not hide the others. Spec: core, Conventions, 7.
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
    if let Some(given) = member("parameters").filter(|given| given.starts_with('{')) {
        let read: &mut ResponseParameters = parameters.insert(ResponseParameters::new());
        read.migrate_to_chat_id = json::member(given, "migrate_to_chat_id").and_then(whole).map(ChatId);
        read.retry_after = json::member(given, "retry_after").and_then(wait);
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

/// A whole number that both languages hold exactly.
#[allow(clippy::cast_possible_truncation)]
fn whole(text: &str) -> Option<i64> {
    let number = number(text).filter(|number| number.abs() <= MAX_SAFE)?;
    (number.trunc().to_bits() == number.to_bits()).then_some(number as i64)
}

/// Seconds to wait; of a fraction the next whole number, since a call that comes too early is refused again. What is
/// negative asks for nothing.
#[allow(clippy::cast_possible_truncation)]
fn wait(text: &str) -> Option<i64> {
    number(text).filter(|seconds| *seconds >= 0.0).map(|seconds| seconds.ceil() as i64)
}

/// A text of others on one line: a space in place of each run of what breaks lines, steers a terminal or turns the
/// direction of a text. Joiners stay, since emoji need them.
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

/// The beginning of a text of others, of at most [`EXCERPT`] characters on one line: one space in place of each run of
/// white space and of characters that are not visible.
#[must_use]
pub fn excerpt(text: &str) -> String {
    let text = beginning(text, LONGEST_PAGE);
    let words: Vec<_> = text.split(is_unseen).filter(|word| !word.is_empty()).collect();
    beginning(&words.join(" "), EXCERPT).to_owned()
}

/// At most so many characters.
#[must_use]
pub fn beginning(text: &str, most: usize) -> &str {
    text.char_indices().nth(most).and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

/// White space, controls and what Unicode calls format characters: `[\p{Cc}\p{Cf}\s]`.
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
