//! Identifiers: each has its own type, which is a number or a string on the wire and determines the kind of a field.

use std::borrow::Borrow;
use std::convert::Infallible;
use std::fmt::{Display, Formatter};
use std::num::ParseIntError;
use std::ops::Deref;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Chat, Message, User};
use crate::wire::json::Json;
use crate::wire::{ValidationError, ValueKind, Wire, values};

/// The wire has an identifier as its number or text alone.
macro_rules! transparent {
    ($name:ident) => {
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.0.serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Deserialize::deserialize(deserializer).map(Self)
            }
        }
    };
}

macro_rules! numbers {
    ($($(#[doc = $doc:literal])* $name:ident: $kind:ident,)*) => {$(
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub i64);

        impl From<i64> for $name {
            fn from(number: i64) -> Self {
                Self(number)
            }
        }

        impl From<&Self> for $name {
            fn from(id: &Self) -> Self {
                *id
            }
        }

        impl FromStr for $name {
            type Err = ParseIntError;

            fn from_str(text: &str) -> Result<Self, ParseIntError> {
                text.parse().map(Self)
            }
        }

        impl From<$name> for i64 {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl PartialEq<i64> for $name {
            fn eq(&self, number: &i64) -> bool {
                self.0 == *number
            }
        }

        impl Display for $name {
            fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(formatter)
            }
        }

        transparent!($name);

        impl Wire for $name {
            const KIND: ValueKind = ValueKind::$kind;

            fn read(value: Json<'_>) -> Result<Self, Box<ValidationError>> {
                values::integer(&Self::EXPECTED, value).map(Self)
            }
        }
    )*};
}

numbers! {
    /// Identifier of a user or bot. It may exceed 32 bits, but stays below 52 bits.
    UserId: Id,
    /// Identifier of a chat. It may exceed 32 bits, but stays below 52 bits. A private chat has the identifier of its
    /// user.
    ChatId: Id,
    /// Identifier of a message, unique within its chat.
    MessageId: Integer,
    /// Identifier of an update.
    UpdateId: Integer,
}

macro_rules! strings {
    ($($(#[doc = $doc:literal])* $name:ident,)*) => {$(
        $(#[doc = $doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub String);

        impl $name {
            /// The identifier as it is on the wire.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(text)
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }

        impl From<&String> for $name {
            fn from(text: &String) -> Self {
                Self(text.clone())
            }
        }

        impl FromStr for $name {
            type Err = Infallible;

            fn from_str(text: &str) -> Result<Self, Infallible> {
                Ok(text.into())
            }
        }

        impl From<&Self> for $name {
            fn from(id: &Self) -> Self {
                id.clone()
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl Deref for $name {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl PartialEq<str> for $name {
            fn eq(&self, text: &str) -> bool {
                self.0 == text
            }
        }

        impl PartialEq<&str> for $name {
            fn eq(&self, text: &&str) -> bool {
                self.0 == *text
            }
        }

        impl Display for $name {
            fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(formatter)
            }
        }

        transparent!($name);

        impl Wire for $name {
            const KIND: ValueKind = ValueKind::String;

            fn read(value: Json<'_>) -> Result<Self, Box<ValidationError>> {
                values::string(&Self::EXPECTED, value).map(Self)
            }
        }
    )*};
}

strings! {
    /// Identifier of a file on the service, for one bot only.
    FileId,
    /// Identifier of a callback query.
    CallbackQueryId,
    /// Identifier of an inline query.
    InlineQueryId,
    /// Identifier of a result of an inline query, chosen by the bot.
    InlineQueryResultId,
    /// Identifier of a message that was sent via the bot in inline mode.
    InlineMessageId,
    /// Identifier of an album.
    MediaGroupId,
    /// Identifier of a shipping query.
    ShippingQueryId,
    /// Identifier of a way of shipping, chosen by the bot.
    ShippingOptionId,
    /// Identifier of a pre-checkout query.
    PreCheckoutQueryId,
}

// Not for `ChatId` and `UserId`: literals would then be of type `i32`, and those beyond 32 bits would not compile.
impl From<i32> for MessageId {
    fn from(number: i32) -> Self {
        Self(number.into())
    }
}

impl From<i32> for UpdateId {
    fn from(number: i32) -> Self {
        Self(number.into())
    }
}

impl From<UserId> for ChatId {
    /// The private chat with the user.
    fn from(user: UserId) -> Self {
        Self(user.0)
    }
}

impl From<&Chat> for ChatId {
    fn from(chat: &Chat) -> Self {
        chat.id
    }
}

impl From<&User> for ChatId {
    /// The private chat with the user.
    fn from(user: &User) -> Self {
        user.id.into()
    }
}

impl From<&User> for UserId {
    fn from(user: &User) -> Self {
        user.id
    }
}

impl From<&Message> for MessageId {
    fn from(message: &Message) -> Self {
        message.message_id
    }
}
