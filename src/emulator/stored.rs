//! Snapshots: the state as bytes and back, without a serialisation framework in the wasm.

use std::collections::VecDeque;
use std::sync::Arc;

use super::clock::Time;
use super::file::MARK;
use crate::wire::json::Cursor;

/// Something that a snapshot holds.
pub(super) trait Stored: Sized {
    fn save(&self, bytes: &mut Vec<u8>);
    /// None when the bytes do not hold one.
    fn load(bytes: &mut &[u8]) -> Option<Self>;
}

/// Structs of fields that a snapshot holds, in order, and a method that says whether they are sound.
macro_rules! stored {
    ($($name:ident { $($field:ident),* $(,)? } $(=> $is_sound:ident)?)*) => {
        $(impl crate::emulator::stored::Stored for $name {
            fn save(&self, bytes: &mut Vec<u8>) {
                $(crate::emulator::stored::Stored::save(&self.$field, bytes);)*
            }
            fn load(bytes: &mut &[u8]) -> Option<Self> {
                let loaded = Self { $($field: crate::emulator::stored::Stored::load(bytes)?),* };
                $(if !loaded.$is_sound() { return None; })?
                Some(loaded)
            }
        })*
    };
}
pub(super) use stored;

/// Enumerations without data, in order.
macro_rules! stored_enum {
    ($name:ident { $($variant:ident),* $(,)? }) => {
        impl crate::emulator::stored::Stored for $name {
            fn save(&self, bytes: &mut Vec<u8>) {
                bytes.push(*self as u8);
            }
            fn load(bytes: &mut &[u8]) -> Option<Self> {
                let number = u8::load(bytes)?;
                [$(Self::$variant),*].into_iter().find(|known| *known as u8 == number)
            }
        }
    };
}
pub(super) use stored_enum;

macro_rules! numbers {
    ($($type:ty),*) => {
        $(impl Stored for $type {
            fn save(&self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }
            fn load(bytes: &mut &[u8]) -> Option<Self> {
                let (number, rest) = bytes.split_first_chunk()?;
                *bytes = rest;
                Some(Self::from_le_bytes(*number))
            }
        })*
    };
}
numbers!(u8, u16, u32, f64);

/// 64 bits of any value, as of a seed.
pub(super) fn bits(bytes: &mut &[u8]) -> Option<u64> {
    let (number, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u64::from_le_bytes(*number))
}

/// A counter, which can still be added to.
impl Stored for u64 {
    fn save(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.to_le_bytes());
    }
    fn load(bytes: &mut &[u8]) -> Option<Self> {
        bits(bytes).filter(|number| number >> 62 == 0)
    }
}

/// A number whose sums and differences with others are numbers.
impl Stored for i64 {
    fn save(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.to_le_bytes());
    }
    fn load(bytes: &mut &[u8]) -> Option<Self> {
        bits(bytes).map(u64::cast_signed).filter(|number| number.unsigned_abs() >> 62 == 0)
    }
}

/// Whether what is stored as JSON text is empty or a value that can be shown.
pub(super) fn is_json(text: &str) -> bool {
    let mut cursor = Cursor::new(text);
    text.is_empty() || cursor.value(0).is_ok() && cursor.end().is_ok()
}

/// The same of text with marks of files, which stand inside of strings.
pub(super) fn is_marked_json(text: &str) -> bool {
    is_json(&text.replace(MARK, "x"))
}

/// Whether what is stored as members of an object, without its braces, can be shown.
pub(super) fn are_members(text: &str) -> bool {
    is_marked_json(&["{", text, "}"].concat())
}

impl Stored for () {
    fn save(&self, _: &mut Vec<u8>) {}
    fn load(_: &mut &[u8]) -> Option<Self> {
        Some(())
    }
}

impl Stored for usize {
    fn save(&self, bytes: &mut Vec<u8>) {
        (*self as u64).save(bytes);
    }
    fn load(bytes: &mut &[u8]) -> Option<Self> {
        u64::load(bytes)?.try_into().ok()
    }
}

impl Stored for bool {
    fn save(&self, bytes: &mut Vec<u8>) {
        bytes.push(u8::from(*self));
    }
    fn load(bytes: &mut &[u8]) -> Option<Self> {
        Some(u8::load(bytes)? != 0)
    }
}

impl Stored for Time {
    fn save(&self, bytes: &mut Vec<u8>) {
        self.millis().save(bytes);
    }
    fn load(bytes: &mut &[u8]) -> Option<Self> {
        i64::load(bytes).map(Self::from_millis)
    }
}

fn save_bytes(slice: &[u8], bytes: &mut Vec<u8>) {
    slice.len().save(bytes);
    bytes.extend_from_slice(slice);
}

fn load_bytes<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = usize::load(bytes)?;
    let (slice, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(slice)
}

impl Stored for String {
    fn save(&self, bytes: &mut Vec<u8>) {
        save_bytes(self.as_bytes(), bytes);
    }
    fn load(bytes: &mut &[u8]) -> Option<Self> {
        Self::from_utf8(load_bytes(bytes)?.to_vec()).ok()
    }
}

impl Stored for Box<str> {
    fn save(&self, bytes: &mut Vec<u8>) {
        save_bytes(self.as_bytes(), bytes);
    }
    fn load(bytes: &mut &[u8]) -> Option<Self> {
        String::load(bytes).map(Into::into)
    }
}

impl Stored for Arc<[u8]> {
    fn save(&self, bytes: &mut Vec<u8>) {
        save_bytes(self, bytes);
    }
    fn load(bytes: &mut &[u8]) -> Option<Self> {
        load_bytes(bytes).map(Into::into)
    }
}

impl<T: Stored> Stored for Box<T> {
    fn save(&self, bytes: &mut Vec<u8>) {
        T::save(self, bytes);
    }
    fn load(bytes: &mut &[u8]) -> Option<Self> {
        T::load(bytes).map(Self::new)
    }
}

impl<T: Stored> Stored for Option<T> {
    fn save(&self, bytes: &mut Vec<u8>) {
        self.is_some().save(bytes);
        if let Some(value) = self {
            value.save(bytes);
        }
    }
    fn load(bytes: &mut &[u8]) -> Option<Self> {
        Some(if bool::load(bytes)? { Some(T::load(bytes)?) } else { None })
    }
}

macro_rules! tuples {
    ($(($($name:ident $index:tt),*))*) => {
        $(impl<$($name: Stored),*> Stored for ($($name,)*) {
            fn save(&self, bytes: &mut Vec<u8>) {
                $(self.$index.save(bytes);)*
            }
            fn load(bytes: &mut &[u8]) -> Option<Self> {
                Some(($($name::load(bytes)?,)*))
            }
        })*
    };
}
tuples! { (A 0, B 1) (A 0, B 1, C 2) }

macro_rules! lists {
    ($($type:ident),*) => {
        $(impl<T: Stored> Stored for $type<T> {
            fn save(&self, bytes: &mut Vec<u8>) {
                self.len().save(bytes);
                for item in self {
                    item.save(bytes);
                }
            }
            fn load(bytes: &mut &[u8]) -> Option<Self> {
                let mut list = Self::default();
                for _ in 0..usize::load(bytes)? {
                    // Collecting would bring a sort for each type into the wasm.
                    list.extend(std::iter::once(T::load(bytes)?));
                }
                Some(list)
            }
        })*
    };
}
lists!(Vec, VecDeque);
