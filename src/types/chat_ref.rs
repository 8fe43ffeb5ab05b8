//! `ChatRef`: how a parameter names a chat.

use std::fmt::{Display, Formatter};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Chat, ChatId, User, UserId};
use crate::wire::json::Json;
use crate::wire::{ValidationError, ValueKind, Wire, read, values};

/// A chat, by its numeric identifier or by the `@channelusername` of a channel or supergroup.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChatRef {
    /// Numeric identifier, below 52 bits.
    Id(ChatId),
    /// Username of a channel or supergroup, with the `@` in front.
    Username(String),
}

impl From<ChatId> for ChatRef {
    fn from(id: ChatId) -> Self {
        Self::Id(id)
    }
}

impl From<UserId> for ChatRef {
    /// The private chat with the user.
    fn from(user: UserId) -> Self {
        Self::Id(user.into())
    }
}

impl From<&ChatId> for ChatRef {
    fn from(id: &ChatId) -> Self {
        Self::Id(*id)
    }
}

impl From<&UserId> for ChatRef {
    /// The private chat with the user.
    fn from(user: &UserId) -> Self {
        (*user).into()
    }
}

impl From<i64> for ChatRef {
    fn from(id: i64) -> Self {
        Self::Id(ChatId(id))
    }
}

impl From<&Chat> for ChatRef {
    fn from(chat: &Chat) -> Self {
        Self::Id(chat.id)
    }
}

impl From<&User> for ChatRef {
    /// The private chat with the user.
    fn from(user: &User) -> Self {
        Self::Id(user.into())
    }
}

impl From<&str> for ChatRef {
    fn from(username: &str) -> Self {
        Self::Username(username.to_owned())
    }
}

impl From<String> for ChatRef {
    fn from(username: String) -> Self {
        Self::Username(username)
    }
}

impl From<&String> for ChatRef {
    fn from(username: &String) -> Self {
        Self::Username(username.clone())
    }
}

impl From<&Self> for ChatRef {
    fn from(chat: &Self) -> Self {
        chat.clone()
    }
}

impl Display for ChatRef {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Id(id) => id.fmt(formatter),
            Self::Username(username) => username.fmt(formatter),
        }
    }
}

impl Wire for ChatRef {
    const KIND: ValueKind = ValueKind::ChatId;

    fn read(value: Json<'_>) -> Result<Self, Box<ValidationError>> {
        match value.as_str() {
            Some(username) => Ok(Self::Username(username.to_owned())),
            None => values::integer(&Self::EXPECTED, value).map(|id| Self::Id(ChatId(id))),
        }
    }
}

impl Serialize for ChatRef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Id(id) => id.serialize(serializer),
            Self::Username(username) => username.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for ChatRef {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read::deserialize(deserializer)
    }
}
