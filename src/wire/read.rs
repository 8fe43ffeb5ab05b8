//! Reading what the service sends. Every type is read from one source, a JSON value: the code of a type exists once,
//! whatever format the value came in.

use std::mem;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::kinds::Wire;
use super::validation_error::{Expectation, ValidationError};
use super::values::describe;

/// The members of an object that is being read.
///
/// The required ones are taken first. An error in an optional one is reported at the end, so that the code to drop what
/// was read before it exists once for an object, not once for each of its fields.
#[derive(Debug)]
pub struct ObjectReader {
    members: Map<String, Value>,
    error: Option<Box<ValidationError>>,
}

impl ObjectReader {
    /// The members of a value that must be an object.
    ///
    /// # Errors
    /// When the value is no object.
    pub fn of(value: Value, object: &Expectation) -> Result<Self, Box<ValidationError>> {
        match value {
            Value::Object(members) => Ok(Self { members, error: None }),
            other => Err(ValidationError::of(object, &describe(&other))),
        }
    }

    /// Takes out and reads a member that must be there.
    ///
    /// # Errors
    /// When the member is absent, or does not fit its type.
    pub fn require<T: Wire>(&mut self, name: &str) -> Result<T, Box<ValidationError>> {
        let read = match self.members.remove(name) {
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
        self.members.remove(name).filter(|value| !value.is_null())
    }

    #[cold]
    fn note(&mut self, error: Box<ValidationError>, name: &str) {
        self.error.get_or_insert_with(|| error.in_field(name));
    }

    /// The members that were not taken.
    pub fn rest(&mut self) -> Map<String, Value> {
        mem::take(&mut self.members)
    }

    /// The object, unless a member does not fit its type.
    ///
    /// # Errors
    /// The first error.
    pub fn finish<T>(self, object: T) -> Result<T, Box<ValidationError>> {
        self.error.map_or(Ok(object), Err)
    }
}

/// Reads a value of any self-describing format.
///
/// # Errors
/// When the value does not fit the type.
pub fn deserialize<'de, T: Wire, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::read(Value::deserialize(deserializer)?).map_err(D::Error::custom)
}
