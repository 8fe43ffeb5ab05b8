//! A text as the characters that it stands for: escapes resolved, base64 decoded, each with its place in the text.

/// A visible ASCII character or a space, and the bytes of the text that write it.
///
/// All other characters are dropped: no token holds one, and a token is still readable with characters of no width,
/// line breaks or the NULs of UTF-16 in it. The gap between the places of two letters shows that something was there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Letter {
    pub byte: u8,
    pub start: usize,
    pub end: usize,
    /// Whether a backslash escape of JSON text inside of JSON text stands for it.
    by_backslash: bool,
}

impl Letter {
    pub fn is(&self, byte: u8) -> bool {
        count_step();
        self.byte.eq_ignore_ascii_case(&byte)
    }
}

/// The names of HTML for characters that stand in tokens or begin an escape, each followed by its character. NUL stands
/// for characters of no width.
const ENTITIES: &[u8] = b"amp& colon: lowbar_ underbar_ hyphen- dash- equals= percnt% num# bsol\\ sol/ period. \
    quot\" apos' shy\0 zwj\0 zwnj\0 zerowidthspace\0 newline\0";

/// A run of fewer letters is not taken for base64: a piece of a token that counts has six characters.
const SHORTEST_BASE64: usize = 8;

fn is_kept(byte: u8) -> bool {
    matches!(byte, b' '..=b'~')
}

/// The letters of a text, its escapes as they are.
pub(super) fn letters(text: &str) -> Vec<Letter> {
    let mut letters = Vec::new();
    for (start, byte) in text.bytes().enumerate() {
        if is_kept(byte) {
            letters.push(Letter { byte, start, end: start + 1, by_backslash: false });
        }
    }
    letters
}

/// Whether a level may resolve anything that the one before it did not: from the second level on, only equals signs.
pub(super) fn has_escapes(letters: &[Letter], level: usize) -> bool {
    letters.iter().any(|letter| letter.byte == b'=' || (level < 2 && matches!(letter.byte, b'%' | b'&' | b'\\')))
}

/// The letters with their escapes resolved, however deep they are nested; at level 0 as they are. Quoted-printable is
/// resolved one time less in a row than the level says: an equals sign also stands in front of tokens in queries, where
/// the first letters of the token may look like its digits.
///
/// In JSON text inside of JSON text, what a backslash escape stands for opens no other one: `\\\\u0062` is a `b` there.
///
/// It goes from the last letter to the first: what follows an escape is resolved already, so that what an escape stands
/// for can only open one more in front of it. Each step takes letters away, so the time is linear.
pub(super) fn resolve(letters: &[Letter], level: usize, is_json_in_json: bool) -> Vec<Letter> {
    // The last letter comes first.
    let mut resolved: Vec<Letter> = Vec::new();
    for letter in letters.iter().rev() {
        count_step();
        let mut letter = *letter;
        let mut level = level;
        while level > 0
            && let Some((code, length)) = (Ahead { letters: &resolved, first: letter, level }).escape()
        {
            level -= usize::from(letter.byte == b'=');
            letter.by_backslash |= is_json_in_json && letter.byte == b'\\';
            for _ in 0..length {
                letter.end = resolved.pop().map_or(letter.end, |last| last.end);
            }
            letter.byte = u8::try_from(code).unwrap_or_default();
        }
        if is_kept(letter.byte) {
            resolved.push(letter);
        }
    }
    resolved.reverse();
    resolved
}

/// The letters with each run of base64 decoded, in the standard or the URL-safe alphabet; nothing without such a run.
///
/// `phase` is how many letters of a run come before the first whole group of four: a run may begin with letters that are
/// not part of the base64, such as the slash of a path.
pub(super) fn from_base64(letters: &[Letter], phase: usize) -> Option<Vec<Letter>> {
    let mut decoded = Vec::new();
    let (mut run, mut bits, mut start, mut has_run) = (0, 0_u32, 0, false);
    for (index, letter) in letters.iter().enumerate() {
        let mut next = *letter;
        if let Some(digit) = six_bits(letter) {
            if run == 0 && !begins_base64(letters.get(index..index + SHORTEST_BASE64).unwrap_or_default()) {
                continue;
            }
            has_run = true;
            bits = bits << 6 | digit;
            // The first letter of a group gives no byte yet.
            let place = if run < phase { 0 } else { (run - phase) % 4 };
            let [byte, ..] = (bits >> (6 - 2 * place)).to_le_bytes();
            next = Letter { byte: if place == 0 { 0 } else { byte }, start, end: letter.end, by_backslash: false };
            start = letter.start;
            run += 1;
        } else {
            run = 0;
        }
        if is_kept(next.byte) {
            decoded.push(next);
        }
    }
    has_run.then_some(decoded)
}

