//! Reading what the service sends. Every type is read from one source, a JSON value: the code of a type exists once,
//! whatever format the value came in.

#[cfg(feature = "emulator")]
use std::cell::Cell;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::descriptor::{FieldDescriptor, Limit, ObjectDescriptor, ValueKind};
use super::kinds::Wire;
use super::validation_error::{Expectation, ValidationError};
use super::values::{self, describe};

#[cfg(feature = "emulator")]
thread_local! {
    /// Whether objects forget the members that they do not know.
    static FORGETS: Cell<bool> = const { Cell::new(false) };
}

/// Reads something, and if `forgets`, without the members that objects do not know.
#[cfg(feature = "emulator")]
pub(crate) fn forgetting<T>(forgets: bool, read: impl FnOnce() -> T) -> T {
    let before = FORGETS.replace(forgets);
    let read = read();
    FORGETS.set(before);
    read
}

/// The members of an object that is being read.
///
/// The required ones are taken first. An error in an optional one is reported at the end, so that the code to drop what
/// was read before it exists once for an object, not once for each of its fields.
#[derive(Debug)]
pub struct ObjectReader {
    /// Not a map: to remove from one is code that nothing else in a worker needs.
    members: Vec<(String, Value)>,
    error: Option<Box<ValidationError>>,
}

impl ObjectReader {
    /// The members of a value that must be an object.
    ///
    /// # Errors
    /// When the value is not an object.
    pub fn of(value: Value, object: &Expectation) -> Result<Self, Box<ValidationError>> {
        match value {
            Value::Object(members) => Ok(Self { members: members.into_iter().collect(), error: None }),
            other => Err(ValidationError::of(object, &describe(&other))),
        }
    }

    /// The members of an object that has no others than its fields. Required ones are there, and numbers within their
    /// limits.
    ///
    /// # Errors
    /// When the value is not an object, or a member is unknown, missing or beyond its limit.
    pub fn closed(value: Value, object: &Expectation, table: &ObjectDescriptor) -> Result<Self, Box<ValidationError>> {
        let read = Self::of(value, object)?;
        if let Some((name, _)) = read.members.iter().find(|(name, _)| table.field(name).is_none()) {
            return Err(ValidationError::unknown_field(table).in_field(name));
        }
        for field in table.fields {
            let member = read.members.iter().find(|(name, _)| name == field.name).map(|(_, value)| value);
            match member.filter(|value| !value.is_null()) {
                None if field.required => return Err(ValidationError::missing(table, field).in_field(field.name)),
                Some(value) if !is_within(field, value) => {
                    return Err(values::beyond(field, value).in_field(field.name));
                }
                _ => {}
            }
        }
        Ok(read)
    }

    /// Takes out and reads a member that must be there.
    ///
    /// # Errors
    /// When the member is absent, or does not fit its type.
    pub fn require<T: Wire>(&mut self, name: &str) -> Result<T, Box<ValidationError>> {
        let read = match self.remove(name) {
            Some(value) => T::read(value),
            None => Err(ValidationError::of(&T::EXPECTED, "nothing")),
        };
        read.map_err(|error| error.in_field(name))
    }

    /// Takes out and reads a member that may be absent, or `null`.
    pub fn take<T: Wire>(&mut self, name: &str) -> Option<T> {
        T::read(self.present(name)?).map_err(|error| self.note(error, name)).ok()
    }

    /// Not inlined: a copy for each type of a member would be 1 kB more.
    #[inline(never)]
    fn present(&mut self, name: &str) -> Option<Value> {
        self.remove(name).filter(|value| !value.is_null())
    }

    /// Takes out a member.
    pub(crate) fn remove(&mut self, name: &str) -> Option<Value> {
        let index = self.members.iter().position(|(member, _)| member == name)?;
        Some(self.members.swap_remove(index).1)
    }

    /// Takes out a member that may be absent, or `null`, and reads it where it belongs: less code than a value that is
    /// moved there.
    #[inline(never)]
    pub fn fill<T: Wire>(&mut self, name: &str, place: &mut T) {
        if let Some(value) = self.take(name) {
            *place = value;
        }
    }

    #[cold]
    fn note(&mut self, error: Box<ValidationError>, name: &str) {
        self.error.get_or_insert_with(|| error.in_field(name));
    }

    /// The members that were not taken.
    #[inline(never)] // one copy, not one for each object
    pub fn rest(&mut self) -> Map<String, Value> {
        let mut rest = Map::new();
        #[cfg(feature = "emulator")]
        if FORGETS.get() {
            return rest;
        }
        // Not collected: that sorts, with code of its own.
        rest.extend(self.members.drain(..));
        rest
    }

    /// The object, unless a member does not fit its type.
    ///
    /// # Errors
    /// The first error.
    pub fn finish<T>(self, object: T) -> Result<T, Box<ValidationError>> {
        self.error.map_or(Ok(object), Err)
    }
}

/// Whether a value is a number within the limit of its field, if that has one.
fn is_within(field: &FieldDescriptor, value: &Value) -> bool {
    let Limit::Range(from, to) = field.limit else { return true };
    let is_kind = matches!(field.kind, ValueKind::Float) || value.is_i64();
    is_kind && value.as_f64().is_some_and(|number| (f64::from(from)..=f64::from(to)).contains(&number))
}

/// Reads a value of any self-describing format.
///
/// # Errors
/// When the value does not fit the type.
pub fn deserialize<'de, T: Wire, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::read(Value::deserialize(deserializer)?).map_err(D::Error::custom)
}
