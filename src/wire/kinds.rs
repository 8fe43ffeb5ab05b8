//! The kinds of Rust types, and how each is parsed.

use serde_json::Number;

use super::descriptor::ValueKind;
use super::json::{Json, Node};
use super::validation_error::{Expectation, ValidationError};
use super::values;

/// Implemented by every Rust type that appears in a descriptor.
pub trait Wire: Sized {
    /// The kind of the value.
    const KIND: ValueKind;
    /// The expected kind in errors.
    const EXPECTED: Expectation = Expectation::of(&Self::KIND);
    /// True if a field of this type is required.
    const REQUIRED: bool = true;

    /// Parses a value.
    ///
    /// # Errors
    /// If the value does not fit the type.
    fn read(value: Json<'_>) -> Result<Self, Box<ValidationError>>;

    /// Returns true if the field is absent, so that it is not written.
    fn is_absent(&self) -> bool {
        false
    }
}

impl Wire for i64 {
    const KIND: ValueKind = ValueKind::Integer;

    fn read(value: Json<'_>) -> Result<Self, Box<ValidationError>> {
        values::integer(&Self::EXPECTED, value)
    }
}

impl Wire for f64 {
    const KIND: ValueKind = ValueKind::Float;

    fn read(value: Json<'_>) -> Result<Self, Box<ValidationError>> {
        value.as_number().and_then(Number::as_f64).ok_or_else(|| values::unfit(&Self::EXPECTED, value))
    }
}

impl Wire for bool {
    const KIND: ValueKind = ValueKind::Boolean;

    fn read(value: Json<'_>) -> Result<Self, Box<ValidationError>> {
        match value.node() {
            Node::Boolean(flag) => Ok(*flag),
            _ => Err(values::unfit(&Self::EXPECTED, value)),
        }
    }
}

impl Wire for String {
    const KIND: ValueKind = ValueKind::String;

    fn read(value: Json<'_>) -> Result<Self, Box<ValidationError>> {
        values::string(&Self::EXPECTED, value)
    }
}

impl<T: Wire> Wire for Option<T> {
    const KIND: ValueKind = T::KIND;
    const REQUIRED: bool = false;

    fn read(value: Json<'_>) -> Result<Self, Box<ValidationError>> {
        if value.is_null() { Ok(None) } else { T::read(value).map(Some) }
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl<T: Wire> Wire for Box<T> {
    const KIND: ValueKind = T::KIND;

    fn read(value: Json<'_>) -> Result<Self, Box<ValidationError>> {
        T::read(value).map(Self::new)
    }
}

impl<T: Wire> Wire for Vec<T> {
    const KIND: ValueKind = ValueKind::Array(&T::KIND);

    fn read(value: Json<'_>) -> Result<Self, Box<ValidationError>> {
        let items = value.items().ok_or_else(|| values::unfit(&Self::EXPECTED, value))?;
        let read = |(index, item)| T::read(item).map_err(|error| error.in_item(index));
        items.enumerate().map(read).collect()
    }
}
