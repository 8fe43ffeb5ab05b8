//! Callback data with typed fields, packed into the 64 bytes of a button.

use std::error::Error;
use std::fmt::{self, Display, Formatter};

use crate::types::InlineKeyboardButton;
use crate::wire::json;

pub use botwire_macros::{CallbackData, Choice};

/// The data of buttons as a struct, derived by `#[derive(CallbackData)]`.
///
/// ```
/// use botwire::webhook::{CallbackData, Choice};
///
/// #[derive(Debug, PartialEq, Choice)]
/// enum Mode {
///     List,
///     Grid,
/// }
///
/// #[derive(Debug, PartialEq, CallbackData)]
/// #[data("page")]
/// struct Turn {
///     index: u32,
///     mode: Mode,
/// }
///
/// let data = Turn { index: 36, mode: Mode::Grid }.pack();
/// assert!(data.starts_with("page~") && data.ends_with(":10:1"));
/// assert_eq!(Turn::parse(&data), Ok(Some(Turn { index: 36, mode: Mode::Grid })));
/// ```
///
/// - The name is that of the struct in snake case, or `#[data("name")]`: 1 to 20 of `A-Z`, `a-z`, `0-9`, `_` and `-`.
/// - A field is an integer, a `bool`, an enum with `#[derive(Choice)]`, or a `String`, which must be the last field.
/// - A button has at most 64 bytes of data. Whether everything but a text fits is checked when the program is compiled. A text that is too long
///   is refused by the check of the call, with the path of its button.
/// - Two characters of the data stand for the names and types of the fields. After you change them, buttons in old messages are known as
///   old: [`pressed`](crate::webhook::pressed) answers them with [`OLD`](Self::OLD), which `#[data(old = "…")]` sets.
/// - A client can forge data. Fields that do not fit their types are old, too.
///
/// `callbackData` of the npm package packs the same fields in the same way, with integers of up to 53 bits.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not callback data: add `#[derive(botwire::webhook::CallbackData)]` to a struct"
)]
pub trait CallbackData: Sized {
    /// The name before the fields.
    const NAME: &'static str;
    /// The answer to the press of an old button.
    const OLD: &'static str;
    /// The names and types of the fields.
    const FIELDS: &'static [(&'static str, DataKind)];

    #[doc(hidden)]
    fn write(&self, parts: &mut Vec<String>);

    #[doc(hidden)]
    fn read(parts: &mut dyn Iterator<Item = &str>) -> Option<Self>;

    /// Returns the `callback_data` of a button.
    #[must_use]
    fn pack(&self) -> String {
        let mut parts = vec![start(Self::NAME, Self::FIELDS)];
        self.write(&mut parts);
        parts.join(":")
    }

    /// Creates a button of an inline keyboard.
    #[must_use]
    fn button(&self, label: impl Display) -> InlineKeyboardButton {
        InlineKeyboardButton::callback(label, self.pack())
    }

    /// Returns the value of a button's data, or `None` for the data of other buttons.
    ///
    /// # Errors
    /// [`OldButton`] if the button was made with other fields.
    fn parse(data: &str) -> Result<Option<Self>, OldButton> {
        if data.strip_prefix(Self::NAME).is_none_or(|rest| !rest.starts_with('~')) {
            return Ok(None);
        }
        // Only the last field may contain the separator.
        let mut parts = data.splitn(Self::FIELDS.len().max(1) + 1, ':');
        if parts.next() != Some(&start(Self::NAME, Self::FIELDS)) {
            return Err(OldButton);
        }
        let value = Self::read(&mut parts).ok_or(OldButton)?;
        if parts.next().is_some() { Err(OldButton) } else { Ok(Some(value)) }
    }
}

/// The error of [`CallbackData::parse`] for a button that was made with other fields, or whose data was forged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OldButton;

impl Display for OldButton {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("the button was made with other fields")
    }
}

impl Error for OldButton {}

/// The type of a field of [`CallbackData`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DataKind {
    /// A text.
    Text,
    /// An integer, and its largest size in bytes.
    Integer(usize),
    /// A boolean.
    Boolean,
    /// One of several words.
    Choice(&'static [&'static str]),
}

/// Returns the text before the fields: the name, and two characters that change when the fields change.
fn start(name: &str, fields: &[(&str, DataKind)]) -> String {
    let fields = fields.iter().map(|(name, kind)| {
        let kind = match kind {
            DataKind::Text => json::quote("text"),
            DataKind::Integer(_) => json::quote("integer"),
            DataKind::Boolean => json::quote("boolean"),
            DataKind::Choice(names) => list(names.iter().map(|name| json::quote(name))),
        };
        list([json::quote(name), kind])
    });
    let hash = list(fields).encode_utf16().fold(0_u32, |hash, unit| hash.wrapping_mul(31).wrapping_add(unit.into()));
    let digits = in_base_36(hash.into());
    let last: String = digits.chars().rev().take(2).collect::<Vec<_>>().into_iter().rev().collect();
    format!("{name}~{last:0>2}")
}

