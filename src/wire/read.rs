//! Parses data of the service. Every type is parsed from a [`Json`] value, whatever the original format, so that the code
//! of a type exists once.

#[cfg(feature = "emulator")]
use std::cell::Cell;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Number, Value};

use super::descriptor::{FieldDescriptor, Limit, ObjectDescriptor, ValueKind};
use super::json::{Document, Json};
use super::kinds::Wire;
use super::validation_error::{Expectation, ValidationError};
use super::values;

#[cfg(feature = "emulator")]
thread_local! {
    /// True if objects drop unknown members.
    static FORGETS: Cell<bool> = const { Cell::new(false) };
}

/// Parses something. If `forgets` is true, objects drop unknown members.
#[cfg(feature = "emulator")]
pub(crate) fn forgetting<T>(forgets: bool, read: impl FnOnce() -> T) -> T {
    let before = FORGETS.replace(forgets);
    let read = read();
    FORGETS.set(before);
    read
}

/// The members of an object that is being parsed.
///
/// The required ones are taken first. An error in an optional one is reported at the end, so that the code that drops
/// the parsed fields exists once for an object, not once for each of its fields.
#[derive(Debug)]
pub struct ObjectReader<'d> {
    /// In their order. A name may be repeated.
    members: Vec<(&'d str, Json<'d>)>,
    /// A bit for each length of a name: most fields are absent, which this tells without comparing names.
    lengths: u64,
    error: Option<Box<ValidationError>>,
}

impl<'d> ObjectReader<'d> {
    /// Returns the members of a value that must be an object.
    ///
    /// # Errors
    /// If the value is not an object.
    pub fn of(value: Json<'d>, object: &Expectation) -> Result<Self, Box<ValidationError>> {
        let members = value.members().ok_or_else(|| values::unfit(object, value))?;
        let mut read = Self { members: Vec::with_capacity(8), lengths: 0, error: None };
        for (name, value) in members {
            read.lengths |= length_bit(name);
            read.members.push((name, value));
        }
        Ok(read)
    }

    /// Returns the members of an object with known fields only. Required members are present, and numbers are within
    /// their limits.
    ///
    /// # Errors
    /// If the value is not an object, or a member is unknown, missing, or beyond its limit.
    pub fn closed(
        value: Json<'d>,
        object: &Expectation,
        table: &ObjectDescriptor,
    ) -> Result<Self, Box<ValidationError>> {
        let read = Self::of(value, object)?;
        if let Some((name, _)) = read.members.iter().find(|(name, _)| table.field(name).is_none()) {
            return Err(ValidationError::unknown_field(table).in_field(name));
        }
        for field in table.fields {
            let member = read.members.iter().rfind(|(name, _)| *name == field.name).map(|(_, value)| *value);
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

    /// Removes and parses a required member.
    ///
    /// # Errors
    /// If the member is absent, or does not fit its type.
    pub fn require<T: Wire>(&mut self, name: &str) -> Result<T, Box<ValidationError>> {
        let read = match self.remove(name) {
            Some(value) => T::read(value),
            None => Err(ValidationError::of(&T::EXPECTED, "nothing")),
        };
        read.map_err(|error| error.in_field(name))
    }

    /// Removes and parses a member that may be absent, or `null`.
    pub fn take<T: Wire>(&mut self, name: &str) -> Option<T> {
        T::read(self.present(name)?).map_err(|error| self.note(error, name)).ok()
    }

    /// Not inlined: a copy for each type of a member would add 1 kB.
    #[inline(never)]
    fn present(&mut self, name: &str) -> Option<Json<'d>> {
        self.remove(name).filter(|value| !value.is_null())
    }

    /// Removes the members of that name. The last one wins.
    pub(crate) fn remove(&mut self, name: &str) -> Option<Json<'d>> {
        if self.lengths & length_bit(name) == 0 {
            return None;
        }
        let mut found = None;
        self.members.retain(|(member, value)| {
            let is_found = *member == name;
            if is_found {
                found = Some(*value);
            }
            !is_found
        });
        found
    }

    /// Removes a member that may be absent, or `null`, and parses it in place. Moving the value would be more code.
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

    /// Returns the members that were not removed.
    #[inline(never)] // one copy, not one for each object
    pub fn rest(&mut self) -> Map<String, Value> {
        let mut rest = Map::new();
        #[cfg(feature = "emulator")]
        if FORGETS.get() {
            return rest;
        }
        // Collecting would sort, with its own code.
        rest.extend(self.members.drain(..).map(|(name, value)| (name.to_owned(), value.into())));
        rest
    }

    /// Returns the object, unless a member does not fit its type.
    ///
    /// # Errors
    /// The first error.
    #[inline(always)] // a call would copy the object
    pub fn finish<T>(self, object: T) -> Result<T, Box<ValidationError>> {
        self.error.map_or(Ok(object), Err)
    }
}

/// Returns a bit for the length of a name.
fn length_bit(name: &str) -> u64 {
    1 << (name.len() % 64)
}

/// Returns true if a value is a number within the limit of its field, if any.
fn is_within(field: &FieldDescriptor, value: Json<'_>) -> bool {
    let Limit::Range(from, to) = field.limit else { return true };
    let number = value.as_number().filter(|number| matches!(field.kind, ValueKind::Float) || number.is_i64());
    number.and_then(Number::as_f64).is_some_and(|number| (f64::from(from)..=f64::from(to)).contains(&number))
}

/// Parses a value of any self-describing format.
///
/// # Errors
/// If the value does not fit the type.
pub fn deserialize<'de, T: Wire, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    value(&Value::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// Parses a JSON value.
///
/// # Errors
/// If the value does not fit the type.
pub fn value<T: Wire>(value: &Value) -> Result<T, Box<ValidationError>> {
    T::read(Document::of(value).value())
}
