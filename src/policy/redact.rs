//! Takes the bot's token out of every text that a person may see.

use super::letters::{Letter, Places};
use super::reading::{read, read_base64};

/// What stands where the token stood.
pub const REDACTED: &str = "<token>";

/// A piece with fewer characters also stands in ordinary texts, so it counts only in the service's URLs, behind `/bot`.
pub(crate) const SHORT: usize = 6;

/// So many characters of a token or a secret stand in no text by chance, so they count anywhere. A shorter secret counts as a
/// whole word only.
pub(crate) const LONG: usize = 16;

/// The longest escape that may be cut in the middle: one of JSON in JSON in JSON in JSON.
const LONGEST_ESCAPE: usize = 24;

/// A byte that no text in UTF-8 holds.
const HIDDEN: u8 = 0xff;

/// The text without the bot's token, each occurrence of which becomes [`REDACTED`].
///
/// It finds the token in upper and lower case, with characters of no width or line breaks in it, and in these escapes,
/// nested in any order: percent (`%3A`, `%u003A`), backslash (`\u003a`, `\U0000003a`, `\u{3a}`, `\x3a`, `\/`), HTML (`&#58;`,
/// `&#x3a;`, `&colon;`), quoted-printable (`=3A`); also inside base64, which may be escaped and hold escapes itself, but not
/// inside base64 of base64.
///
/// What is hidden:
///
/// - the whole token;
/// - the secret, which is the part after the colon, without the bot's number: anywhere from 16 characters on, as a whole
///   word from 6 on (unless it is all digits), not at all below;
/// - a token that the end of the text cuts off behind its colon, and a long secret that it cuts off after 6 characters;
/// - the first 16 characters or more of either, whatever follows: a program may cut a text off and put it in quotes.
///
/// A piece that is shorter than 6 characters or all digits is hidden only where it follows `/bot`, as in the service's
/// URLs: otherwise the digits of numbers would be taken for it.
#[must_use]
pub fn redact(text: &str, token: &str) -> String {
    Redactor::new(std::iter::once(token)).redact(text)
}

/// Takes the tokens of several bots out of texts, each of which is decoded once.
#[derive(Debug)]
pub struct Redactor(Vec<Piece>);

impl Redactor {
    /// For these tokens.
    pub fn new<'a>(tokens: impl Iterator<Item = &'a str>) -> Self {
        Self(tokens.flat_map(pieces).collect())
    }

    /// The text without the tokens; see [`redact`].
    #[must_use]
    pub fn redact(&self, text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        let places = read(text);
        for places in [&places, &read_base64(&places)] {
            let search = Search::new(text, places);
            for piece in &self.0 {
                search.hide(piece, &mut bytes);
            }
        }
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
}

/// A part of a token.
#[derive(Debug)]
struct Piece {
    text: Vec<u8>,
    /// Whether it counts as a whole word only.
    is_word: bool,
    /// Whether it counts behind `/bot` only.
    is_weak: bool,
    /// The fewest letters by which a piece that is cut off is known.
    least: usize,
}

/// The whole token, and its secret.
fn pieces(token: &str) -> [Piece; 2] {
    let text: Vec<_> = token.bytes().filter(|byte| matches!(byte, b' '..=b'~')).collect();
    let colon = text.iter().position(|byte| *byte == b':').map_or(0, |colon| colon + 1);
    let secret = text.get(colon..).unwrap_or_default();
    let is_long = secret.len() >= LONG;
    let secret = if is_weak(secret) && !is_long { Vec::new() } else { secret.to_vec() };
    let least = if colon > 0 { colon + 1 } else { SHORT };
    [
        Piece { is_word: false, is_weak: is_weak(&text), least, text },
        Piece { is_word: !is_long, is_weak: false, least: SHORT, text: secret },
    ]
}

fn is_weak(piece: &[u8]) -> bool {
    piece.len() < SHORT || piece.iter().all(u8::is_ascii_digit)
}

/// A text in which pieces of tokens are looked for, and what is known of its places.
struct Search<'a> {
    text: &'a str,
    places: &'a Places,
    letters: Vec<Letter>,
    is_behind_bot: Vec<bool>,
    /// Whether only letters of words are close in front of the place.
    is_in_word: Vec<bool>,
}

impl<'a> Search<'a> {
    fn new(text: &'a str, places: &'a Places) -> Self {
        let letters = places.own();
        let (mut is_behind_bot, mut is_in_word) = (vec![false; places.len()], vec![false; places.len()]);
        for letter in &letters {
            if letter.byte == b'/' {
                for end in places.walk(*letter, b"bot") {
                    set(&mut is_behind_bot, end.to, true);
                }
            }
            let next = places.at(letter.to).first();
            if is_word_letter(letter) && next.is_some_and(|next| next.start <= letter.end) {
                set(&mut is_in_word, letter.to, true);
            }
        }
        for letter in &letters {
            if !is_word_letter(letter) {
                set(&mut is_in_word, letter.to, false);
            }
        }
        Self { text, places, letters, is_behind_bot, is_in_word }
    }

