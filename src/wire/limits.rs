//! Limits of single values: lengths, counts, ranges, upload sizes, and formats of strings.

#![allow(clippy::unnecessary_box_returns)] // see `CheckResult`

use super::attachments::Attachments;
use super::compact::{CompactField, CompactKind};
use super::descriptor::{Format, Limit};
use super::json::{self, Text, Type};
use super::members::Members;
use super::strings::{all, fill, is_word, whole};
use super::validation_error::{CheckResult, ValidationError, received};
use crate::text::{characters, visible_length};

/// A kilobyte of the spec, which does not define it. The larger definition never refuses a value that the service might
/// accept.
pub const KB: u32 = 1 << 10;

/// A megabyte of the spec, in the larger definition.
pub const MB: u32 = 1 << 20;

/// The ports that the service delivers to, over HTTPS only.
pub const WEBHOOK_PORTS: [&str; 4] = ["443", "80", "88", "8443"];

/// Identifiers are smaller than 52 bits.
const ID: i64 = 1 << 52;

/// The largest integer that JavaScript represents exactly.
const EXACT: i64 = (1 << 53) - 1;

/// Checks an integer of the kind.
pub(super) fn integer(kind: CompactKind, value: &str, limits: bool) -> CheckResult {
    let (from, to) = match kind {
        _ if !limits => (-EXACT, EXACT),
        CompactKind::Integer => (i64::from(i32::MIN), i64::from(i32::MAX)),
        _ => (1 - ID, ID - 1),
    };
    match exact(value) {
        Some(number) if (from..=to).contains(&number) => Ok(()),
        Some(_) => Err(between(from, to, value)),
        None if all(value.as_bytes(), |byte| byte.is_ascii_digit() || byte == b'-') => {
            Err(between(-EXACT, EXACT, value))
        }
        None => Err(ValidationError::unfit(kind, value)),
    }
}

/// Checks that an integer is within a range.
fn within(from: i64, to: i64, value: &str) -> CheckResult {
    let fits = exact(value).is_some_and(|number| (from..=to).contains(&number));
    if fits { Ok(()) } else { Err(between(from, to, value)) }
}

/// Returns true for a chat identifier: a number, or a username after `@`.
pub(super) fn names_chat(text: &str) -> bool {
    match text.as_bytes() {
        [b'@', name @ ..] => !name.is_empty() && all(name, is_word),
        _ => exact(text).is_some_and(|id| id.abs() < ID),
    }
}

/// What is expected instead of the path of a file, which the service would take for a `file_id`.
pub(super) const NO_PATH: &str = "a file_id or a URL (send a path or a text as a file)";

/// Returns true for the path of a file, or its text, as raw JSON text: such a String is neither a `file_id` nor a URL.
pub(super) fn is_path(raw: &[u8]) -> bool {
    if matches!(raw.get(..5), Some(b"data:" | b"blob:" | b"file:")) {
        return true;
    }
    let rest = raw.get(until(raw, |byte| !byte.is_ascii_alphabetic()).len()..).unwrap_or_default();
    // Such as `.pdf`.
    let ending = raw.iter().rev().position(|byte| *byte == b'.');
    // Escapes are those of backslashes, quotes and control characters.
    let is_word = all(raw, |byte| byte > b' ' && byte < 0x7f && byte != b'\\');
    !rest.starts_with(b"://") && (!is_word || matches!(ending, Some(1..=5)) || matches!(raw, [b'/' | b'.' | b'~', ..]))
}

/// Parses an integer, unless it has a fraction, an exponent, or more digits than any limit.
#[inline(never)]
fn exact(value: &str) -> Option<i64> {
    let (sign, digits) = match value.as_bytes() {
        [b'-', digits @ ..] => (-1, digits),
        digits => (1, digits),
    };
    Some(sign * json::natural(digits)?)
}

/// Checks the limit and the format of a value. Visible lengths need the whole object and are checked later.
#[inline(always)]
pub(super) fn check(limit: Limit, form: Format, value: &str, attachments: &Attachments<'_>) -> CheckResult {
    // An isolate compiles a whole function at its first call, so the long one is not called for a plain text.
    if matches!(limit, Limit::VisibleChars(..)) && form == Format::Any {
        return Ok(());
    }
    check_each(limit, form, value, attachments)
}

#[inline(never)]
fn check_each(limit: Limit, form: Format, value: &str, attachments: &Attachments<'_>) -> CheckResult {
    let Some(text) = json::text(value) else { return check_other(limit, value) };
    if attachments.is_unchecked(text.raw()) {
        return Ok(());
    }
    let decoded = text.decode();
    match limit {
        Limit::Chars(from, to) => {
            count(from, to, characters(&decoded), "a String of # to # characters", "# characters")?;
        }
        Limit::Bytes(from, to) => count(from, to, decoded.len(), "a String of # to # bytes", "# bytes")?,
        Limit::UploadBytes(most) => {
            if let Some(size) = attachments.size(text.raw()).filter(|size| *size > i64::from(most)) {
                return Err(ValidationError::new(
                    &fill("a file of at most # bytes", &[most.into()]),
                    &fill("# bytes", &[size]),
                ));
            }
        }
        _ => {}
    }
    match format(form, &decoded) {
        // The path of the URL is a secret.
        Some(expected) if form == Format::WebhookUrl => Err(ValidationError::new(expected, "a different String")),
        Some(expected) => Err(ValidationError::new(expected, &received(value))),
        None => Ok(()),
    }
}

