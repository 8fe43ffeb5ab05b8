//! Decides which object of a union a value is: by its fixed fields, then by the field that distinguishes two objects,
//! and otherwise by the number of matching fields.

#![allow(clippy::unnecessary_box_returns)] // see `CheckResult`

use super::attachments::Attachments;
use super::compact::{CompactField, CompactKind, CompactObject, CompactUnion, UNKNOWN, text};
use super::json::{self, Text, Type};
use super::strings::concat;
use super::validation_error::{CheckResult, ValidationError, received};

/// Returns the object whose fixed fields match and whose distinguishing field is present. Without such fields, returns
/// the object with the most matching fields. If the fixed field is not checked, the other fields may be any.
#[inline(never)]
pub(super) fn choose(union: CompactUnion, value: &str, attachments: &Attachments<'_>) -> CheckResult<CompactObject> {
    let mut members = Vec::new();
    members.extend(json::members(value));
    let mut best = None;
    let mut tag: Option<&str> = None;
    for object in union.variants() {
        // Each object begins with its distinguishing field, so only one such field may be present.
        if let Some(value) = object.fields().next().and_then(|field| get(&members, field)) {
            if tag.is_some_and(|other| !std::ptr::eq(other, value)) {
                return Err(ValidationError::of(&CompactKind::Union(union), "a mix of them"));
            }
            tag = Some(value);
        }
        if let Some(score) = score(object, &members)
            && best.is_none_or(|(most, other)| decides(object, other, &members).unwrap_or(score > most))
        {
            best = Some((score, object));
        }
    }
    match best {
        Some((score, object)) if score > MOST_FIELDS => Ok(object),
        None if json::type_of(value) == Type::Object => unknown_fixed_field(union, &members, attachments),
        _ => Err(ValidationError::unfit(CompactKind::Union(union), value)),
    }
}

type RawMember<'t> = (Text<'t>, &'t str);

#[inline(never)]
fn get<'t>(members: &[RawMember<'t>], field: CompactField) -> Option<&'t str> {
    members.iter().rev().find(|(key, _)| field.is_named(*key)).map(|(_, value)| *value)
}

/// Returns true if a value is the first object and not the second, by the first required field that only one of them
/// has. Returns `None` if they lack such fields, or the value has both or neither, as with a newer service.
#[inline(never)]
fn decides(object: CompactObject, other: CompactObject, members: &[RawMember<'_>]) -> Option<bool> {
    let has = |object: CompactObject, other: CompactObject| {
        let is_own =
            |field: &CompactField| field.required() && !other.fields().any(|known| known.name() == field.name());
        Some(get(members, object.fields().find(is_own)?).is_some())
    };
    let (first, second) = (has(object, other)?, has(other, object)?);
    (first != second).then_some(first)
}

/// More than the number of fields of any object.
const MOST_FIELDS: usize = 1 << 8;

/// Returns how well the object fits: by the number of its fields that are present, then by how few required ones are
/// missing. Returns `None` if a fixed field has another value.
#[inline(never)]
fn score(object: CompactObject, members: &[RawMember<'_>]) -> Option<usize> {
    let (mut known, mut missing) = (0, 0);
    for field in object.fields() {
        let value = get(members, field);
        if let CompactKind::Literal(names) = field.kind()
            && !value.and_then(json::text).is_some_and(|text| names.has(text))
        {
            return None;
        }
        known += usize::from(value.is_some());
        missing += usize::from(value.is_none() && field.required());
    }
    Some((known + 1) * MOST_FIELDS - missing)
}

/// The fixed field, with which each object of the union begins, has an unknown value.
#[cold]
#[inline(never)]
fn unknown_fixed_field(
    union: CompactUnion,
    members: &[RawMember<'_>],
    attachments: &Attachments<'_>,
) -> CheckResult<CompactObject> {
    let field = union.variants().next().and_then(|object| object.fields().next());
    let value = field.and_then(|field| get(members, field));
    if value.and_then(json::text).is_some_and(|text| attachments.is_unchecked(text.raw())) {
        return Ok(UNKNOWN);
    }
    let came = value.map_or_else(|| concat(&["nothing"]), received);
    let error = ValidationError::of(&CompactKind::Enum(union.fixed_values()), &came);
    Err(error.in_field(field.map_or("", |field| text(field.name()))))
}
