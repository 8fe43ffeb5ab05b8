//! The arguments of setters: a value, or an `Option` of a value.

use std::fmt::Display;
use std::time::{SystemTime, UNIX_EPOCH};

/// A value for an optional field: anything that converts [into](Into) the type of the field, or an `Option` of that.
/// `None` omits the field.
///
/// | field | may be set to, for example |
/// |---|---|
/// | `bool`, `f64` | the same; `f32` |
/// | `i64` | any integer up to 32 bits, or `i64` |
/// | `ChatRef`, `ChatId`, `UserId` | `i64`, `&Chat`, `&User`, `&str` for a `@username`; an `i32` by `i64::from` |
/// | `MessageId` | `i32`, `i64`, `&Message` |
/// | `FileId` and other identifiers | `&str`, `String` |
/// | `InputFile`, `InputFileOrString` | `&Path`, `PathBuf`; `InputFile::bytes(…)`; `&str` for a `file_id` or a URL |
/// | an enumeration, such as `ParseMode` | `ParseMode::Html`, `&str` |
/// | a union, such as `ReplyMarkup` | each of its types, such as `InlineKeyboardMarkup` |
///
/// For fields of text see [`IntoText`], for dates [`IntoDate`], for lists [`IntoItems`].
///
/// ```
/// use botwire::methods::SendMessage;
/// use botwire::types::{Message, ParseMode};
///
/// # fn example(message: &Message, mode: Option<ParseMode>) -> SendMessage {
/// SendMessage::new(&message.chat, "hi").reply_to_message_id(message).parse_mode(mode)
/// # }
/// ```
///
/// `Form` distinguishes a value from an `Option`. The compiler infers it.
#[diagnostic::on_unimplemented(message = "expected a `{T}`, what turns into one, or an `Option` of either")]
pub trait IntoField<T, Form> {
    /// Returns the value, if any.
    fn into_field(self) -> Option<T>;
}

/// Values for an optional list: an iterator over anything that converts into the items, or an `Option` of that.
///
/// ```
/// use botwire::methods::GetUpdates;
/// use botwire::types::UpdateKind;
///
/// GetUpdates::new().allowed_updates([UpdateKind::Message, UpdateKind::CallbackQuery]);
/// ```
///
/// `Form` distinguishes a value from an `Option`. The compiler infers it.
#[diagnostic::on_unimplemented(message = "expected items that turn into `{T}`, or an `Option` of such items")]
pub trait IntoItems<T, Form> {
    /// Returns the items, if any.
    fn into_items(self) -> Option<Vec<T>>;
}

/// A text for an optional field: anything that can be displayed, such as `&str`, `String`, `Arc<str>`, `char`, `format_args!`
/// or a number, or an `Option` of that. Constructors take `impl Display` where a text is required.
///
/// ```
/// use std::sync::Arc;
/// use botwire::methods::SendPhoto;
///
/// let (name, count): (Arc<str>, u8) = ("cats".into(), 3);
/// SendPhoto::new(42, "file id").caption(name.clone());
/// SendPhoto::new(42, "file id").caption(format_args!("{count} {name}"));
/// ```
///
/// `Form` distinguishes a value from an `Option`. The compiler infers it.
#[diagnostic::on_unimplemented(message = "expected a text, or an `Option` of a text")]
pub trait IntoText<Form> {
    /// Returns the text, if any.
    fn into_text(self) -> Option<String>;
}

/// A date for an optional field: a [`SystemTime`] or the seconds of Unix time, or an `Option` of either. A fraction of a second
/// is cut off. [`system_time`] converts the other way.
///
/// ```
/// use std::time::{Duration, SystemTime};
/// use botwire::methods::KickChatMember;
///
/// let tomorrow = SystemTime::now() + Duration::from_secs(24 * 60 * 60);
/// KickChatMember::new(-100, 42).until_date(tomorrow);
/// ```
///
/// `Form` distinguishes the kinds of values. The compiler infers it.
#[diagnostic::on_unimplemented(message = "expected a `SystemTime`, seconds of Unix time, or an `Option` of either")]
pub trait IntoDate<Form> {
    /// Returns the seconds of Unix time, if any.
    fn into_date(self) -> Option<i64>;
}

/// The form of a plain value.
#[derive(Debug)]
pub enum Bare {}

/// The form of an `Option`.
#[derive(Debug)]
pub enum Optional {}

/// The form of a [`SystemTime`].
#[derive(Debug)]
pub enum System {}

impl<T, U: Into<T>> IntoField<T, Bare> for U {
    fn into_field(self) -> Option<T> {
        Some(self.into())
    }
}

impl<T, U: Into<T>> IntoField<T, Optional> for Option<U> {
    fn into_field(self) -> Option<T> {
        self.map(Into::into)
    }
}

impl<T, I: IntoIterator<Item: Into<T>>> IntoItems<T, Bare> for I {
    fn into_items(self) -> Option<Vec<T>> {
        Some(self.into_iter().map(Into::into).collect())
    }
}

impl<T, I: IntoIterator<Item: Into<T>>> IntoItems<T, Optional> for Option<I> {
    fn into_items(self) -> Option<Vec<T>> {
        self.map(|items| items.into_iter().map(Into::into).collect())
    }
}

impl<T: Display> IntoText<Bare> for T {
    fn into_text(self) -> Option<String> {
        Some(self.to_string())
    }
}

impl<T: Display> IntoText<Optional> for Option<T> {
    fn into_text(self) -> Option<String> {
        self.map(|text| text.to_string())
    }
}

impl<T: Into<i64>> IntoDate<Bare> for T {
    fn into_date(self) -> Option<i64> {
        Some(self.into())
    }
}

impl<T: Into<i64>> IntoDate<Optional> for Option<T> {
    fn into_date(self) -> Option<i64> {
        self.map(Into::into)
    }
}

impl IntoDate<System> for SystemTime {
    fn into_date(self) -> Option<i64> {
        Some(unix_time(self))
    }
}

impl IntoDate<(System, Optional)> for Option<SystemTime> {
    fn into_date(self) -> Option<i64> {
        self.map(unix_time)
    }
}

/// Converts a date of the service, in Unix time. Dates beyond [`SystemTime`] become the start of Unix time.
///
/// ```
/// use botwire::types::{Message, system_time};
///
/// # fn example(message: &Message) {
/// println!("{:?} ago", system_time(message.date).elapsed());
/// # }
/// ```
#[must_use]
pub fn system_time(date: i64) -> SystemTime {
    let distance = std::time::Duration::from_secs(date.unsigned_abs());
    let time = if date < 0 { UNIX_EPOCH.checked_sub(distance) } else { UNIX_EPOCH.checked_add(distance) };
    time.unwrap_or(UNIX_EPOCH)
}

fn unix_time(time: SystemTime) -> i64 {
    let seconds = |duration: std::time::Duration| i64::try_from(duration.as_secs()).unwrap_or(i64::MAX);
    time.duration_since(UNIX_EPOCH).map_or_else(|before| -seconds(before.duration()), seconds)
}

/// A required field of a builder that is not set yet.
#[derive(Debug, Clone, Copy, Default)]
pub struct Missing;
