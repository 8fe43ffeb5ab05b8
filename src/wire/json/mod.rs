//! JSON text as slices instead of a tree: a validating cursor, and the parts of a value.

mod cursor;
mod document;
mod float;
mod syntax;
mod text;
mod value;

pub use cursor::Cursor;
pub use document::{Document, Json, Members, Node, Values};
pub use float::{float, number};
pub use syntax::SyntaxError;
pub use text::{Text, quote};
pub use value::MAX_DEPTH;

/// The six kinds of JSON values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean,
    /// A number.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

/// Returns the type of a value, based on its first byte.
#[must_use]
#[inline(always)]
pub fn type_of(value: &str) -> Type {
    match value.bytes().next() {
        Some(b'"') => Type::String,
        Some(b'{') => Type::Object,
        Some(b'[') => Type::Array,
        Some(b't' | b'f') => Type::Boolean,
        Some(b'n') => Type::Null,
        _ => Type::Number,
    }
}

/// Parses a natural number of at most 16 digits, the most of an exact integer of JavaScript. The standard library needs
/// three times as much code.
#[must_use]
#[inline(never)]
pub fn natural(digits: &[u8]) -> Option<i64> {
    if !(1..=16).contains(&digits.len()) {
        return None;
    }
    let add = |number, byte: &u8| byte.is_ascii_digit().then(|| number * 10 + i64::from(byte & 0xf));
    digits.iter().try_fold(0, add)
}

/// Returns the members of an object, in order, as keys and the texts of their values.
pub fn members(object: &str) -> impl Iterator<Item = (Text<'_>, &str)> {
    let mut cursor = Cursor::new(object);
    let mut more = cursor.peek() == b'{' && cursor.enter(b'}');
    std::iter::from_fn(move || {
        if !more {
            return None;
        }
        let member = (cursor.key().ok()?, cursor.value().ok()?);
        more = cursor.next(b'}').unwrap_or(false);
        Some(member)
    })
}

/// Returns the object with the values that `replace` returns. A member without one is unchanged.
pub fn replaced<'a>(object: &'a str, replace: impl Fn(&Text<'a>, &'a str) -> Option<&'a str>) -> String {
    let written = |(name, value): (Text<'a>, &'a str)| {
        let value = replace(&name, value).unwrap_or(value);
        ["\"", name.raw(), "\":", value].concat()
    };
    ["{", &members(object).map(written).collect::<Vec<_>>().join(","), "}"].concat()
}

/// Returns the items of an array, in order, as their texts.
pub fn items(array: &str) -> impl Iterator<Item = &str> {
    let mut cursor = Cursor::new(array);
    let mut more = cursor.peek() == b'[' && cursor.enter(b']');
    std::iter::from_fn(move || {
        if !more {
            return None;
        }
        let item = cursor.value().ok()?;
        more = cursor.next(b']').unwrap_or(false);
        Some(item)
    })
}

/// Returns the text of the member of that name. If it is repeated, the last one wins.
#[must_use]
pub fn member<'a>(object: &'a str, name: &str) -> Option<&'a str> {
    members(object).filter(|(key, _)| key == name).map(|(_, value)| value).last()
}

/// Decodes a JSON text if it is a string.
#[must_use]
pub fn text(value: &str) -> Option<Text<'_>> {
    if type_of(value) == Type::String { Cursor::new(value).string().ok() } else { None }
}