    /// Hides the bytes of the text that write a piece, in any case.
    fn hide(&self, piece: &Piece, bytes: &mut [u8]) {
        let Some((initial, rest)) = piece.text.split_first() else { return };
        for first in &self.letters {
            if !first.is(*initial) {
                continue;
            }
            let mut ends = vec![*first];
            let mut same = 1;
            for byte in rest {
                let next = self.places.step(&ends, *byte);
                if next.is_empty() {
                    break;
                }
                ends = next;
                same += 1;
            }
            let is_whole = same == piece.text.len();
            for end in ends {
                let is_cut_off = !is_whole && self.is_cut_off(first.start, end.end);
                if !is_whole && (same < piece.least || !(is_cut_off || same >= LONG)) {
                    continue;
                }
                let counts = if piece.is_weak || same < SHORT {
                    self.is_word_end(end) && flag(&self.is_behind_bot, first.from)
                } else {
                    !piece.is_word || (is_whole && self.is_word_end(end) && !flag(&self.is_in_word, first.from))
                };
                let last = if is_cut_off { bytes.len() } else { end.end };
                if counts && let Some(place) = bytes.get_mut(self.first_backslash(first.start)..last) {
                    place.fill(HIDDEN);
                }
            }
        }
    }

    /// Where an escape begins, all backslashes of which belong to it in JSON inside of JSON.
    fn first_backslash(&self, start: usize) -> usize {
        let (before, behind) = self.text.split_at_checked(start).unwrap_or_default();
        if behind.starts_with('\\') { before.trim_end_matches('\\').len() } else { start }
    }

    /// Whether the text ends there, perhaps in the middle of an escape or with an ellipsis.
    fn is_cut_off(&self, start: usize, end: usize) -> bool {
        let mut rest = self.text.bytes().skip(end).filter(|byte| matches!(byte, b' '..=b'~'));
        let is_open = rest.clone().next().is_none_or(|next| matches!(next, b'%' | b'\\' | b'&' | b'=' | b'.'));
        is_open && rest.nth(LONGEST_ESCAPE).is_none() && self.text.bytes().skip(start).all(|byte| byte != b' ')
    }

    /// Whether no word goes on behind a letter.
    fn is_word_end(&self, last: Letter) -> bool {
        let next = self.places.at(last.to);
        next.is_empty() || next.iter().any(|letter| letter.start > last.end || !is_word_letter(letter))
    }
}

fn is_word_letter(letter: &Letter) -> bool {
    letter.byte.is_ascii_alphanumeric() || matches!(letter.byte, b'_' | b'-')
}

fn flag(flags: &[bool], index: usize) -> bool {
    flags.get(index).copied().unwrap_or_default()
}

fn set(flags: &mut [bool], index: usize, is_set: bool) {
    if let Some(flag) = flags.get_mut(index) {
        *flag = is_set;
    }
}

#[cfg(test)]
mod tests {
    use super::super::letters::STEPS;
    use super::redact;

    const TOKEN: &str = "987654:AAbb-cc_DDeeFFgg0123456789hhIIjjKKll";

    const HOSTILE: [&str; 36] = [
        "\\n",
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
        "\n",
        "A",
        "0",
        "#",
        "987654:A",
        "987654:A%",
        "987654%3AA&#",
        "/bot987654:",
        "OTg3NjU0",
        "JTI1",
        "\0",
        "%u0025",
        "\u{200b}",
        "#37;",
        "amp;",
        "\\x26",
        "\\u0026",
        "\\u0025",
        "u{26}",
        "percnt;",
        "&shy;",
    ];

    /// How often a letter is looked at for each byte of a text of that length, which repeats a piece.
    fn steps(piece: &str, length: usize) -> usize {
        let text = [&piece.repeat(length / piece.len()), " /bot", &TOKEN.replace(':', "%3A")].concat();
        STEPS.set(0);
        assert!(redact(&text, TOKEN).ends_with("/bot<token>"), "{piece:?}");
        STEPS.get() / text.len()
    }

    #[test]
    fn hostile_texts_take_linear_time() {
        for first in HOSTILE {
            for second in HOSTILE {
                let piece = [first, second].concat();
                let [short, long] = [256, 1024].map(|length| steps(&piece, length));
                assert!(
                    long < 2 * short + 100,
                    "{piece:?}: {short} steps for each byte, and {long} of four times the length"
                );
                assert!(long < 1200, "{piece:?}: {long} steps for each byte");
            }
        }
    }
}
