//! Reading what the service sends. Every type is read from one source, a JSON value: the code of a type exists once,
//! whatever format the value came in.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::fault::{Expectation, Fault};
use super::kinds::Wire;
use super::values::describe;

/// The members of an object that is being read.
#[derive(Debug)]
pub struct Members(Map<String, Value>);

impl Members {
    /// The members of a value that must be an object.
    ///
    /// # Errors
    /// When the value is no object.
    pub fn of(value: Value, object: &Expectation) -> Result<Self, Box<Fault>> {
        match value {
            Value::Object(members) => Ok(Self(members)),
            other => Err(Fault::of(object, &describe(&other))),
        }
    }

    /// Takes out and reads the member of that name.
    ///
    /// # Errors
    /// When the member is absent though the type requires it, or does not fit the type.
    pub fn take<T: Wire>(&mut self, name: &str) -> Result<T, Box<Fault>> {
        let read = match self.0.remove(name) {
            Some(value) => T::read(value),
            None => T::absent().ok_or_else(|| Fault::of(&T::EXPECTED, "nothing")),
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
