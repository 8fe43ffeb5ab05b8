//! Strings in JSON text: decoding, lone surrogates, and quoting.

use std::borrow::Cow;

/// A string in JSON text, without its quotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text<'a> {
    pub(super) raw: &'a str,
    pub(super) escaped: bool,
    /// True if it has escaped UTF-16 units, one of which may be a lone surrogate.
    pub(super) has_units: bool,
}

impl<'a> Text<'a> {
    /// Returns the text between the quotes, with its escapes.
    #[must_use]
    pub fn raw(self) -> &'a str {
        self.raw
    }

    /// Returns true if it has escapes, so that the string is shorter than its text.
    #[must_use]
    pub fn is_escaped(self) -> bool {
        self.escaped
    }

    /// Returns the string as JSON text, with quotes.
    #[must_use]
    pub fn quoted(self) -> String {
        let mut quoted = String::new();
        quoted.push('"');
        quoted.push_str(self.raw);
        quoted.push('"');
        quoted
    }

    /// Returns the decoded string. A lone surrogate becomes U+FFFD; see [`Text::is_unicode`].
    #[must_use]
    pub fn decode(self) -> Cow<'a, str> {
        if !self.escaped {
            return Cow::Borrowed(self.raw);
        }
        Cow::Owned(self.unescaped())
    }

    #[cold]
    #[inline(never)]
    fn unescaped(self) -> String {
        let mut decoded = String::new();
        decoded.reserve(self.raw.len());
        unescape(self.raw, &mut |unit| decoded.push(unit.unwrap_or(char::REPLACEMENT_CHARACTER)));
        decoded
    }

    /// Returns true if the string has no lone surrogate, so that it can be encoded as UTF-8.
    #[must_use]
    #[inline(always)]
    pub fn is_unicode(self) -> bool {
        !self.has_units || self.has_pairs_only()
    }

    #[inline(never)]
    fn has_pairs_only(self) -> bool {
        let mut whole = true;
        unescape(self.raw, &mut |unit| whole &= unit.is_some());
        whole
    }
}

impl PartialEq<str> for Text<'_> {
    #[inline(always)]
    fn eq(&self, other: &str) -> bool {
        *self == *other.as_bytes()
    }
}

impl PartialEq<[u8]> for Text<'_> {
    #[inline(never)]
    fn eq(&self, other: &[u8]) -> bool {
        if self.escaped { self.unescaped().as_bytes() == other } else { same(self.raw.as_bytes(), other) }
    }
}

/// Compares two short texts. The standard library's comparison adds three functions that are compiled at the first
/// call.
fn same(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one.get(at) != other.get(at) {
            return false;
        }
        at += 1;
    }
    true
}

/// Calls `on_char` with the characters of a validated string, and with `None` for a lone surrogate.
fn unescape(raw: &str, on_char: &mut dyn FnMut(Option<char>)) {
    let mut letters = raw.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            on_char(Some(letter));
            continue;
        }
        match letters.next() {
            Some('u') => {
                let unit = hex(&mut letters);
                let pair = (0xD800..0xDC00).contains(&unit).then(|| {
                    let mut ahead = letters.clone();
                    if (ahead.next(), ahead.next()) != (Some('\\'), Some('u')) {
                        return None;
                    }
                    let low = hex(&mut ahead);
                    (0xDC00..0xE000).contains(&low).then_some((ahead, low))
                });
                if let Some(Some((after, low))) = pair {
                    letters = after;
                    on_char(char::from_u32(0x1_0000 + ((unit - 0xD800) << 10) + (low - 0xDC00)));
                } else {
                    on_char(char::from_u32(unit));
                }
            }
            Some('b') => on_char(Some('\u{8}')),
            Some('f') => on_char(Some('\u{c}')),
            Some('n') => on_char(Some('\n')),
            Some('r') => on_char(Some('\r')),
            Some('t') => on_char(Some('\t')),
            other => on_char(other),
        }
    }
}

fn hex(letters: &mut std::str::Chars<'_>) -> u32 {
    (0..4).fold(0, |unit, _| unit * 16 + letters.next().and_then(|digit| digit.to_digit(16)).unwrap_or_default())
}

/// Returns the string as JSON text, with quotes.
#[must_use]
pub fn quote(text: &str) -> String {
    let mut quoted = String::new();
    quoted.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => {
                quoted.push('\\');
                quoted.push(letter);
            }
            '\u{0}'..='\u{1f}' => {
                let code = u32::from(letter);
                quoted.push_str(if code < 16 { "\\u000" } else { "\\u001" });
                quoted.extend(char::from_digit(code % 16, 16));
            }
            _ => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
