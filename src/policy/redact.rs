//! Takes the bot's token out of every text that a person may see.

use super::letters::{Letter, from_base64, letters, resolve};

/// What stands where the token stood.
pub const REDACTED: &str = "<token>";

/// A piece with fewer characters also stands in ordinary texts, so it counts only in the service's URLs, behind `bot`.
const SHORT: usize = 6;

/// A secret of so many characters stands in no text by chance, so it counts anywhere. A shorter one counts as a whole
/// word only.
const LONG: usize = 16;

/// How many times in a row quoted-printable may be resolved, for each attempt after the text as it is.
const QUOTED: [usize; 3] = [0, 1, usize::MAX];

/// The longest escape that may be cut in the middle: `&underba`.
const LONGEST_ESCAPE: usize = 8;

/// The text without the bot's token, each occurrence of which becomes [`REDACTED`].
///
/// It finds the token in upper and lower case, with characters of no width or line breaks in it, and in any nesting of
/// these escapes: percent (`%3A`, `%u003A`), backslash (`\u003a`, `\u{3a}`, `\x3a`, `\/`), HTML (`&#58;`, `&#x3a;`,
/// `&colon;`), quoted-printable (`=3A`); also inside base64, which may itself be escaped.
///
/// What is hidden:
///
/// - the whole token;
/// - the secret, which is the part after the colon, without the bot's number: anywhere from 16 characters on, as a whole
///   word from 6 on (unless it is all digits), not at all below;
/// - a token that the end of the text cuts off behind its colon, and a long secret that it cuts off after 6 characters.
///
/// A piece that is shorter than 6 characters or all digits is hidden only where it follows `bot`, as in the service's
/// URLs: otherwise the digits of numbers would be taken for it.
#[must_use]
pub fn redact(text: &str, token: &str) -> String {
    let whole = letters(token);
    let colon = token.bytes().position(|byte| byte == b':');
    let secret = colon.and_then(|colon| whole.get(colon + 1..)).unwrap_or_default();
    let token_rule = if is_weak(&whole) { Rule::BehindBot } else { Rule::Anywhere };
    let secret_rule = match secret.len() {
        LONG.. => Rule::Anywhere,
        SHORT.. if !is_weak(secret) => Rule::WholeWord,
        _ => Rule::Never,
    };
    let pieces = [
        Piece { letters: &whole, rule: token_rule, least: colon.map_or(SHORT, |colon| colon + 2) },
        Piece { letters: secret, rule: secret_rule, least: SHORT },
    ];
    let mut hidden = vec![false; text.len()];
    search(&letters(text), &pieces, false, &mut hidden);
    shown(text, &hidden)
}

/// A part of the token.
struct Piece<'a> {
    letters: &'a [Letter],
    rule: Rule,
    /// The fewest letters by which a piece that is cut off is told.
    least: usize,
}

/// Where a piece counts.
#[derive(Clone, Copy, PartialEq)]
enum Rule {
    Anywhere,
    WholeWord,
    BehindBot,
    Never,
}

fn is_weak(piece: &[Letter]) -> bool {
    piece.len() < SHORT || piece.iter().all(|letter| letter.byte.is_ascii_digit())
}

