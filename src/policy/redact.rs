//! Removes the bot's token from texts that a person may see.

use super::spellings::{decoded, fold, letters, unescaped, untagged};

/// Replaces the token.
pub const REDACTED: &str = "<token>";

/// Replaces a text that may spell the token in another way.
pub const WITHHELD: &str = "(withheld: it may contain the token)";

/// Secrets with fewer letters are only searched for together with their number: they may be ordinary words.
pub(crate) const MIN_SECRET: usize = 11;

/// The maximum number of times that tags are removed and escapes are decoded.
const MAX_READINGS: usize = 20;
/// The maximum nesting of base64, hexadecimal, and lists of codes.
const MAX_DEPTH: usize = 2;
/// This many characters of a secret in a row are not a coincidence.
const WINDOW: usize = 8;

/// Returns the text without the bot's token, or [`WITHHELD`].
///
/// - The token, and its secret, which is the part behind the colon, become [`REDACTED`], also in another case, percent-encoded,
///   JSON-escaped and cut off.
/// - A text that may spell them in another way is withheld as a whole: in other escapes, in base64, in hexadecimal, in
///   full-width letters, or with anything but letters between the characters.
///
/// A token of fewer than 6 characters, or of at most 10 digits, is found as a whole word; without a colon, only behind `/bot`, as
/// in the URLs of the service. A secret of fewer than 11 letters and digits is only found behind its number, and not in other
/// spellings.
#[must_use]
pub fn redact(text: &str, token: &str) -> String {
    Redactor::new(std::iter::once(token)).redact(text)
}

/// Keeps the tokens of several bots out of texts.
#[derive(Debug)]
pub struct Redactor(Vec<Token>);

impl Redactor {
    /// Creates a redactor for these tokens.
    pub fn new<'a>(tokens: impl Iterator<Item = &'a str>) -> Self {
        Self(tokens.map(Token::new).filter(|token| !token.text.is_empty()).collect())
    }

    /// Returns the text without the tokens; see [`redact`].
    #[must_use]
    pub fn redact(&self, text: &str) -> String {
        let shown = self.0.iter().fold(text.to_owned(), |text, token| token.replaced(&text));
        let needles: Vec<&Needles> = self.0.iter().filter_map(|token| token.needles.as_ref()).collect();
        let is_suspect = !needles.is_empty() && is_suspect(fold(&shown), &needles, MAX_DEPTH);
        if is_suspect { WITHHELD.to_owned() } else { shown }
    }
}

#[derive(Debug)]
struct Token {
    text: Vec<u8>,
    /// The index of the secret, after the colon.
    secret: usize,
    needles: Option<Needles>,
}

impl Token {
    fn new(token: &str) -> Self {
        let text: Vec<u8> = token.bytes().filter(u8::is_ascii_graphic).collect();
        let secret = text.iter().position(|byte| *byte == b':').map_or(0, |colon| colon + 1);
        let needles = Needles::new(&text, secret);
        Self { text, secret, needles }
    }

    fn replaced(&self, text: &str) -> String {
        let (mut shown, mut from, mut at) = (String::new(), 0, 0);
        while at < text.len() {
            let Some(end) = self.end_of_literal(text.as_bytes(), at) else {
                at += 1;
                continue;
            };
            shown.push_str(text.get(from..at).unwrap_or_default());
            shown.push_str(REDACTED);
            (from, at) = (end, end);
        }
        shown + text.get(from..).unwrap_or_default()
    }

    /// Returns the end of the token, or of a part of it, including any characters of the token that follow.
    fn end_of_literal(&self, text: &[u8], start: usize) -> Option<usize> {
        let (length, colon) = (self.text.len(), self.secret);
        let secret = self.text.get(colon..)?;
        if length < 6 || (length < MIN_SECRET && self.text.iter().all(u8::is_ascii_digit)) {
            let end = literal(text, start, &self.text)?;
            let before = text.get(start.saturating_sub(5)..start)?.to_ascii_lowercase();
            let is_in_url = before.ends_with(b"/bot") || before.ends_with(b"2fbot");
            let is_start = is_in_url || (colon > 0 && !is_word(before.last()));
            return Some(end).filter(|end| is_start && !is_word(text.get(*end)));
        }
        let least = if colon > 0 { (colon + 1).max(6) } else { MIN_SECRET };
        let beginning = self.text.get(..least).unwrap_or(&self.text);
        let beginning_of_secret = secret.get(..MIN_SECRET);
        let mut end = literal(text, start, beginning).or_else(|| literal(text, start, beginning_of_secret?))?;
        while let Some(next) = self.text.iter().find_map(|character| end_of_character(text.get(end..)?, *character)) {
            end += next;
        }
        Some(end)
    }
}

