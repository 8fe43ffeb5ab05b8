//! Limits of single values: lengths, counts, ranges, upload sizes, and the forms of strings.

#![allow(clippy::unnecessary_box_returns)] // see `CheckResult`

use super::attachments::Attachments;
use super::compact::{CompactField, CompactKind};
use super::descriptor::{Format, Limit};
use super::json::{self, Type};
use super::members::Members;
use super::skip::Skip;
use super::validation_error::{self, CheckResult, ValidationError, decimal, received, words};
use crate::text::{characters, visible_length};

/// A kilobyte of the spec. It does not say which one; the larger never refuses what the service
/// might accept.
pub const KB: u32 = 1 << 10;

/// A megabyte of the spec, in the larger reading.
pub const MB: u32 = 1 << 20;

/// The ports that the service delivers to, over HTTPS only. Spec: core, Updates and webhooks.
pub const WEBHOOK_PORTS: [&str; 4] = ["443", "80", "88", "8443"];

/// Identifiers are smaller than 52 bits.
const ID: i64 = 1 << 52;

/// The largest integer that JavaScript holds exactly.
const EXACT: i64 = (1 << 53) - 1;

/// Of [`EXACT`].
const MOST_DIGITS: usize = 16;

/// An integer of the kind.
pub(super) fn integer(kind: CompactKind, value: &str, limits: bool) -> CheckResult {
    let Some(number) = exact(value) else {
        let whole = value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        return Err(if whole { between(-EXACT, EXACT, value) } else { ValidationError::of(&kind, &received(value)) });
    };
    let (from, to) = match kind {
        _ if !limits => (-EXACT, EXACT),
        CompactKind::Integer => (i64::from(i32::MIN), i64::from(i32::MAX)),
        _ => (1 - ID, ID - 1),
    };
    if (from..=to).contains(&number) { Ok(()) } else { Err(between(from, to, value)) }
}

/// Whether a text is a chat identifier: a number, or a username after `@`.
pub(super) fn names_chat(text: &str) -> bool {
    match text.as_bytes() {
        [b'@', username @ ..] => !username.is_empty(),
        [b'-', digits @ ..] | digits => !digits.is_empty() && digits.iter().all(u8::is_ascii_digit),
    }
}

/// The integer that JSON text is, unless it has a fraction, an exponent or more digits than any limit has.
#[inline(always)]
fn exact(value: &str) -> Option<i64> {
    let (sign, digits) = match value.as_bytes() {
        [b'-', digits @ ..] => (-1, digits),
        digits => (1, digits),
    };
    if digits.len() > MOST_DIGITS {
        return None;
    }
    let mut number = 0;
    for byte in digits {
        if !byte.is_ascii_digit() {
            return None;
        }
        number = number * 10 + i64::from(*byte - b'0');
    }
    Some(sign * number)
}

/// The limit and the form of a value; visible lengths need the whole object and come later.
#[inline(always)]
pub(super) fn check(limit: Limit, form: Format, value: &str, attachments: &Attachments<'_>) -> CheckResult {
    // A new isolate compiles a function whole when it is called first: the long one is not called for a mere text.
    if matches!(limit, Limit::VisibleChars(..)) && form == Format::Any {
        return Ok(());
    }
    check_each(limit, form, value, attachments)
}

#[inline(never)]
fn check_each(limit: Limit, form: Format, value: &str, attachments: &Attachments<'_>) -> CheckResult {
    match (limit, json::type_of(value)) {
        (Limit::Chars(from, to), Type::String) if !surely_within(value, from, to) => {
            count(from, to, json::text(value).map_or(0, |text| characters(&text.decode())), "a String", "characters")?;
        }
        (Limit::Bytes(from, to), Type::String) => {
            count(from, to, json::text(value).map_or(0, |text| text.decode().len()), "a String", "bytes")?;
        }
        (Limit::Items(from, to), Type::Array) => {
            count(from, to, json::items(value).count(), "an Array", "items")?;
        }
        (Limit::Range(from, to), Type::Number) => {
            let (from, to) = (i64::from(from), i64::from(to));
            if !exact(value).is_some_and(|number| (from..=to).contains(&number)) {
                return Err(between(from, to, value));
            }
        }
        (Limit::UploadBytes(most), Type::String) => {
            let size = json::text(value).and_then(|text| attachments.size(text.raw()));
            if let Some(size) = size.filter(|size| *size > f64::from(most)) {
                return Err(ValidationError::new(
                    &words(&["a file of at most ", &decimal(most.into()), " bytes"]),
                    &words(&[&whole(size), " bytes"]),
                ));
            }
        }
        _ => {}
    }
    format(form, value)
}

/// Whether a value is or may be longer or shorter than the visible length that its field allows.
#[inline(always)]
pub(super) fn may_break_visible(field: CompactField, value: &str) -> bool {
    matches!(field.limit(), Some((Limit::VisibleChars(from, to), _)) if !surely_within(value, from, to))
}

