//! Which object of a union a value is: by its fixed fields, then by the fields that it has.

use super::descriptor::{Kind, Object, Union};
use super::fault::{Fault, Outcome, list, received, words};
use super::json::{self, Type};

/// The object whose fixed fields match and which knows most of the fields present.
pub(super) fn choose(union: &'static Union, value: &str) -> Outcome<&'static Object> {
    let fault = || Fault::of(&Kind::Union(union), &received(value));
    if json::type_of(value) != Type::Object {
        return Err(fault());
    }
    let fitting = union.variants.iter().filter(|object| fixed_fields_match(object, value));
    let scored = fitting.map(|object| (score(object, value), object));
    let best = scored.reduce(|best, other| if other.0 > best.0 { other } else { best });
    match best {
        Some(((known, _), object)) if known > 0 => Ok(object),
        Some(_) => Err(fault()),
        None => Err(unknown_fixed_field(union, value)),
    }
}

fn fixed_fields_match(object: &Object, value: &str) -> bool {
    object.fields.iter().all(|field| match field.kind {
        Kind::Literal(name) => {
            json::member(value, field.name).and_then(json::text).is_some_and(|text| text == *name)
        }
        _ => true,
    })
}

/// How many of the fields present the object knows, and how few of its required ones are missing.
fn score(object: &Object, value: &str) -> (usize, std::cmp::Reverse<usize>) {
    let known = json::members(value)
        .filter(|(key, _)| object.fields.iter().any(|field| *key == *field.name))
        .count();
    let missing = object
        .fields
        .iter()
        .filter(|field| field.required && json::member(value, field.name).is_none())
        .count();
    (known, std::cmp::Reverse(missing))
}

/// The fixed field of the union has a value that none of its objects has.
fn unknown_fixed_field(union: &Union, value: &str) -> Box<Fault> {
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
    let came = json::member(value, at).map_or_else(|| "nothing".to_owned(), received);
    Fault::new(&words(&["one of ", &list(names.into_iter(), ", ")]), &came).in_field(at)
}
