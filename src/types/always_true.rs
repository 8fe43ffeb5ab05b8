//! `True`: the Boolean that is always true when it is present.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::wire::json::{Json, Node};
use crate::wire::{ValidationError, ValueKind, Wire, read, values};

/// The value `true`, for fields that are either true or absent, and for methods without another result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct True;

impl Serialize for True {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(true)
    }
}

impl<'de> Deserialize<'de> for True {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read::deserialize(deserializer)
    }
}

impl Wire for True {
    const KIND: ValueKind = ValueKind::True;

    fn read(value: Json<'_>) -> Result<Self, Box<ValidationError>> {
        match value.node() {
            Node::Boolean(true) => Ok(Self),
            _ => Err(values::unfit(&Self::EXPECTED, value)),
        }
    }
}
