//! The compact form of the descriptors, which the walk uses.
//!
//! The rich descriptors ([`super::descriptor`]) have pointers, lengths, and padding, which would add 9 kB to a file
//! that every worker uploads. The renderer (`src/render/compact`) writes the part that the walk reads to `tables.rs`,
//! with offsets of two bytes and indices of one byte instead of pointers. `cargo xtask build` renders the file; a test
//! compares it with the descriptors.
//!
//! - [`TEXT`](tables::TEXT) holds the records. A name in it is a byte with its length, and its letters.
//!   - An object: the letters of its name, their count, its fields, a byte 0, its rules, a byte 0. Its offset is that of
//!     its fields. Parameters have no name, so that methods with the same parameters share a record.
//!   - A rule: a byte that says which one, the count of the bytes that follow, and a list of names.
//!   - A field: a name, whose length has the bits [`REQUIRED`](kinds::REQUIRED) and [`LIMITED`](kinds::LIMITED), an index into the kinds, and, if it is
//!     limited, an index into the limits.
//!   - An enumeration or a fixed string: a list of names, which is a byte with their count, and the names.
//!   - A union: its name, the count of its objects, the index of each one's kind, and a list of the names that their
//!     first fields have, if these are fixed strings.
//!   - The kinds, each once, at [`KINDS`](tables::KINDS), where the text ends: a byte that says which one, and a number.
//! - [`LIMITS`](tables::LIMITS) holds each limit once.
//! - [`UPDATE_TABLE`](tables::UPDATE_TABLE) goes on where the text ends, with what only updates need: their kinds, and
//!   text. The wasm of the npm package does not hold it.
//! - [`METHODS`] holds the offsets of the methods' parameters, in the order of the specification.

pub(crate) mod kinds;
mod records;
#[rustfmt::skip]
mod tables;
mod whole;

pub use kinds::{CompactKind, CompactMethod, CompactObject, CompactUnion, Names, rule};
pub use records::{CompactField, Fields, RuleRecords, text};
pub use tables::{METHODS, UNKNOWN, UPDATE};
#[cfg(npm)]
pub use whole::add_updates;

/// Finds a method by its name in any case. Returns its name in the spelling of the specification.
pub fn find(name: &str) -> Option<(&'static str, CompactMethod)> {
    let mut methods = tables::NAMES.iter().copied().zip(METHODS);
    methods.find(|(known, _)| known.eq_ignore_ascii_case(name))
}
