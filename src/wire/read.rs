//! Reading what the service sends. Every type is read from one source, a JSON value: the code of a type exists once,
//! whatever format the value came in.

use std::cmp::Reverse;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::descriptor::{Field, Kind, Object, Union};
use super::fault::{Fault, count, received};
use super::json;
use super::kinds::Wire;

/// The members of an object that is being read.
#[derive(Debug)]
pub struct Members(Map<String, Value>);

impl Members {
    /// The members of a value that must be an object.
    ///
    /// # Errors
    /// When the value is no object.
    pub fn of(value: Value, object: &Object) -> Result<Self, Box<Fault>> {
        match value {
            Value::Object(members) => Ok(Self(members)),
            other => Err(Fault::of_object(object, &describe(&other))),
        }
    }

    /// Takes out and reads the member of that name.
    ///
    /// # Errors
    /// When the member is absent though the type requires it, or does not fit the type.
    pub fn take<T: Wire>(&mut self, name: &str) -> Result<T, Box<Fault>> {
        let read = match self.0.remove(name) {
            Some(value) => T::read(value),
            None => T::absent().ok_or_else(|| Fault::of(&T::KIND, "nothing")),
        };
        read.map_err(|fault| fault.in_field(name))
    }

    /// The members that were not taken.
    #[must_use]
    pub fn rest(self) -> Map<String, Value> {
        self.0
    }
}

/// Reads a value of any self-describing format.
///
/// # Errors
/// When the value does not fit the type.
pub fn deserialize<'de, T: Wire, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::read(Value::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// Reads the items of an array.
pub(super) fn items<T: Wire>(value: Value) -> Result<Vec<T>, Box<Fault>> {
    let Value::Array(items) = value else { return Err(unfit(&Kind::Array(&T::KIND), &value)) };
    let read = |(index, item)| T::read(item).map_err(|fault| fault.in_item(index));
    items.into_iter().enumerate().map(read).collect()
}

/// Reads an integer.
///
/// # Errors
/// When the value is none.
pub fn integer(kind: &Kind, value: &Value) -> Result<i64, Box<Fault>> {
    value.as_i64().ok_or_else(|| unfit(kind, value))
}

/// Reads a string.
///
/// # Errors
/// When the value is none.
pub fn string(kind: &Kind, value: Value) -> Result<String, Box<Fault>> {
    match value {
        Value::String(text) => Ok(text),
        other => Err(unfit(kind, &other)),
    }
}

/// The index of the object of a union that a value is: its fixed fields match, and it knows most of the fields present.
///
/// # Errors
/// When the value is none of them.
pub fn variant(union: &'static Union, value: &Value) -> Result<usize, Box<Fault>> {
    let Value::Object(members) = value else { return Err(unfit(&Kind::Union(union), value)) };
    let fixed_fields_match = |object: &Object| {
        object.fields.iter().all(|field| match field.kind {
            Kind::Literal(name) => members.get(field.name).and_then(Value::as_str) == Some(name),
            _ => true,
        })
    };
    let score = |object: &Object| {
        let has = |field: &&Field| members.contains_key(field.name);
        let missing = object.fields.iter().filter(|field| field.required && !has(field)).count();
        (object.fields.iter().filter(has).count(), Reverse(missing))
    };
    let fitting = union.variants.iter().enumerate().filter(|(_, object)| fixed_fields_match(object));
    // Of equal ones the first.
    let best = fitting.map(|(index, object)| (score(object), Reverse(index))).max();
    match best {
        Some(((known, _), Reverse(index))) if known > 0 => Ok(index),
        _ => Err(unfit(&Kind::Union(union), value)),
    }
}

/// The error of a value that does not fit its kind.
#[cold]
#[must_use]
pub fn unfit(kind: &Kind, value: &Value) -> Box<Fault> {
    Fault::of(kind, &describe(value))
}

/// The received value in words.
fn describe(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => if *flag { "true" } else { "false" }.to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => received(&json::quote(text)),
        Value::Array(items) => ["an Array of ", &count(items.len()), " items"].concat(),
        Value::Object(members) if members.is_empty() => "an empty object".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}
