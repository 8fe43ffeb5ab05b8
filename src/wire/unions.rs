//! Which object of a union a value is: by its fixed fields, then by the fields that it has.

#![allow(clippy::unnecessary_box_returns)] // see `Outcome`

use std::cmp::Reverse;

use super::descriptor::{Kind, Object, Union};
use super::fault::{Fault, Outcome, list, received, words};
use super::json::{self, Cursor, Text};

/// The object whose fixed fields match and which knows most of the fields present.
#[inline(never)]
pub(super) fn choose(union: &'static Union, ahead: &mut Cursor<'_>, depth: usize) -> Outcome<&'static Object> {
    if ahead.peek() != b'{' {
        return Err(Fault::of(&Kind::Union(union), &received(ahead.value(depth)?)));
    }
    let value = ahead.value(depth)?;
    let members: Vec<_> = json::members(value).collect();
    let fitting = union.variants.iter().filter(|object| fixed_fields_match(object, &members));
    let scored = fitting.map(|object| (score(object, &members), object));
    let best = scored.reduce(|best, other| if other.0 > best.0 { other } else { best });
    match best {
        Some(((known, _), object)) if known > 0 => Ok(object),
        Some(_) => Err(Fault::of(&Kind::Union(union), &received(value))),
        None => Err(unknown_fixed_field(union, &members)),
    }
}

type Member<'t> = (Text<'t>, &'t str);

fn get<'t>(members: &[Member<'t>], name: &str) -> Option<&'t str> {
    members.iter().rev().find(|(key, _)| *key == *name).map(|(_, value)| *value)
}

fn fixed_fields_match(object: &Object, members: &[Member<'_>]) -> bool {
    object.fields.iter().all(|field| match field.kind {
        Kind::Literal(name) => get(members, field.name).and_then(json::text).is_some_and(|text| text == *name),
        _ => true,
    })
}

/// How many of the fields present the object knows, and how few of its required ones are missing.
fn score(object: &Object, members: &[Member<'_>]) -> (usize, Reverse<usize>) {
    let known = members.iter().filter(|(key, _)| object.fields.iter().any(|field| *key == *field.name)).count();
    let missing = object.fields.iter().filter(|field| field.required && get(members, field.name).is_none()).count();
    (known, Reverse(missing))
}

/// The fixed field of the union has a value that none of its objects has.
fn unknown_fixed_field(union: &Union, members: &[Member<'_>]) -> Box<Fault> {
    let mut names: Vec<&str> = Vec::new();
    let mut at = "";
    for field in union.variants.iter().flat_map(|object| object.fields) {
        if let Kind::Literal(name) = field.kind {
            at = field.name;
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let came = get(members, at).map_or_else(|| "nothing".to_owned(), received);
    Fault::new(&words(&["one of ", &list(names.into_iter(), ", ")]), &came).in_field(at)
}
