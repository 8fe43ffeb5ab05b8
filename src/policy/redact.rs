//! Takes the bot's token out of every text that a person may see.

use super::letters::{Letter, from_base64, has_escapes, letters, resolve};

/// What stands where the token stood.
pub const REDACTED: &str = "<token>";

/// A piece with fewer characters also stands in ordinary texts, so it counts only in the service's URLs, behind `/bot`.
const SHORT: usize = 6;

/// A secret of so many characters stands in no text by chance, so it counts anywhere. A shorter one counts as a whole
/// word only.
const LONG: usize = 16;

/// The longest escape that may be cut in the middle: `&underba`.
const LONGEST_ESCAPE: usize = 8;

/// A byte that no text in UTF-8 holds.
const HIDDEN: u8 = 0xff;

/// The text without the bot's token, each occurrence of which becomes [`REDACTED`].
///
/// It finds the token in upper and lower case, with characters of no width or line breaks in it, and in any nesting of
/// these escapes: percent (`%3A`, `%u003A`), backslash (`\u003a`, `\u{3a}`, `\x3a`, `\/`), HTML (`&#58;`, `&#x3a;`,
/// `&colon;`), quoted-printable (`=3A`, twice at most); also inside base64, which may itself be escaped.
///
/// What is hidden:
///
/// - the whole token;
/// - the secret, which is the part after the colon, without the bot's number: anywhere from 16 characters on, as a whole
///   word from 6 on (unless it is all digits), not at all below;
/// - a token that the end of the text cuts off behind its colon, and a long secret that it cuts off after 6 characters.
///
/// A piece that is shorter than 6 characters or all digits is hidden only where it follows `/bot`, as in the service's
/// URLs: otherwise the digits of numbers would be taken for it.
#[must_use]
pub fn redact(text: &str, token: &str) -> String {
    let whole = letters(token);
    hide(text, &pieces(&whole))
}

/// Takes the tokens of several bots out of texts, each of which is decoded once.
#[derive(Debug)]
pub struct Redactor(Vec<Vec<Letter>>);

impl Redactor {
    /// For these tokens.
    pub fn new<'a>(tokens: impl Iterator<Item = &'a str>) -> Self {
        Self(tokens.map(letters).collect())
    }

    /// The text without the tokens; see [`redact`].
    #[must_use]
    pub fn redact(&self, text: &str) -> String {
        let pieces: Vec<_> = self.0.iter().flat_map(|whole| pieces(whole)).collect();
        hide(text, &pieces)
    }
}

/// The whole token, and its secret.
fn pieces(whole: &[Letter]) -> [Piece<'_>; 2] {
    let colon = whole.iter().position(|letter| letter.byte == b':').map_or(0, |colon| colon + 1);
    let secret = whole.get(colon..).unwrap_or_default();
    let is_long = secret.len() >= LONG;
    let least = if colon > 0 { colon + 1 } else { SHORT };
    [
        Piece { letters: whole, is_word: false, is_weak: is_weak(whole), least },
        Piece {
            letters: if is_weak(secret) && !is_long { &[] } else { secret },
            is_word: !is_long,
            is_weak: false,
            least: SHORT,
        },
    ]
}

fn hide(text: &str, pieces: &[Piece<'_>]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    search(&letters(text), pieces, false, &mut bytes);
    let mut shown = String::new();
    let mut was_hidden = false;
    for (index, character) in text.char_indices() {
        let is_hidden = bytes.get(index) == Some(&HIDDEN);
        if !is_hidden {
            shown.push(character);
        } else if !was_hidden {
            shown.push_str(REDACTED);
        }
        was_hidden = is_hidden;
    }
    shown
}

/// A part of the token.
struct Piece<'a> {
    letters: &'a [Letter],
    /// Whether it counts as a whole word only.
    is_word: bool,
    /// Whether it counts behind `/bot` only.
    is_weak: bool,
    /// The fewest letters by which a piece that is cut off is known.
    least: usize,
}

fn is_weak(piece: &[Letter]) -> bool {
    piece.len() < SHORT || piece.iter().all(|letter| letter.byte.is_ascii_digit())
}

