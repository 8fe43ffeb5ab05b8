//! Reading what the service sends into Rust types, with as much patience as JavaScript has.

use serde::de::{DeserializeOwned, Error as _};
use serde_json::{Error, Map, Value};

use crate::types::Update;
use crate::wire::json::{self, Cursor, MAX_DEPTH, Type};
use crate::wire::{self, Fault};

/// Levels of nesting that are read into structs. Each takes stack, in a debug build of wasm 30 kB of
/// the 1 MB there is; what the service sends nests to about ten.
const TYPED_DEPTH: usize = 24;

/// An update from JSON text, of which the shape is checked: its identifier, and that its kinds are
/// objects. It is typed where it fits the types of this version, and otherwise has all its fields in
/// `extra`: a newer service may send what this version does not know.
///
/// # Errors
/// The first fault, with its path.
pub(crate) fn update(text: &str) -> Result<Update, Fault> {
    let mut cursor = Cursor::new(text);
    cursor.value(0).and_then(|_| cursor.end()).map_err(|malformed| *Box::<Fault>::from(malformed))?;
    let mut kinds = Update::table().fields.iter().filter(|field| !field.required);
    let is_object = |value: &str| json::type_of(value) == Type::Object;
    let shaped = kinds.all(|kind| json::member(text, kind.name).is_none_or(is_object));
    let update = if shaped { typed(text).ok().or_else(|| untyped_update(text)) } else { None };
    update.ok_or_else(|| wire::check_update(text).err().unwrap_or_else(unshaped))
}

/// A `null` in place of a kind is the only fault of shape that the walk over the fields passes.
fn unshaped() -> Fault {
    Fault { path: String::new(), expected: "an Update".to_owned(), received: "null in one of its kinds".to_owned() }
}

/// An update with all its fields in `extra`, if it is an object with an `update_id`.
pub(crate) fn untyped_update(text: &str) -> Option<Update> {
    let mut fields: Map<String, Value> = serde_json::from_str(mended(text).as_deref().unwrap_or(text)).ok()?;
    let mut update = Update::new(whole(&fields.remove("update_id")?)?);
    update.extra = fields;
    Some(update)
}

/// A whole number, in whichever way it is written.
fn whole(value: &Value) -> Option<i64> {
    let integral = |number: &f64| number.fract() == 0.0 && number.abs() < 9_007_199_254_740_992.0;
    #[allow(clippy::cast_possible_truncation)]
    value.as_i64().or_else(|| value.as_f64().filter(integral).map(|number| number as i64))
}

/// A value from JSON text. Lone surrogates become U+FFFD, and of members of the same name the last
/// one counts, as in JavaScript: serde refuses both.
pub(crate) fn typed<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    if is_deep(text) {
        return Err(Error::custom(format!("nested deeper than {TYPED_DEPTH} levels")));
    }
    serde_json::from_str(text).or_else(|error| {
        let mended = mended(text);
        let value = serde_json::from_str::<Value>(mended.as_deref().unwrap_or(text));
        value.and_then(serde_json::from_value).map_err(|_| error)
    })
}

fn is_deep(text: &str) -> bool {
    Cursor::new(text).value(MAX_DEPTH - TYPED_DEPTH).is_err_and(|malformed| malformed.too_deep)
}

/// The text with U+FFFD for each lone surrogate, if it has any.
fn mended(text: &str) -> Option<String> {
    let mut mended = String::with_capacity(text.len());
    let mut found = false;
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        mended.push_str(before);
        let pair = surrogate(after).filter(|unit| *unit < 0xDC00).and_then(|_| {
            let low = surrogate(after.get(5..)?.strip_prefix('\\')?)?;
            (low >= 0xDC00).then_some(11)
        });
        let length = match (pair, surrogate(after)) {
            (Some(length), _) => length,
            (None, Some(_)) => {
                found = true;
                mended.push('\u{fffd}');
                rest = after.get(5..).unwrap_or_default();
                continue;
            }
            (None, None) => after.chars().next().map_or(0, char::len_utf8),
        };
        mended.push('\\');
        mended.push_str(after.get(..length).unwrap_or_default());
        rest = after.get(length..).unwrap_or_default();
    }
    mended.push_str(rest);
    found.then_some(mended)
}

/// The surrogate that an escape writes, told without its backslash.
fn surrogate(escape: &str) -> Option<u32> {
    let unit = u32::from_str_radix(escape.strip_prefix('u')?.get(..4)?, 16).ok()?;
    (0xD800..0xE000).contains(&unit).then_some(unit)
}

#[cfg(test)]
mod tests {
    use super::{mended, update};

    #[test]
    fn lone_surrogates_are_mended_and_pairs_are_left() {
        assert_eq!(mended(r#""a\ud83d\ude00b\\ud800""#), None);
        assert_eq!(mended(r#""\ud800""#).as_deref(), Some("\"\u{fffd}\""));
        assert_eq!(mended(r#""\ud800\ud83d\ude00\udc00x""#).as_deref(), Some("\"\u{fffd}\\ud83d\\ude00\u{fffd}x\""));
    }

    #[test]
    fn the_last_member_of_a_name_counts() {
        let read = update(r#"{"update_id":1,"update_id":2,"new_kind":"\udfff"}"#).unwrap();
        assert_eq!((read.update_id, read.extra["new_kind"].as_str()), (2, Some("\u{fffd}")));
    }

    #[test]
    fn nesting_is_bounded() {
        let deep = format!(r#"{{"update_id":1,"x":{}{}}}"#, "[".repeat(70), "]".repeat(70));
        assert_eq!(update(&deep).unwrap_err().expected, "at most 64 levels of nesting");
        let untyped = update(r#"{"update_id":1,"x":[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]}"#).unwrap();
        assert_eq!((untyped.update_id, untyped.extra.len()), (1, 1));
    }
}