fn is_word(byte: Option<&u8>) -> bool {
    byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(byte))
}

/// Returns the end of the characters if the text has them at `start`.
fn literal(text: &[u8], start: usize, characters: &[u8]) -> Option<usize> {
    characters.iter().try_fold(start, |end, character| Some(end + end_of_character(text.get(end..)?, *character)?))
}

/// Returns the length of the character at the start of the text, also if JSON-escaped or percent-encoded.
fn end_of_character(text: &[u8], character: u8) -> Option<usize> {
    let first = *text.first()?;
    if first.eq_ignore_ascii_case(&character) {
        return Some(1);
    }
    let mut at = 1;
    match first {
        b'%' => {
            while text.get(at..)?.starts_with(b"25") {
                at += 2;
            }
        }
        b'\\' => {
            at = text.iter().take(8).take_while(|byte| **byte == b'\\').count();
            let opening = text.get(at..at + 3)?;
            if !opening.eq_ignore_ascii_case(b"u00") {
                return None;
            }
            at += 3;
        }
        _ => return None,
    }
    let digits = text.get(at..at + 2)?;
    digits.eq_ignore_ascii_case(format!("{character:02x}").as_bytes()).then_some(at + 2)
}

/// Parts of a secret to search for, in lower case and without symbols.
#[derive(Debug)]
struct Needles {
    windows: Vec<String>,
    /// The first letters, which count at the end of a text: it may be cut off.
    start: String,
}

impl Needles {
    /// Returns `None` for a secret so short that its parts may be ordinary words.
    fn new(token: &[u8], secret: usize) -> Option<Self> {
        let letters = letters(token.get(secret..)?);
        if letters.len() < MIN_SECRET {
            return None;
        }
        let text = |window: &[u8]| String::from_utf8_lossy(window).into_owned();
        // Each other part of at least 11 letters contains one of these.
        let parts =
            letters.as_bytes().windows(WINDOW).step_by(WINDOW / 2).chain(letters.as_bytes().rchunks(WINDOW).take(1));
        let mut windows: Vec<String> = parts.filter(|part| !part.iter().all(u8::is_ascii_digit)).map(text).collect();
        let number = token.get(..secret.saturating_sub(1)).unwrap_or_default();
        if let Some(last) = number.last_chunk::<5>().filter(|digits| digits.iter().all(u8::is_ascii_digit)) {
            windows.push(text(last) + letters.get(..3)?);
        }
        Some(Self { windows, start: letters.get(..5)?.to_owned() })
    }

    fn are_in(&self, letters: &str) -> bool {
        let end = letters.get(letters.len().saturating_sub(2 * WINDOW)..).unwrap_or_default();
        end.contains(&self.start) || self.windows.iter().any(|window| letters.contains(window))
    }
}

/// Returns true if a folded text may spell one of the secrets, with any other characters between its letters.
fn is_suspect(text: Vec<u8>, needles: &[&Needles], depth: usize) -> bool {
    let mut readings = vec![text];
    let mut index = 0;
    while let Some(reading) = readings.get(index) {
        let letters = letters(reading);
        if needles.iter().any(|needles| needles.are_in(&letters))
            || (depth > 0 && decoded(reading).into_iter().any(|text| is_suspect(text, needles, depth - 1)))
        {
            return true;
        }
        for next in [untagged(reading), unescaped(reading)] {
            if readings.len() < MAX_READINGS && !readings.contains(&next) {
                readings.push(next);
            }
        }
        index += 1;
    }
    false
}
