//! What a response says: the envelope with a result or an error, or something else altogether.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::error::Error;
use super::read;
use crate::types::{ChatId, ResponseParameters};
use crate::wire::json::{self, Cursor};

/// The bytes of a foreign answer that are looked at; what is shown is shorter.
const EXCERPT: usize = 1 << 14;

/// The JSON text of the result. Spec: core, Conventions, 7.
pub(crate) fn result(method: &str, status: u16, text: &str) -> Result<String, Error> {
    let ok = if is_whole(text) { json::member(text, "ok") } else { None };
    match (ok, json::member(text, "result")) {
        (Some("true"), Some(result)) if (200..300).contains(&status) => Ok(result.to_owned()),
        (Some("false"), _) => Err(refusal(method, status, text)),
        _ => Err(foreign(method, status, text)),
    }
}

/// The error of a response that failed by its status, whatever it says.
#[cfg(feature = "client")]
pub(crate) fn refused(method: &str, status: u16, text: &str) -> Error {
    result(method, status, text).err().unwrap_or_else(|| foreign(method, status, text))
}

fn foreign(method: &str, status: u16, text: &str) -> Error {
    Error::Http { method: method.to_owned(), status, excerpt: excerpt(text) }
}

/// The result as the method's type.
pub(crate) fn typed<T: DeserializeOwned>(method: &str, result: &str) -> Result<T, Error> {
    read::typed(result).map_err(|error| Error::Result { method: method.to_owned(), reason: error.to_string() })
}

fn is_whole(text: &str) -> bool {
    let mut cursor = Cursor::new(text);
    cursor.peek() == b'{' && cursor.value(0).is_ok() && cursor.end().is_ok()
}

/// Each field is read by itself: an odd one must not hide the others.
fn refusal(method: &str, status: u16, text: &str) -> Error {
    let member = |name| json::member(text, name);
    let number = |text: &str| serde_json::from_str::<Value>(text).ok().as_ref().and_then(whole);
    let description = member("description").and_then(json::text).map(|text| text.decode().into_owned());
    let mut parameters = None;
    if let Some(given) = member("parameters").filter(|given| given.starts_with('{')) {
        let given = |name| json::member(given, name).and_then(number);
        let read: &mut ResponseParameters = parameters.insert(ResponseParameters::new());
        read.migrate_to_chat_id = given("migrate_to_chat_id").map(ChatId);
        read.retry_after = given("retry_after").filter(|seconds| *seconds >= 0);
    }
    Error::Api {
        method: method.to_owned(),
        error_code: member("error_code").and_then(number).unwrap_or_else(|| i64::from(status)),
        description: description.unwrap_or_default(),
        parameters,
    }
}

/// A whole number; of a fraction, such as a wait in seconds, the next one.
#[allow(clippy::cast_possible_truncation)]
fn whole(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_f64().map(|number| number.ceil() as i64))
}

/// The beginning of the text on one line, without what steers a terminal.
fn excerpt(text: &str) -> String {
    let mut line = String::new();
    for word in text.split(is_blank) {
        if !word.is_empty() && !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        if line.len() > EXCERPT {
            break;
        }
    }
    line
}

fn is_blank(letter: char) -> bool {
    letter.is_whitespace()
        || letter.is_control()
        || matches!(letter, '\u{ad}' | '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
}