/// Marks the bytes of the text that write a piece, in whatever escapes.
fn search(given: &[Letter], pieces: &[Piece<'_>], in_base64: bool, hidden: &mut [bool]) {
    mark_all(given, pieces, |piece| piece.to_vec(), in_base64, hidden);
    let mut length = given.len();
    for quoted in QUOTED {
        let resolved = resolve(given, quoted);
        // Where there was nothing more to resolve, nothing else is found.
        if resolved.len() < length {
            length = resolved.len();
            // What looks like an escape in the token is resolved there as well.
            mark_all(&resolved, pieces, |piece| resolve(piece, quoted), in_base64, hidden);
        }
        if !resolved.iter().any(|letter| letter.byte == b'=') {
            break;
        }
    }
}

fn mark_all(
    text: &[Letter],
    pieces: &[Piece<'_>],
    resolved: impl Fn(&[Letter]) -> Vec<Letter>,
    in_base64: bool,
    hidden: &mut [bool],
) {
    for piece in pieces {
        if piece.rule == Rule::Anywhere || (piece.rule != Rule::Never && !in_base64) {
            mark(text, &Piece { letters: &resolved(piece.letters), ..*piece }, hidden);
        }
    }
    if !in_base64 {
        for phase in 0..4 {
            search(&from_base64(text, phase), pieces, true, hidden);
        }
    }
}

/// Marks where the piece stands, letter by letter, in any case.
fn mark(text: &[Letter], piece: &Piece<'_>, hidden: &mut [bool]) {
    for (index, first) in text.iter().enumerate() {
        let rest = text.get(index..).unwrap_or_default();
        let pairs = rest.iter().zip(piece.letters);
        let same = pairs.take_while(|(one, other)| one.byte.eq_ignore_ascii_case(&other.byte)).count();
        let after = rest.get(same..).unwrap_or_default();
        let is_whole = same == piece.letters.len();
        let is_cut = same >= piece.least && is_end(after);
        if same == 0 || !(is_whole || is_cut) {
            continue;
        }
        let before = text.get(..index).unwrap_or_default();
        let counts = match piece.rule {
            Rule::Anywhere => is_whole || same >= SHORT || is_behind_bot(before, first),
            Rule::WholeWord => is_whole && !continues(before.last(), first) && ends(rest, same),
            Rule::BehindBot => is_behind_bot(before, first) && (is_cut || ends(rest, same)),
            Rule::Never => false,
        };
        let end = if is_whole { rest.get(same - 1).map(|last| last.end) } else { None };
        if counts && let Some(place) = hidden.get_mut(first.start..end.unwrap_or(usize::MAX).min(hidden.len())) {
            place.fill(true);
        }
    }
}

/// Whether a text ends there, perhaps in the middle of an escape or with an ellipsis.
fn is_end(rest: &[Letter]) -> bool {
    rest.len() <= LONGEST_ESCAPE
        && match rest.split_first() {
            Some((first, others)) if b"%\\&=".contains(&first.byte) => {
                others.iter().all(|letter| letter.byte.is_ascii_alphanumeric() || b"#{".contains(&letter.byte))
            }
            _ => rest.iter().all(|letter| letter.byte == b'.'),
        }
}

/// Whether the letter goes on with the word of the one before.
fn continues(before: Option<&Letter>, letter: &Letter) -> bool {
    let is_of_word = |letter: &Letter| letter.byte.is_ascii_alphanumeric() || b"_-".contains(&letter.byte);
    before.is_some_and(|before| before.end == letter.start && is_of_word(before) && is_of_word(letter))
}

/// Whether the word ends after so many letters.
fn ends(text: &[Letter], length: usize) -> bool {
    text.get(length).is_none_or(|next| !continues(text.get(length.wrapping_sub(1)), next))
}

/// Whether the letters before are the `bot` of a URL.
fn is_behind_bot(before: &[Letter], first: &Letter) -> bool {
    let Some((start, bot)) = before.split_last_chunk::<3>() else { return false };
    bot.iter().zip(b"bot").all(|(letter, wanted)| letter.byte.eq_ignore_ascii_case(wanted))
        && !continues(start.last(), &bot[0])
        && bot[2].end == first.start
}

/// The text with [`REDACTED`] in place of each run of hidden bytes.
fn shown(text: &str, hidden: &[bool]) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut was_hidden = false;
    for (index, character) in text.char_indices() {
        let is_hidden = hidden.get(index) == Some(&true);
        if !is_hidden {
            shown.push(character);
        } else if !was_hidden {
            shown.push_str(REDACTED);
        }
        was_hidden = is_hidden;
    }
    shown
}