/// The visible length of the object's texts, whose markup counts only without a `parse_mode`.
#[cold]
#[inline(never)]
pub(super) fn visible(members: &Members<'_>, skip: &Skip) -> CheckResult {
    for (field, value) in members.present() {
        if let Some((Limit::VisibleChars(from, to), _)) = field.limit() {
            skip.in_outcome(visible_text(value, from, to, members).map_err(|error| error.in_known(field)))?;
        }
    }
    Ok(())
}

fn visible_text(value: &str, from: u32, to: u32, members: &Members<'_>) -> CheckResult {
    let Some(text) = json::text(value).map(json::Text::decode) else { return Ok(()) };
    let mut length = characters(&text);
    if length > to as usize {
        let mode = members.get(b"parse_mode").and_then(json::text).map(json::Text::decode);
        length = visible_length(&text, mode.as_deref());
    }
    count(from, to, length, "a String", "visible characters")
}

/// Whether a text is within the limit even if no escape in it shrinks: then it need not be decoded.
#[inline(always)]
fn surely_within(value: &str, from: u32, to: u32) -> bool {
    from <= 1 && value.len() > 2 && (value.len() <= to as usize + 2 || characters(value) <= to as usize + 2)
}

fn count(from: u32, to: u32, length: usize, what: &str, unit: &str) -> CheckResult {
    if (from as usize..=to as usize).contains(&length) {
        return Ok(());
    }
    Err(ValidationError::new(
        &words(&[what, " of ", &decimal(from.into()), " to ", &decimal(to.into()), " ", unit]),
        &words(&[&validation_error::count(length), " ", unit]),
    ))
}

fn between(from: i64, to: i64, value: &str) -> Box<ValidationError> {
    ValidationError::new(&words(&["an Integer from ", &signed(from), " to ", &signed(to)]), value)
}

pub(super) fn signed(number: i64) -> String {
    words(&[if number < 0 { "-" } else { "" }, &decimal(number.unsigned_abs())])
}

/// A size without its fraction: sizes are whole, and formatting of floats costs 16 kB of wasm.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(size: f64) -> String {
    decimal(size as u64)
}

fn format(format: Format, value: &str) -> CheckResult {
    if format == Format::Any {
        return Ok(());
    }
    let Some(text) = json::text(value) else { return Ok(()) };
    let text = text.decode();
    let word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let (fits, expected) = match format {
        Format::Any => return Ok(()),
        Format::NonEmpty => (!text.is_empty(), "a String that is not empty"),
        Format::WebhookUrl => {
            (text.is_empty() || is_webhook(&text), "an empty String, or an https:// URL on port 443, 80, 88 or 8443")
        }
        Format::StickerSetName => (
            text.bytes().all(word)
                && text.starts_with(|letter: char| letter.is_ascii_alphabetic())
                && !text.as_bytes().windows(2).any(|pair| pair == b"__")
                && ends_in_bot(&text),
            "English letters, digits and single underscores, beginning with a letter and ending in _by_<bot_username>",
        ),
        Format::DeepLink => {
            (text.bytes().all(|byte| word(byte) || byte == b'-'), "only the characters A-Z, a-z, 0-9, _ and -")
        }
        Format::Currency => (
            text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_alphabetic()),
            "a three-letter ISO 4217 currency code",
        ),
        Format::Country => (
            text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_uppercase()),
            "a two-letter ISO 3166-1 country code",
        ),
        Format::NotUrl => (
            !text.starts_with("http://") && !text.starts_with("https://"),
            "a file_id or an upload (a URL is not supported)",
        ),
    };
    if fits { Ok(()) } else { Err(ValidationError::new(expected, &received(value))) }
}

/// Whether something stands on both sides of a `_by_`.
fn ends_in_bot(name: &str) -> bool {
    let last = name.len().saturating_sub(1);
    let inner = name.as_bytes().get(1..last).unwrap_or_default();
    inner.windows(4).any(|four| four.eq_ignore_ascii_case(b"_by_")) && !name.ends_with('_')
}

/// Whether the service delivers to that URL.
pub(crate) fn is_webhook(url: &str) -> bool {
    let scheme = url.get(..8).filter(|scheme| scheme.eq_ignore_ascii_case("https://"));
    let rest = scheme.and_then(|scheme| url.get(scheme.len()..)).unwrap_or_default();
    let end = rest.bytes().position(|byte| matches!(byte, b'/' | b'?' | b'#')).unwrap_or(rest.len());
    let authority = rest.get(..end).unwrap_or_default();
    let from = authority.bytes().rposition(|byte| byte == b'@').map_or(0, |at| at + 1);
    let host_and_port = authority.get(from..).unwrap_or_default();
    let host = match host_and_port.bytes().position(|byte| byte == b']') {
        Some(bracket) => bracket + 1,
        None => host_and_port.bytes().position(|byte| byte == b':').unwrap_or(host_and_port.len()),
    };
    let port = host_and_port.get(host..).unwrap_or_default();
    let spaced = url.bytes().any(|byte| byte <= b' ' || byte == 0x7f);
    let is_open = port.strip_prefix(':').is_some_and(|port| port.is_empty() || WEBHOOK_PORTS.contains(&port));
    host > 0 && !spaced && (port.is_empty() || is_open)
}