/// Checks a value that is not a string.
fn check_other(limit: Limit, value: &str) -> CheckResult {
    match (limit, json::type_of(value)) {
        (Limit::Items(from, to), Type::Array) => {
            count(from, to, json::items(value).count(), "an Array of # to # items", "# items")
        }
        (Limit::Range(from, to), Type::Number) => within(from.into(), to.into(), value),
        _ => Ok(()),
    }
}

/// Checks the visible length of a text. Markup counts only without a `parse_mode`.
#[inline(always)]
pub(super) fn visible(field: CompactField, value: &str, members: &Members<'_>) -> CheckResult {
    match field.limit() {
        Some(&(Limit::VisibleChars(from, to), _)) if !surely_within(value.len(), from, to) => {
            visible_text(value, from, to, members).map_err(|error| error.in_known(field))
        }
        _ => Ok(()),
    }
}

#[cold]
#[inline(never)]
fn visible_text(value: &str, from: u32, to: u32, members: &Members<'_>) -> CheckResult {
    if surely_within(characters(value), from, to) {
        return Ok(());
    }
    let Some(text) = json::text(value).map(Text::decode) else { return Ok(()) };
    let mut length = characters(&text);
    if length > to as usize
        && let Some(mode) = members.get(b"parse_mode").and_then(json::text)
    {
        length = visible_length(&text, Some(&mode.decode()));
    }
    count(from, to, length, "a String of # to # visible characters", "# visible characters")
}

/// Returns true if a text is within the limit even if it has no escapes. It then need not be decoded.
#[inline(always)]
fn surely_within(length: usize, from: u32, to: u32) -> bool {
    from <= 1 && length > 2 && length <= to as usize + 2
}

#[inline(never)]
fn count(from: u32, to: u32, length: usize, expected: &str, received: &str) -> CheckResult {
    if (from as usize..=to as usize).contains(&length) {
        return Ok(());
    }
    Err(ValidationError::new(&fill(expected, &[from.into(), to.into()]), &fill(received, &[whole(length)])))
}

fn between(from: i64, to: i64, value: &str) -> Box<ValidationError> {
    ValidationError::new(&fill("an Integer from # to #", &[from, to]), value)
}

/// Returns the expected format if the text does not have it.
fn format(format: Format, text: &str) -> Option<&'static str> {
    let bytes = text.as_bytes();
    let (fits, expected) = match format {
        Format::Any => (true, ""),
        Format::NonEmpty => (!bytes.is_empty(), "a String that is not empty"),
        Format::WebhookUrl => {
            (bytes.is_empty() || is_webhook(text), "an empty String, or an https:// URL on port 443, 80, 88 or 8443")
        }
        Format::StickerSetName => (
            all(bytes, is_word)
                && bytes.first().is_some_and(u8::is_ascii_alphabetic)
                && !bytes.windows(2).any(|pair| pair == b"__")
                && ends_in_bot(bytes),
            "English letters, digits and single underscores, beginning with a letter and ending in _by_<bot_username>",
        ),
        Format::DeepLink => {
            (all(bytes, |byte| is_word(byte) || byte == b'-'), "only the characters A-Z, a-z, 0-9, _ and -")
        }
        Format::Currency => {
            (bytes.len() == 3 && all(bytes, |byte| byte.is_ascii_alphabetic()), "a three-letter ISO 4217 currency code")
        }
        Format::Country => {
            (bytes.len() == 2 && all(bytes, |byte| byte.is_ascii_uppercase()), "a two-letter ISO 3166-1 country code")
        }
        Format::NotUrl => (
            all(bytes, |byte| byte != b':')
                || !until(bytes, |byte| matches!(byte, b's' | b':')).eq_ignore_ascii_case(b"http"),
            "a file_id or an upload (a URL is not supported)",
        ),
    };
    if fits { None } else { Some(expected) }
}

/// Returns true if text precedes and follows a `_by_`.
fn ends_in_bot(name: &[u8]) -> bool {
    let inner = name.get(1..name.len().saturating_sub(1)).unwrap_or_default();
    inner.windows(4).any(|four| four == b"_by_") && !name.ends_with(b"_")
}

/// Returns true if the service delivers to that URL.
pub(crate) fn is_webhook(url: &str) -> bool {
    let Some((scheme, rest)) = url.as_bytes().split_at_checked(8) else { return false };
    let authority = until(rest, |byte| matches!(byte, b'/' | b'?' | b'#'));
    let from = authority.iter().rposition(|byte| *byte == b'@').map_or(0, |at| at + 1);
    let host_and_port = authority.get(from..).unwrap_or_default();
    let host = match until(host_and_port, |byte| byte == b']').len() {
        bracket if bracket < host_and_port.len() => bracket + 1,
        _ => until(host_and_port, |byte| byte == b':').len(),
    };
    let port = host_and_port.get(host..).unwrap_or_default();
    let is_webhook_port = port.split_first().is_none_or(|(colon, port)| {
        *colon == b':' && (port.is_empty() || WEBHOOK_PORTS.iter().any(|allowed| allowed.as_bytes() == port))
    });
    scheme.eq_ignore_ascii_case(b"https://")
        && host > 0
        && is_webhook_port
        // JavaScript's `URL` treats it as a slash, so the text after it would be the host here and the path there.
        && all(authority, |byte| byte != b'\\')
        && all(url.as_bytes(), |byte| byte > b' ' && byte != 0x7f)
}

/// Returns the text before the first such byte.
#[inline(never)]
fn until(text: &[u8], is_stop: fn(u8) -> bool) -> &[u8] {
    let end = text.iter().position(|byte| is_stop(*byte)).unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}
