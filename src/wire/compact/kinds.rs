//! What the tables are made of: kinds, offsets of records, the bits and bytes in records.

use crate::wire::descriptor;

/// The kind of a value; see [`descriptor::Kind`]. A number is an offset in the text or an index into the kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Integer,
    Id,
    Float,
    String,
    Boolean,
    True,
    ChatId,
    Literal(Names),
    Enum(Names),
    File,
    FileOrString,
    Attach,
    Object(Object),
    Array(u8),
    Union(Union),
}

impl Kind {
    /// A kind that needs no record.
    pub(crate) const fn plain(kind: &descriptor::Kind) -> Option<Self> {
        Some(match kind {
            descriptor::Kind::Integer => Self::Integer,
            descriptor::Kind::Id => Self::Id,
            descriptor::Kind::Float => Self::Float,
            descriptor::Kind::String => Self::String,
            descriptor::Kind::Boolean => Self::Boolean,
            descriptor::Kind::True => Self::True,
            descriptor::Kind::ChatId => Self::ChatId,
            descriptor::Kind::File => Self::File,
            descriptor::Kind::FileOrString => Self::FileOrString,
            descriptor::Kind::Attach => Self::Attach,
            _ => return None,
        })
    }
}

/// An object, by its offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Object(pub u16);

/// Some objects with a name for them all, by its offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Union(pub u16);

/// A list of names, by its offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Names(pub u16);

/// The bytes of rules; see [`descriptor::Rule`].
pub mod rule {
    pub const TARGET: u8 = 1;
    pub const EXACTLY_ONE: u8 = 2;
    pub const AT_MOST_ONE: u8 = 3;
    pub const REQUIRED_WHEN: u8 = 4;
    pub const BUTTONS_FIRST: u8 = 5;
    pub const FIRST_BUTTON: u8 = 6;
}

/// A method.
#[derive(Debug, Clone, Copy)]
pub struct Method {
    /// Its parameters.
    pub params: Object,
    /// Whether repeating the call after a fault of unknown outcome is safe.
    #[cfg_attr(not(any(feature = "client", all(feature = "js", target_arch = "wasm32"))), allow(dead_code))]
    pub repeatable: bool,
}

/// A bit of the length of a field's name: the field must be present.
pub const REQUIRED: u8 = 0x80;

/// A bit of the length of a field's name: the field has a limit or a format.
pub const LIMITED: u8 = 0x40;