fn list(items: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", items.into_iter().collect::<Vec<_>>().join(","))
}

/// Writes an integer as `Number.prototype.toString(36)` does.
pub(in crate::webhook) fn in_base_36(value: i128) -> String {
    let (mut rest, mut digits) = (value.unsigned_abs(), Vec::new());
    loop {
        digits.extend(u32::try_from(rest % 36).ok().and_then(|digit| char::from_digit(digit, 36)));
        rest /= 36;
        if rest == 0 {
            break;
        }
    }
    digits.extend((value < 0).then_some('-'));
    digits.into_iter().rev().collect()
}

/// Returns an integer in base 36, of at most as many digits as 64 bits have.
fn from_base_36(text: &str) -> Option<i128> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_digit = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_lowercase();
    let is_number = (1..=13).contains(&digits.len()) && digits.bytes().all(is_digit);
    is_number.then(|| i128::from_str_radix(text, 36).ok()).flatten()
}

/// Panics at compile time if callback data cannot be packed.
#[doc(hidden)]
#[allow(clippy::indexing_slicing)] // in a loop of a constant
pub const fn check_data(name: &str, fields: &[(&str, DataKind)]) {
    let (mut index, mut bytes) = (0, name.len() + "~00".len());
    while index < fields.len() {
        bytes += 1 + match fields[index].1 {
            DataKind::Text => {
                assert!(index + 1 == fields.len(), "a text must be the last field of callback data");
                0
            }
            DataKind::Integer(bytes) => bytes,
            DataKind::Boolean => 1,
            DataKind::Choice(names) => {
                if names.len() > 36 {
                    2
                } else {
                    1
                }
            }
        };
        index += 1;
    }
    assert!(bytes <= 64, "the fields of this callback data may need more than 64 bytes");
}

/// A type of a field of [`CallbackData`].
#[diagnostic::on_unimplemented(
    message = "a field of callback data is an integer, a `bool`, a `String`, or an enum with `#[derive(botwire::webhook::Choice)]`, and not `{Self}`"
)]
pub trait DataField: Sized {
    /// The type.
    const KIND: DataKind;

    /// Returns the packed value.
    fn pack(&self) -> String;

    /// Returns the value of a text that `pack` has returned.
    fn unpack(text: &str) -> Option<Self>;
}

impl DataField for String {
    const KIND: DataKind = DataKind::Text;

    fn pack(&self) -> String {
        self.clone()
    }

    fn unpack(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }
}

impl DataField for bool {
    const KIND: DataKind = DataKind::Boolean;

    fn pack(&self) -> String {
        u8::from(*self).to_string()
    }

    fn unpack(text: &str) -> Option<Self> {
        match text {
            "0" => Some(false),
            "1" => Some(true),
            _ => None,
        }
    }
}

macro_rules! integers {
    ($($integer:ident $bytes:literal),*) => {$(
        impl DataField for $integer {
            const KIND: DataKind = DataKind::Integer($bytes);

            fn pack(&self) -> String {
                // `usize` has at most 64 bits.
                in_base_36(i128::try_from(*self).unwrap_or_default())
            }

            fn unpack(text: &str) -> Option<Self> {
                let value = from_base_36(text)?;
                (in_base_36(value) == text).then(|| value.try_into().ok()).flatten()
            }
        }
    )*};
}

integers! { u8 2, i8 3, u16 4, i16 4, u32 7, i32 7, u64 13, i64 14, usize 13, isize 14 }

impl<C: Choice> DataField for C {
    const KIND: DataKind = DataKind::Choice(C::NAMES);

    fn pack(&self) -> String {
        in_base_36(i128::try_from(self.index()).unwrap_or_default())
    }

    fn unpack(text: &str) -> Option<Self> {
        C::from_index(from_base_36(text)?.try_into().ok()?)
    }
}

/// One of several words, as an enum of variants without fields, derived by `#[derive(Choice)]`: a field of [`CallbackData`], or the
/// result of a question with buttons.
///
/// ```
/// use botwire::webhook::Choice;
///
/// #[derive(Choice)]
/// enum Room {
///     #[choice("🌳 Garden")]
///     Garden,
///     Hall,
/// }
///
/// assert_eq!(Room::NAMES, ["garden", "hall"]);
/// assert_eq!(Room::LABELS, ["🌳 Garden", "Hall"]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a choice: add `#[derive(botwire::webhook::Choice)]` to an enum without fields"
)]
pub trait Choice: Sized {
    /// The names of the variants, in snake case. A name is what is stored.
    const NAMES: &'static [&'static str];
    /// The labels of buttons: the variants as they are written, or `#[choice("label")]`.
    const LABELS: &'static [&'static str];

    /// Returns the position of the variant.
    fn index(&self) -> usize;

    /// Returns the variant at a position.
    fn from_index(index: usize) -> Option<Self>;
}
