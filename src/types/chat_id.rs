//! `ChatId`: how a parameter names a chat.

use std::fmt::{Display, Formatter};

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::wire::{Fault, Kind, Wire, read};

/// A chat, by its numeric identifier or by the `@channelusername` of a channel or supergroup.
///
/// Spec: core, Conventions that hold for every method.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub enum ChatId {
    /// Numeric identifier, below 52 bits.
    Id(i64),
    /// Username of a channel or supergroup, with the `@` in front.
    Username(String),
}

impl From<i64> for ChatId {
    fn from(id: i64) -> Self {
        Self::Id(id)
    }
}

impl From<&str> for ChatId {
    fn from(username: &str) -> Self {
        Self::Username(username.to_owned())
    }
}

impl From<String> for ChatId {
    fn from(username: String) -> Self {
        Self::Username(username)
    }
}

impl Display for ChatId {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Id(id) => id.fmt(formatter),
            Self::Username(username) => username.fmt(formatter),
        }
    }
}

impl Wire for ChatId {
    const KIND: Kind = Kind::ChatId;

    fn read(value: Value) -> Result<Self, Box<Fault>> {
        match value {
            Value::String(username) => Ok(Self::Username(username)),
            other => read::integer(&Self::KIND, &other).map(Self::Id),
        }
    }
}

impl<'de> Deserialize<'de> for ChatId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read::deserialize(deserializer)
    }
}
