//! A text as the characters that it stands for: escapes resolved, base64 decoded, each with its place in the text.

/// A visible ASCII character or a space, and the bytes of the text that write it.
///
/// All other characters are dropped: no token holds one, and a token is still readable with characters of no width,
/// line breaks or the NULs of UTF-16 in it. The gap between the places of two letters shows that something was there.
#[derive(Clone, Copy)]
pub(super) struct Letter {
    pub byte: u8,
    pub start: usize,
    pub end: usize,
}

/// The names of HTML for characters that a token or an escape may hold, each followed by its character. NUL stands for
/// characters of no width.
const ENTITIES: &[u8] = b"amp& colon: lowbar_ UnderBar_ hyphen- dash- equals= percnt% num# bsol\\ sol/ semi; period. \
    comma, plus+ lpar( rpar) ast* midast* excl! quot\" apos' commat@ dollar$ lsqb[ lbrack[ rsqb] rbrack] lcub{ lbrace{ \
    rcub} rbrace} verbar| vert| grave` lt< gt> Hat^ quest? shy\0 zwj\0 zwnj\0 ZeroWidthSpace\0 NoBreak\0 NewLine\0 Tab\0";

fn is_kept(byte: u8) -> bool {
    (b' '..=b'~').contains(&byte)
}

/// The letters of a text, its escapes as they are.
pub(super) fn letters(text: &str) -> Vec<Letter> {
    let letter = |(start, byte)| Letter { byte, start, end: start + 1 };
    text.bytes().enumerate().map(letter).filter(|letter| is_kept(letter.byte)).collect()
}

/// The letters with their escapes resolved, however deep they are nested.
///
/// It goes from the last letter to the first: what follows an escape is resolved already, so that what an escape stands
/// for can only open one more in front of it. Each step takes letters away, so the time is linear.
///
/// `quoted` is how many times in a row quoted-printable is resolved. An equals sign also stands before the token in
/// queries, where the first letters of the token may look like its digits.
pub(super) fn resolve(letters: &[Letter], quoted: usize) -> Vec<Letter> {
    let mut after: Vec<Letter> = Vec::with_capacity(letters.len());
    for first in letters.iter().rev() {
        let mut letter = *first;
        let mut quoted = quoted;
        while let Some((code, length)) = Ahead(&after).escape(letter, quoted > 0) {
            quoted -= usize::from(letter.byte == b'=');
            letter.end = Ahead(&after).letter(length.wrapping_sub(1)).map_or(letter.end, |last| last.end);
            letter.byte = u8::try_from(code).unwrap_or_default();
            after.truncate(after.len().saturating_sub(length));
            if !is_kept(letter.byte) {
                break;
            }
        }
        if is_kept(letter.byte) {
            after.push(letter);
        }
    }
    after.reverse();
    after
}

/// The letters with each run of base64 decoded, in the standard or the URL-safe alphabet.
///
/// `phase` is how many letters of a run come before the first whole group of four: a run may begin with letters that are
/// not part of the base64, such as the slash of a path.
pub(super) fn from_base64(letters: &[Letter], phase: usize) -> Vec<Letter> {
    let mut decoded = Vec::new();
    let (mut run, mut bits, mut previous) = (0, 0_u32, 0);
    for letter in letters {
        let Some(six) = six_bits(letter.byte) else {
            run = 0;
            decoded.push(*letter);
            continue;
        };
        bits = bits << 6 | six;
        if run >= phase && (run - phase) % 4 > 0 {
            let byte = (bits >> (6 - 2 * ((run - phase) % 4))).to_le_bytes()[0];
            if is_kept(byte) {
                decoded.push(Letter { byte, start: previous, end: letter.end });
            }
        }
        previous = letter.start;
        run += 1;
    }
    decoded
}

fn six_bits(byte: u8) -> Option<u32> {
    let value = match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    };
    Some(value.into())
}

/// The letters after an escape's first one, the next of them last.
struct Ahead<'a>(&'a [Letter]);

impl Ahead<'_> {
    fn letter(&self, index: usize) -> Option<&Letter> {
        self.0.iter().rev().nth(index)
    }

    /// NUL at the end.
    fn at(&self, index: usize) -> u8 {
        self.letter(index).map_or(0, |letter| letter.byte)
    }

    /// The character that an escape stands for, and how many letters after its first one belong to it.
    fn escape(&self, first: Letter, quoted: bool) -> Option<(u32, usize)> {
        match (first.byte, self.at(0)) {
            (b'%', b'u' | b'U') => self.digits(1, 4),
            (b'%', _) => self.digits(0, 2),
            // A soft line break: whatever it was is dropped already.
            (b'=', _) if quoted && self.letter(0).is_none_or(|next| next.start > first.end) => Some((0, 0)),
            // Quoted-printable leaves visible characters as they are, except where one must not stand.
            (b'=', _) if quoted => self.digits(0, 2).filter(|(code, _)| u8::try_from(*code).is_ok_and(is_kept)),
            (b'\\', b'u') if self.at(1) == b'{' => self.number(2, 16, b'}'),
            (b'\\', b'u') => self.digits(1, 4),
            (b'\\', b'x') => self.digits(1, 2),
            (b'\\', b'b' | b'f' | b'n' | b'r' | b't' | b'v') => Some((0, 1)),
            (b'\\', letter) if letter > 0 => Some((letter.into(), 1)),
            (b'&', b'#') if matches!(self.at(1), b'x' | b'X') => self.number(2, 16, b';'),
            (b'&', b'#') => self.number(1, 10, b';'),
            (b'&', b'A'..=b'z') => ENTITIES.split(|byte| *byte == b' ').find_map(|entity| self.named(entity)),
            _ => None,
        }
    }

    /// So many hexadecimal digits.
    fn digits(&self, from: usize, count: usize) -> Option<(u32, usize)> {
        let code = (from..from + count)
            .try_fold(0, |code, index| Some(code * 16 + char::from(self.at(index)).to_digit(16)?))?;
        Some((code, from + count))
    }

    /// A number of any length and what ends it, which may be missing. It never fails after the first digit, so that no
    /// digit is read twice.
    fn number(&self, from: usize, radix: u32, end: u8) -> Option<(u32, usize)> {
        let (mut code, mut index) = (0_u32, from);
        while let Some(digit) = char::from(self.at(index)).to_digit(radix) {
            code = code.saturating_mul(radix).saturating_add(digit);
            index += 1;
        }
        (index > from).then(|| (code, index + usize::from(self.at(index) == end)))
    }

    /// A name and the semicolon behind it, which may be missing.
    fn named(&self, entity: &[u8]) -> Option<(u32, usize)> {
        let (character, name) = entity.split_last()?;
        for (index, letter) in name.iter().enumerate() {
            if !self.at(index).eq_ignore_ascii_case(letter) {
                return None;
            }
        }
        Some(((*character).into(), name.len() + usize::from(self.at(name.len()) == b';')))
    }
}
