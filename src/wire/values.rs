//! Values that come, read by their kind; and what a value is in words.

use std::cmp::Reverse;

use serde_json::{Map, Value};

use super::descriptor::Limit;
use super::descriptor::{FieldDescriptor, ObjectDescriptor, UnionDescriptor, ValueKind};
use super::json;
use super::strings::{concat, fill, whole};
use super::validation_error::{Expectation, Expected, ValidationError, received};

/// Reads an integer.
///
/// # Errors
/// When the value is not an integer.
pub fn integer(expected: &Expectation, value: &Value) -> Result<i64, Box<ValidationError>> {
    value.as_i64().ok_or_else(|| unfit(expected, value))
}

/// Reads a string.
///
/// # Errors
/// When the value is not a string.
pub fn string(expected: &Expectation, value: Value) -> Result<String, Box<ValidationError>> {
    match value {
        Value::String(text) => Ok(text),
        other => Err(unfit(expected, &other)),
    }
}

/// The index of the object of a union that a value is: its fixed fields match, and its own field is present; without such
/// fields, it knows most of the fields present.
///
/// # Errors
/// When the value is not one of them.
pub fn variant(union: &'static UnionDescriptor, value: &Value) -> Result<usize, Box<ValidationError>> {
    let Value::Object(members) = value else { return Err(unfit(&Expectation::Union(union), value)) };
    let fixed_fields_match = |object: &ObjectDescriptor| {
        object.fields.iter().all(|field| match field.kind {
            ValueKind::Literal(name) => members.get(field.name).and_then(Value::as_str) == Some(name),
            _ => true,
        })
    };
    let score = |object: &ObjectDescriptor| {
        let has = |field: &&FieldDescriptor| members.contains_key(field.name);
        let missing = object.fields.iter().filter(|field| field.required && !has(field)).count();
        (object.fields.iter().filter(has).count(), Reverse(missing))
    };
    let mut best: Option<(usize, &ObjectDescriptor)> = None;
    for (index, object) in union.variants.iter().enumerate().filter(|(_, object)| fixed_fields_match(object)) {
        // Of equal ones the first.
        let fits_better = best
            .is_none_or(|(_, other)| decides(object, other, members).unwrap_or_else(|| score(object) > score(other)));
        if fits_better {
            best = Some((index, object));
        }
    }
    match best {
        Some((index, object)) if score(object).0 > 0 => Ok(index),
        _ => Err(unfit(&Expectation::Union(union), value)),
    }
}

/// Whether a value is the first object and not the second, by the first required fields that only one of them has; nothing
/// if they lack such fields, or the value has both or neither. [`super::unions`] decides the same.
fn decides(object: &ObjectDescriptor, other: &ObjectDescriptor, members: &Map<String, Value>) -> Option<bool> {
    let has = |object: &ObjectDescriptor, other: &ObjectDescriptor| {
        let own = object.fields.iter().find(|field| field.required && other.field(field.name).is_none())?;
        Some(members.contains_key(own.name))
    };
    let (first, second) = (has(object, other)?, has(other, object)?);
    (first != second).then_some(first)
}

/// The error of a value that does not fit its kind.
#[cold]
#[must_use]
pub fn unfit(expected: &Expectation, value: &Value) -> Box<ValidationError> {
    ValidationError::of(expected, &describe(value))
}

/// The error of a number that is beyond the limit of its field.
#[cold]
#[allow(clippy::unnecessary_box_returns)] // see `CheckResult`
pub(super) fn beyond(field: &FieldDescriptor, value: &Value) -> Box<ValidationError> {
    let kind = Expectation::of(&field.kind).expected();
    let expected = match field.limit {
        Limit::Range(from, to) => concat(&[&kind, &fill(" from # to #", &[from.into(), to.into()])]),
        _ => kind,
    };
    ValidationError::new(&expected, &describe(value))
}

/// The received value in words.
pub(super) fn describe(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => if *flag { "true" } else { "false" }.to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => received(&json::quote(text)),
        Value::Array(items) => fill("an Array of # items", &[whole(items.len())]),
        Value::Object(members) if members.is_empty() => "an empty object".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}
