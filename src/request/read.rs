//! Parses data of the service into Rust types, as leniently as JavaScript does.

use serde::de::DeserializeOwned;

use super::lenient_json::{self, is_safe};
use crate::types::Update;
use crate::wire::compact::{UPDATE, text as name_of};
use crate::wire::json::Json;
use crate::wire::read::ObjectReader;
use crate::wire::{self, ValidationError, Wire};

/// A parsed update.
pub(crate) struct Read {
    pub update: Box<Update>,
    /// True if it had a lone surrogate. A Rust string cannot contain one, so it was replaced by U+FFFD.
    #[cfg_attr(not(feature = "client"), allow(dead_code))] // for replies
    pub had_surrogate: bool,
}

/// Parses an update and checks its shape: an identifier, and kinds that are objects. If it does not fit the types of
/// this version, all its fields are in `extra`: a newer service may send values that this version does not know.
///
/// # Errors
/// The first error, with its path.
pub(crate) fn update(text: &str) -> Result<Read, ValidationError> {
    let read = lenient_json::read(text).map_err(|error| *ValidationError::of_syntax(error))?;
    let had_surrogate = read.had_surrogate;
    let value = read.document.value();
    let update = if is_shaped(value) { Update::read(value).ok().or_else(|| untyped(value)) } else { None };
    #[allow(clippy::cast_precision_loss)]
    let update = update.filter(|update| is_safe(update.update_id.0 as f64));
    match update {
        Some(update) => Ok(Read { update: Box::new(update), had_surrogate }),
        None => Err(wire::check_update(text).err().unwrap_or_else(unshaped)),
    }
}

/// Returns true if each kind of the update is an object.
fn is_shaped(update: Json<'_>) -> bool {
    let is_object = |value: Json<'_>| value.members().is_some();
    let is_kind =
        |name: &str| UPDATE.fields().find(|field| name_of(field.name()) == name).is_some_and(|field| !field.required());
    // The last member of a name counts.
    let fits = |(name, value)| is_object(value) || !is_kind(name) || update.member(name).is_some_and(is_object);
    update.members().into_iter().flatten().all(fits)
}

/// Returns the error for values that the walk over the fields accepts: `null` in place of a kind, and an identifier
/// that no float can represent.
fn unshaped() -> ValidationError {
    let received = "null in one of its kinds, or an identifier beyond 2^53";
    ValidationError { path: String::new(), expected: "an Update".to_owned(), received: received.to_owned() }
}

/// Returns an update with all its fields in `extra`, if the text is an object with an `update_id`.
#[cfg(feature = "client")]
pub(crate) fn untyped_update(text: &str) -> Option<Update> {
    untyped(lenient_json::read(text).ok()?.document.value())
}

fn untyped(value: Json<'_>) -> Option<Update> {
    let mut members = ObjectReader::of(value, &Update::EXPECTED).ok()?;
    let mut update = Update::new(members.require::<i64>("update_id").ok()?);
    update.extra = members.rest();
    Some(update)
}

/// Parses a value. As in JavaScript, lone surrogates become U+FFFD, and the last of repeated members wins: serde
/// refuses both. Deeply nested values become null.
///
/// # Errors
/// The text does not fit the type.
pub(crate) fn typed<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let value = lenient_json::value(text).map_err(|_| "no JSON")?;
    serde_json::from_value(value).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::update;

    #[test]
    fn the_last_member_of_a_name_counts() {
        let chat = r#""chat":{"id":1,"id":3,"type":"group","type":"private"}"#;
        let message = format!(r#""message":5,"message":{{"message_id":1,"date":"x",{chat},"date":4,"y":1,"y":2}}"#);
        let read = update(&format!(r#"{{"update_id":1,{message},"update_id":2,"new_kind":"\udfff"}}"#)).unwrap();
        assert_eq!((read.update.update_id.0, read.update.extra["new_kind"].as_str()), (2, Some("\u{fffd}")));
        assert_eq!(read.update.extra.len(), 1);
        let message = read.update.message.unwrap();
        assert_eq!((message.date, message.chat.id.0, message.chat.is_private()), (4, 3, true));
        assert_eq!(message.extra, *serde_json::json!({"y": 2}).as_object().unwrap());
        assert!(read.had_surrogate);
    }

    #[test]
    fn an_identifier_is_one_that_a_float_holds() {
        for id in ["1", "1.0", "1e0", "-5", "9007199254740991"] {
            assert!(update(&format!("{{\"update_id\":{id}}}")).is_ok(), "{id}");
        }
        for id in ["9007199254740993", "1.5", "1e400", "\"1\"", "null", "-9007199254740992"] {
            assert!(update(&format!("{{\"update_id\":{id}}}")).is_err(), "{id}");
        }
    }

    #[test]
    fn deep_unknown_fields_do_not_drop_the_typed_ones() {
        let message = r#""message":{"message_id":1,"date":1e400,"chat":{"id":1,"type":"private"}}"#;
        let untyped = update(&format!("{{\"update_id\":1,{message}}}")).unwrap().update;
        assert!(untyped.message.is_none() && untyped.extra["message"]["date"].is_null());
        let deep = format!("\"x\":{}{}", "[".repeat(10_000), "]".repeat(10_000));
        let typed = update(&format!("{{\"update_id\":1,{},{deep}}}", message.replace("e400", "e4"))).unwrap().update;
        assert_eq!(typed.message.unwrap().date, 10_000);
        assert!(typed.extra["x"].is_array());
    }
}
