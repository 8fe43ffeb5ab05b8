//! Which object of a union a value is: by its fixed fields, then by the fields that it has.

#![allow(clippy::unnecessary_box_returns)] // see `CheckResult`

use std::cmp::Reverse;

use super::compact::{CompactField, CompactKind, CompactObject, CompactUnion, text};
use super::json::{self, Text};
use super::validation_error::{CheckResult, ValidationError, list, received, words};

/// The object whose fixed fields match and which knows most of the fields present.
#[inline(never)]
pub(super) fn choose(union: CompactUnion, value: &str) -> CheckResult<CompactObject> {
    let members: Vec<_> = json::members(value).collect();
    let mut best = None;
    let mut told: Option<&str> = None;
    for object in union.variants() {
        // Each begins with the field that tells it from the others, so only one such field may be present.
        if let Some(value) = object.fields().next().and_then(|field| get(&members, field)) {
            if told.is_some_and(|other| !std::ptr::eq(other, value)) {
                return Err(ValidationError::of(&CompactKind::Union(union), "a mix of them"));
            }
            told = Some(value);
        }
        if let Some(score) = score(object, &members)
            && best.is_none_or(|(most, _)| score > most)
        {
            best = Some((score, object));
        }
    }
    match best {
        Some(((known, _), object)) if known > 0 => Ok(object),
        None if value.starts_with('{') => Err(unknown_fixed_field(union, &members)),
        _ => Err(ValidationError::of(&CompactKind::Union(union), &received(value))),
    }
}

type RawMember<'t> = (Text<'t>, &'t str);

#[inline(never)]
fn get<'t>(members: &[RawMember<'t>], field: CompactField) -> Option<&'t str> {
    members.iter().rev().find(|(key, _)| field.is_named(*key)).map(|(_, value)| *value)
}

/// How many fields of the object are present, and how few of its required ones are missing; nothing if a fixed field
/// has another value.
#[inline(never)]
fn score(object: CompactObject, members: &[RawMember<'_>]) -> Option<(usize, Reverse<usize>)> {
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
    Some((known, Reverse(missing)))
}

/// The fixed field of the union, with which each of its objects begins, has a value that none of them has.
#[cold]
#[inline(never)]
fn unknown_fixed_field(union: CompactUnion, members: &[RawMember<'_>]) -> Box<ValidationError> {
    let mut names: Vec<&str> = Vec::new();
    let mut came = "nothing".to_owned();
    let mut at = "";
    for field in union.variants().filter_map(|object| object.fields().next()) {
        let CompactKind::Literal(name) = field.kind() else { continue };
        if names.is_empty() {
            at = text(field.name());
            if let Some(value) = get(members, field) {
                came = received(value);
            }
        }
        let name = name.first();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    ValidationError::new(&words(&["one of ", &list(&mut names.into_iter(), ", ")]), &came).in_field(at)
}