/// Whether so many letters of base64 follow, and not only those of an ordinary word, which are behind the others in ASCII.
fn begins_base64(run: &[Letter]) -> bool {
    run.iter().any(|letter| letter.byte < b'_') && run.iter().all(|letter| six_bits(letter).is_some())
}

fn six_bits(letter: &Letter) -> Option<u32> {
    count_step();
    let digit = match letter.byte {
        byte @ b'A'..=b'Z' => byte - b'A',
        byte @ b'a'..=b'z' => byte - b'a' + 26,
        byte @ b'0'..=b'9' => byte - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    };
    Some(digit.into())
}

/// A letter that may begin an escape, and those after it, the next of them last.
struct Ahead<'a> {
    first: Letter,
    letters: &'a [Letter],
    level: usize,
}

impl Ahead<'_> {
    /// NUL at the end.
    #[inline(never)]
    fn at(&self, index: usize) -> u8 {
        count_step();
        self.letters.iter().rev().nth(index).map_or(0, |letter| letter.byte)
    }

    /// The bytes of the text that write a letter.
    fn width(&self, index: usize) -> usize {
        self.letters.iter().rev().nth(index).map_or(0, |letter| letter.end - letter.start)
    }

    /// The character that an escape stands for, and how many letters after the first one belong to it.
    fn escape(&self) -> Option<(u32, usize)> {
        match (self.first.byte, self.at(0)) {
            (b'%', b'u' | b'U') => self.number(1, 16, 4),
            (b'%', _) => self.number(0, 16, 2),
            (b'=', _) if self.level < 2 => None,
            // A soft line break, which is dropped already.
            (b'=', _) if self.letters.last().is_none_or(|next| next.start > self.first.end) => Some((0, 0)),
            // Quoted-printable writes visible characters so only where they must not stand.
            (b'=', _) => self.number(0, 16, 2).filter(|(code, _)| (0x20..0x7f).contains(code)),
            (b'\\', letter @ 1..) if self.is_escaped() => Some((letter.into(), 1)),
            (b'\\', b'u') if self.at(1) == b'{' => self.number(2, 16, ANY),
            (b'\\', b'u') => self.number(1, 16, 4),
            (b'\\', b'x') => self.number(1, 16, 2),
            (b'\\', b'b' | b'f' | b'n' | b'r' | b't' | b'v') => Some((0, 1)),
            (b'\\', letter @ 1..) => Some((letter.into(), 1)),
            (b'&', b'#') if matches!(self.at(1), b'x' | b'X') => self.number(2, 16, ANY),
            (b'&', b'#') => self.number(1, 10, ANY),
            (b'&', b'A'..=b'z') => self.named(),
            _ => None,
        }
    }

    /// Whether a backslash escape stands for the next letter.
    fn is_escaped(&self) -> bool {
        self.letters.last().is_some_and(|next| next.by_backslash)
    }

    /// A number of so many digits. One of any length never fails after its first digit, so that no digit is read twice;
    /// what ends it may be missing: a digit that an escape of its own writes then belongs to the next character.
    fn number(&self, from: usize, radix: u32, count: usize) -> Option<(u32, usize)> {
        let (mut code, mut index, mut width) = (0_u32, from, 0);
        while index - from < count
            && let Some(digit) = char::from(self.at(index)).to_digit(radix)
        {
            let longer = code.wrapping_mul(radix).wrapping_add(digit);
            let next = self.width(index);
            if index > from && next > width && longer > 126 {
                break;
            }
            (code, width) = (longer, next);
            index += 1;
        }
        if index == from || (count < ANY && index - from < count) {
            return None;
        }
        Some((code, index + usize::from(count == ANY && matches!(self.at(index), b';' | b'}'))))
    }

    /// A name and the semicolon behind it, which may be missing.
    fn named(&self) -> Option<(u32, usize)> {
        let mut index = Some(0);
        for letter in ENTITIES {
            index = match (letter, index) {
                (b' ', _) => Some(0),
                (b'a'..=b'z', Some(same)) => (self.at(same) | 0x20 == *letter).then_some(same + 1),
                (character, Some(same)) => {
                    return Some(((*character).into(), same + usize::from(self.at(same) == b';')));
                }
                (_, None) => None,
            }
        }
        None
    }
}

/// Counts in tests how often a letter is looked at, so that they see that the time is linear.
fn count_step() {
    #[cfg(test)]
    STEPS.set(STEPS.get() + 1);
}

#[cfg(test)]
std::thread_local! {
    pub(super) static STEPS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// So many digits as there are.
const ANY: usize = usize::MAX;