/// Hides the bytes of the text that write a piece, in whatever escapes.
fn search(given: &[Letter], pieces: &[Piece<'_>], in_base64: bool, bytes: &mut [u8]) {
    let mut resolved = Vec::new();
    for round in 0..7 {
        let (level, is_json_in_json) = if round < 4 { (round, false) } else { (round - 3, true) };
        let mut text = if level < 2 { given } else { &resolved };
        if level > 0 {
            let length = text.len();
            // Where there is nothing more to resolve, nothing else is found.
            if !has_escapes(text, level) {
                continue;
            }
            resolved = resolve(given, level, is_json_in_json);
            if resolved.len() == length {
                continue;
            }
            text = &resolved;
        }
        for piece in pieces {
            // What looks like an escape in the token is resolved there as well.
            mark(text, &resolve(piece.letters, level, is_json_in_json), piece, bytes);
        }
        for phase in 0..if in_base64 { 0 } else { 4 } {
            let Some(decoded) = from_base64(text, phase) else { break };
            search(&decoded, pieces, true, bytes);
        }
    }
}

/// Hides each place of a piece, which is compared letter by letter, in any case.
fn mark(text: &[Letter], letters: &[Letter], piece: &Piece<'_>, bytes: &mut [u8]) {
    let Some(start) = letters.first() else { return };
    for (index, first) in text.iter().enumerate() {
        if !first.is(start.byte) {
            continue;
        }
        let (Some(before), Some(rest)) = (text.get(..index), text.get(index..)) else { continue };
        let mut same = 0;
        while let (Some(one), Some(other)) = (rest.get(same), letters.get(same))
            && one.is(other.byte)
        {
            same += 1;
        }
        let Some(last) = rest.get(same.wrapping_sub(1)) else { continue };
        let is_whole = same == letters.len();
        if !is_whole && (same < piece.least || !is_end(rest, same)) {
            continue;
        }
        let ends = !continues(Some(last), rest.get(same));
        let counts = if piece.is_weak || same < SHORT {
            ends && is_behind_bot(before)
        } else {
            !piece.is_word || (is_whole && ends && !continues(before.last(), Some(first)))
        };
        let end = if is_whole { last.end } else { bytes.len() };
        if counts && let Some(place) = bytes.get_mut(first.start..end) {
            place.fill(HIDDEN);
        }
    }
}

/// Whether the text ends after so many letters, perhaps in the middle of an escape or with an ellipsis.
fn is_end(text: &[Letter], length: usize) -> bool {
    let is_open = text.get(length).is_none_or(|next| matches!(next.byte, b'%' | b'\\' | b'&' | b'=' | b'.'));
    is_open && text.len() <= length + LONGEST_ESCAPE && text.iter().all(|letter| letter.byte != b' ')
}

/// Whether the second letter goes on with the word of the first one.
fn continues(one: Option<&Letter>, other: Option<&Letter>) -> bool {
    let (Some(one), Some(other)) = (one, other) else { return false };
    let is_in_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    one.end == other.start && is_in_word(one.byte) && is_in_word(other.byte)
}

/// Whether the letters before end as in the service's URLs.
fn is_behind_bot(before: &[Letter]) -> bool {
    before.last_chunk::<4>().is_some_and(|last| last.iter().zip(b"/bot").all(|(letter, byte)| letter.is(*byte)))
}

#[cfg(test)]
mod tests {
    use super::super::letters::STEPS;
    use super::redact;

    const TOKEN: &str = "987654:AAbb-cc_DDeeFFgg0123456789hhIIjjKKll";

    const HOSTILE: [&str; 25] = [
        "%25",
        "%",
        "\\",
        "\\\\u005c",
        "\\u{",
        "\\u{0",
        "&#0",
        "&#38;#",
        "&",
        "&amp;",
        "&#x",
        "=3D",
        "=",
        "=\r\n",
        "A",
        "0",
        "987654:A",
        "987654:A%",
        "987654%3AA&#",
        "/bot987654:",
        "OTg3NjU0",
        "JTI1",
        "\0",
        "%u0025",
        "\u{200b}",
    ];

    /// How often a letter is looked at in a text that begins with so many bytes of a piece.
    fn steps(piece: &str, length: usize) -> usize {
        let text = [&piece.repeat(length / piece.len()), " /bot", &TOKEN.replace(':', "%3A")].concat();
        STEPS.set(0);
        assert!(redact(&text, TOKEN).ends_with("/bot<token>"), "{piece}");
        STEPS.get()
    }

    #[test]
    fn hostile_texts_take_linear_time() {
        for piece in HOSTILE {
            let [short, long] = [4 << 10, 16 << 10].map(|length| steps(piece, length));
            assert!(long < 5 * short, "{piece}: {short} steps, and {long} for four times the length");
            assert!(long < 400 * (16 << 10), "{piece}: {long} steps");
        }
    }
}
