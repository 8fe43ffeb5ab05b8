//! Removes the bot's token from texts that a person may see.

/// Replaces the token.
pub const REDACTED: &str = "<token>";

/// Replaces a text that may spell the token in another way.
pub const WITHHELD: &str = "(withheld: it may contain the token)";

/// Secrets with fewer letters are only searched for together with their number: they may be ordinary words.
pub(crate) const MIN_SECRET: usize = 11;

/// This many letters and digits of a secret in a row are not a coincidence.
pub(crate) const WINDOW: usize = 8;

/// Returns the text without the bot's token, or [`WITHHELD`].
///
/// - The token, and its secret, which is the part behind the colon, become [`REDACTED`], also in another case, cut off, and
///   escaped for a URL, for JSON or for HTML.
/// - A text that contains at least 11 letters and digits of the secret in base64, or with other characters between them, is
///   withheld as a whole.
///
/// A token of fewer than 6 characters, or of at most 10 digits, is only found behind `/bot`, as in the URLs of the service. A
/// secret of fewer than 11 letters and digits is only found behind its number.
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
        let readings = std::iter::once(letters(shown.as_bytes())).chain(from_base64(&shown));
        let is_suspect = |letters: String| self.0.iter().any(|token| token.is_in(&letters));
        if readings.into_iter().any(is_suspect) { WITHHELD.to_owned() } else { shown }
    }
}

#[derive(Debug)]
struct Token {
    text: Vec<u8>,
    /// The index of the secret, after the colon.
    secret: usize,
    /// The letters and digits of the secret.
    letters: String,
}

impl Token {
    fn new(token: &str) -> Self {
        let text: Vec<u8> = token.bytes().filter(u8::is_ascii_graphic).collect();
        let secret = text.iter().position(|byte| *byte == b':').map_or(0, |colon| colon + 1);
        let letters = letters(text.get(secret..).unwrap_or_default());
        Self { text, secret, letters }
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
        if length < 6 || (length < MIN_SECRET && self.text.iter().all(u8::is_ascii_digit)) {
            let before = text.get(start.saturating_sub(5)..start)?.to_ascii_lowercase();
            if !before.ends_with(b"/bot") && !before.ends_with(b"2fbot") {
                return None;
            }
        }
        let least = if colon > 0 { (colon + 1).max(6) } else { MIN_SECRET };
        let beginning = self.text.get(..least).unwrap_or(&self.text);
        let beginning_of_secret = self.text.get(colon..colon + MIN_SECRET);
        let mut end = literal(text, start, beginning).or_else(|| literal(text, start, beginning_of_secret?))?;
        while let Some(next) = self.text.iter().find_map(|character| end_of_character(text.get(end..)?, *character)) {
            end += next;
        }
        Some(end)
    }

    /// Returns true if the letters contain a part of the secret. Each part of at least 11 letters contains one of those
    /// that are searched.
    fn is_in(&self, letters: &str) -> bool {
        let secret = self.letters.as_bytes();
        let mut windows = secret.rchunks(WINDOW / 2).enumerate().filter_map(|(index, _)| {
            let end = secret.len() - index * WINDOW / 2;
            self.letters.get(end.checked_sub(WINDOW)?..end)
        });
        secret.len() >= MIN_SECRET && windows.any(|window| letters.contains(window))
    }
}

/// Returns the end of the characters if the text has them at `start`.
fn literal(text: &[u8], start: usize, characters: &[u8]) -> Option<usize> {
    characters.iter().try_fold(start, |end, character| Some(end + end_of_character(text.get(end..)?, *character)?))
}

/// Returns the length of the character at the start of the text, also if it is escaped for a URL, JSON or HTML.
fn end_of_character(text: &[u8], character: u8) -> Option<usize> {
    let first = *text.first()?;
    if first.eq_ignore_ascii_case(&character) {
        return Some(1);
    }
    if !b"%\\&".contains(&first) {
        return None;
    }
    let skip = |at: usize, what: &[u8], most: usize| {
        let rest = text.get(at..).unwrap_or_default();
        at + rest.chunks(what.len()).take(most).take_while(|chunk| chunk.eq_ignore_ascii_case(what)).count()
            * what.len()
    };
    let after = |at: usize, what: &str| {
        let end = at + what.len();
        text.get(at..end)?.eq_ignore_ascii_case(what.as_bytes()).then_some(end)
    };
    let hex = format!("{character:02x}");
    match first {
        b'%' => after(skip(1, b"25", 4), &hex),
        b'\\' => after(after(skip(0, b"\\", 8), "u00")?, &hex),
        _ => {
            let number = after(skip(1, b"amp;", 4), "#")?;
            let code = match after(number, "x") {
                Some(digits) => after(skip(digits, b"0", 5), &hex),
                None => after(skip(number, b"0", 5), &character.to_string()),
            };
            code.map(|end| skip(end, b";", 1))
        }
    }
}

/// Returns the letters and digits, in lower case: other characters between those of a token do not hide it.
fn letters(text: &[u8]) -> String {
    text.iter().filter(|byte| byte.is_ascii_alphanumeric()).map(|byte| char::from(byte.to_ascii_lowercase())).collect()
}

/// Returns the letters of base64, decoded from each character that may be the first of its group.
fn from_base64(text: &str) -> impl Iterator<Item = String> {
    // The last characters may lack the rest of their group.
    let bits: Vec<u32> = text.bytes().filter_map(six_bits).chain([0; 3]).collect();
    (0..4).map(move |first| {
        let groups = bits.get(first..).unwrap_or_default().chunks_exact(4);
        let numbers = groups.map(|group| group.iter().fold(0, |number, bits| number << 6 | bits));
        letters(&numbers.flat_map(|number: u32| number.to_be_bytes()).collect::<Vec<u8>>())
    })
}

fn six_bits(digit: u8) -> Option<u32> {
    let bits = match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    };
    Some(bits.into())
}
