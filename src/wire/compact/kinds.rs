//! The parts of the tables: kinds, offsets of records, and the bits and bytes in records.

use crate::wire::descriptor;

/// The number of bytes of a kind in the tables.
pub const BYTES_OF_KIND: usize = 3;

/// The kind of a value; see [`descriptor::ValueKind`]. A number is an offset in the text or an index into the kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompactKind {
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
    Object(CompactObject),
    Array(u16),
    Union(CompactUnion),
    /// Any value, for fields that the specification does not know. Not in the tables.
    Any,
}

impl CompactKind {
    /// Encodes a kind in three bytes.
    #[cfg_attr(not(all(feature = "render", not(web))), allow(dead_code))]
    pub(crate) fn bytes(self) -> [u8; BYTES_OF_KIND] {
        let (tag, number) = match self {
            Self::Integer => (0, 0),
            Self::Id => (1, 0),
            Self::Float => (2, 0),
            Self::String => (3, 0),
            Self::Boolean => (4, 0),
            Self::True => (5, 0),
            Self::ChatId => (6, 0),
            Self::Literal(Names(at)) => (7, at),
            Self::Enum(Names(at)) => (8, at),
            Self::File => (9, 0),
            Self::FileOrString => (10, 0),
            Self::Attach => (11, 0),
            Self::Object(CompactObject(at)) => (12, at),
            Self::Array(item) => (13, item),
            Self::Union(CompactUnion(at)) => (14, at),
            Self::Any => (15, 0),
        };
        let [low, high] = number.to_le_bytes();
        [tag, low, high]
    }

    /// Decodes a kind from three bytes. The tags are in the order of the kinds, so the compiler needs no table.
    #[inline(always)]
    pub(super) fn of_bytes([tag, low, high]: [u8; BYTES_OF_KIND]) -> Self {
        let at = u16::from_le_bytes([low, high]);
        match tag {
            0 => Self::Integer,
            1 => Self::Id,
            2 => Self::Float,
            3 => Self::String,
            4 => Self::Boolean,
            5 => Self::True,
            6 => Self::ChatId,
            7 => Self::Literal(Names(at)),
            8 => Self::Enum(Names(at)),
            9 => Self::File,
            10 => Self::FileOrString,
            11 => Self::Attach,
            12 => Self::Object(CompactObject(at)),
            13 => Self::Array(at),
            14 => Self::Union(CompactUnion(at)),
            _ => Self::Any,
        }
    }

    /// Returns how a form's text is converted to such a value; see `form_kind` of the exports.
    #[cfg(npm)]
    pub(crate) fn form_kind(self) -> usize {
        match self {
            Self::Boolean | Self::True => crate::wire::FORM_BOOLEAN,
            Self::String
            | Self::Literal(_)
            | Self::Enum(_)
            | Self::File
            | Self::FileOrString
            | Self::Attach
            | Self::Any => 0,
            _ => crate::wire::FORM_JSON,
        }
    }

    /// Returns a kind that needs no record.
    pub(crate) const fn plain(kind: &descriptor::ValueKind) -> Option<Self> {
        Some(match kind {
            descriptor::ValueKind::Integer => Self::Integer,
            descriptor::ValueKind::Id => Self::Id,
            descriptor::ValueKind::Float => Self::Float,
            descriptor::ValueKind::String => Self::String,
            descriptor::ValueKind::Boolean => Self::Boolean,
            descriptor::ValueKind::True => Self::True,
            descriptor::ValueKind::ChatId => Self::ChatId,
            descriptor::ValueKind::File => Self::File,
            descriptor::ValueKind::FileOrString => Self::FileOrString,
            descriptor::ValueKind::Attach => Self::Attach,
            _ => return None,
        })
    }
}

/// An object, by its offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CompactObject(pub u16);

/// Several objects with a common name, by its offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CompactUnion(pub u16);

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
    pub const NONE_OF: u8 = 7;
}

/// A method: the offset of its parameters, and a bit for idempotent methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CompactMethod(u16);

/// The bit of an idempotent method.
pub const IDEMPOTENT: u16 = 1 << 15;

impl CompactMethod {
    /// Creates a method with the offset of its parameters.
    pub const fn new(params: u16, is_idempotent: bool) -> Self {
        Self(if is_idempotent { params | IDEMPOTENT } else { params })
    }

    /// Returns its parameters.
    pub fn params(self) -> CompactObject {
        CompactObject(self.0 & !IDEMPOTENT)
    }

    /// Returns true if repeating the call after a failure with an unknown outcome is safe.
    #[cfg_attr(not(any(feature = "client", npm)), allow(dead_code))]
    pub fn is_idempotent(self) -> bool {
        self.0 & IDEMPOTENT != 0
    }
}

/// A bit of the length of a field's name: the field must be present.
pub const REQUIRED: u8 = 0x80;

/// A bit of the length of a field's name: the field has a limit or a format.
pub const LIMITED: u8 = 0x40;
