//! Parses received values by their kind, and describes values in errors.

use std::cmp::Reverse;

use serde_json::Number;

use super::descriptor::Limit;
use super::descriptor::{FieldDescriptor, ObjectDescriptor, UnionDescriptor, ValueKind};
use super::json::{self, Json, Node};
use super::strings::{concat, fill, whole};
use super::validation_error::{Expectation, Expected, ValidationError, received};

/// Parses an integer.
///
/// # Errors
/// If the value is not an integer.
pub fn integer(expected: &Expectation, value: Json<'_>) -> Result<i64, Box<ValidationError>> {
    value.as_number().and_then(Number::as_i64).ok_or_else(|| unfit(expected, value))
}

/// Parses a string.
///
/// # Errors
/// If the value is not a string.
pub fn string(expected: &Expectation, value: Json<'_>) -> Result<String, Box<ValidationError>> {
    value.as_str().map(str::to_owned).ok_or_else(|| unfit(expected, value))
}

/// Returns the index of the matching object of a union: its fixed fields match, and its distinguishing field is
/// present. Without such fields, it has the most matching fields.
///
/// # Errors
/// If the value is not one of them.
pub fn variant(union: &'static UnionDescriptor, value: Json<'_>) -> Result<usize, Box<ValidationError>> {
    let fixed_fields_match = |object: &ObjectDescriptor| {
        object.fields.iter().all(|field| match field.kind {
            ValueKind::Literal(name) => value.member(field.name).and_then(Json::as_str) == Some(name),
            _ => true,
        })
    };
    let score = |object: &ObjectDescriptor| {
        let has = |field: &&FieldDescriptor| value.member(field.name).is_some();
        let missing = object.fields.iter().filter(|field| field.required && !has(field)).count();
        (object.fields.iter().filter(has).count(), Reverse(missing))
    };
    let mut best: Option<(usize, &ObjectDescriptor)> = None;
    for (index, object) in union.variants.iter().enumerate().filter(|(_, object)| fixed_fields_match(object)) {
        // If several fit equally well, the first one wins.
        let fits_better =
            best.is_none_or(|(_, other)| decides(object, other, value).unwrap_or_else(|| score(object) > score(other)));
        if fits_better {
            best = Some((index, object));
        }
    }
    match best {
        Some((index, object)) if score(object).0 > 0 => Ok(index),
        _ => Err(unfit(&Expectation::Union(union), value)),
    }
}

/// Returns true if a value is the first object and not the second, based on the first required field that only one of
/// them has. Returns `None` if they lack such fields, or the value has both or neither. Same as in [`super::unions`].
fn decides(object: &ObjectDescriptor, other: &ObjectDescriptor, value: Json<'_>) -> Option<bool> {
    let has = |object: &ObjectDescriptor, other: &ObjectDescriptor| {
        let distinctive = object.fields.iter().find(|field| field.required && other.field(field.name).is_none())?;
        Some(value.member(distinctive.name).is_some())
    };
    let (first, second) = (has(object, other)?, has(other, object)?);
    (first != second).then_some(first)
}

/// Returns the error of a value that does not fit its kind.
#[cold]
#[must_use]
pub fn unfit(expected: &Expectation, value: Json<'_>) -> Box<ValidationError> {
    ValidationError::of(expected, &describe(value))
}

/// Returns the error of a number beyond the limit of its field.
#[cold]
#[allow(clippy::unnecessary_box_returns)] // see `CheckResult`
pub(super) fn beyond(field: &FieldDescriptor, value: Json<'_>) -> Box<ValidationError> {
    let kind = Expectation::of(&field.kind).expected();
    let expected = match field.limit {
        Limit::Range(from, to) => concat(&[&kind, &fill(" from # to #", &[from.into(), to.into()])]),
        _ => kind,
    };
    ValidationError::new(&expected, &describe(value))
}

/// Describes the received value.
fn describe(value: Json<'_>) -> String {
    match value.node() {
        Node::Null => "null".to_owned(),
        Node::Boolean(flag) => if *flag { "true" } else { "false" }.to_owned(),
        Node::Number(number) => number.to_string(),
        Node::String(text) => received(&json::quote(text)),
        Node::Array(_) => fill("an Array of # items", &[whole(value.items().into_iter().flatten().count())]),
        Node::Object(1) => "an empty object".to_owned(),
        Node::Object(_) => "an object".to_owned(),
    }
}
