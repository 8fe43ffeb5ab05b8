//! Writes objects: their fields in the order of the specification, and then unknown members.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value};

use super::kinds::Wire;

/// An object that is being written.
#[derive(Debug)]
pub struct Writer<'a, S> {
    map: S,
    extra: &'a Map<String, Value>,
}

impl<'a, S: SerializeMap> Writer<'a, S> {
    /// Starts an object with its unknown members, which are written last.
    ///
    /// # Errors
    /// The errors of the serializer.
    pub fn start<T>(serializer: T, extra: &'a Map<String, Value>) -> Result<Self, T::Error>
    where
        T: Serializer<SerializeMap = S, Ok = S::Ok, Error = S::Error>,
    {
        Ok(Self { map: serializer.serialize_map(None)?, extra })
    }

    /// Writes a field, unless it is absent. A member of that name in `extra` replaces it: no name occurs twice.
    ///
    /// # Errors
    /// The errors of the serializer.
    pub fn field<T: Wire + Serialize>(&mut self, name: &'static str, value: &T) -> Result<(), S::Error> {
        let is_left_out = value.is_absent() || self.extra.contains_key(name);
        if is_left_out { Ok(()) } else { self.map.serialize_entry(name, value) }
    }

    /// Writes the unknown members and ends the object.
    ///
    /// # Errors
    /// The errors of the serializer.
    pub fn end(mut self) -> Result<S::Ok, S::Error> {
        for (name, value) in self.extra {
            self.map.serialize_entry(name, value)?;
        }
        self.map.end()
    }
}
