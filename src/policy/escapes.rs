//! The escapes that may write a character.

use super::letters::{Letter, Places, count_step};

/// All escapes. Of a number the last character says how many digits it has, 0 for any number; they are hexadecimal, except after
/// `&#`. Each of the others is followed by the character that it represents, or by NUL if that one is left out. The names are
/// those of HTML for characters that stand in tokens or begin an escape; `=` begins those of quoted-printable.
pub(crate) const ESCAPES: &str = "%2 %u4 =2 &#0 &#x0 \\x2 \\u4 \\u8 \\u{0 \\b\0 \\f\0 \\n\0 \\r\0 \\t\0 \\v\0 &excl! &quot\" &num# &dollar$ \
    &percnt% &amp& &apos' &lpar( &rpar) &ast* &midast* &plus+ &comma, &hyphen- &dash- &period. &sol/ &colon: &semi; &lt< &equals= &gt> \
    &commat@ &lsqb[ &lbrack[ &bsol\\ &rsqb] &rbrack] &hat^ &lowbar_ &underbar_ &grave` &diacriticalgrave` &lcub{ &lbrace{ &verbar| &vert| \
    &verticalline| &rcub} &rbrace} &shy\0 &zwj\0 &zwnj\0 &zerowidthspace\0 &newline\0 &tab\0";

/// Larger codes count as this one.
pub(crate) const MAX_CODE: u32 = 0xffff;

/// How many letters of a place are looked at as the begin of an escape. Each may write the next one: a text such as `#\x26`, again
/// and again, would make all later ones out of each. Escapes nested three deep need fewer.
pub(crate) const MAX_OPENERS: usize = 8;

/// The character of a code, which is NUL if it is left out: NUL, a line break, a byte of a character in UTF-8, a character of
/// no width. None for other characters, which no token holds: an escape that represents one was meant otherwise.
pub(super) fn character(code: u32) -> Option<u8> {
    match code {
        0x20..0x7f => u8::try_from(code).ok(),
        0 | 0x09 | 0x0a | 0x0d | 0x7f..=0xff | 0x200b..=0x206f | 0xfeff => Some(0),
        _ => None,
    }
}

/// Adds to the letters of a place those that escapes represent.
pub(super) fn add_escapes(places: &Places, from: usize, letters: &mut Vec<Letter>) {
    let own: Vec<_> = letters.iter().filter(|letter| letter.from == from).copied().collect();
    let mut found = Found { places, letters, open: Vec::new(), from, start: 0 };
    for letter in own {
        found.open_with(letter);
    }
    let mut next = 0;
    while let Some(opener) = found.open.get(next).copied() {
        found.escapes(opener);
        next += 1;
    }
}

/// The letters that are found at a place.
struct Found<'a> {
    places: &'a Places,
    letters: &'a mut Vec<Letter>,
    /// Those that may begin an escape, in the order in which they are looked at.
    open: Vec<Letter>,
    from: usize,
    start: usize,
}

impl Found<'_> {
    fn escapes(&mut self, opener: Letter) {
        let places = self.places;
        self.start = opener.start;
        let is_open = match opener.byte {
            // It may stand there without need.
            b'\\' => true,
            // A soft line break, which is left out already.
            b'=' => places.at(opener.to).iter().any(|next| next.from > opener.to || next.start > opener.end),
            _ => false,
        };
        if is_open {
            self.add(Some(0), opener);
        }
        for escape in ESCAPES.split(' ') {
            let [first, text @ .., ending] = escape.as_bytes() else { continue };
            if *first != opener.byte {
                continue;
            }
            let ends = places.walk(opener, text);
            if ending.is_ascii_digit() {
                let radix = if text == b"#" { 10 } else { 16 };
                self.numbers(ends, radix, usize::from(ending - b'0'));
                continue;
            }
            for end in self.behind(ends) {
                self.add(Some(*ending), end);
            }
        }
    }

    /// What ends an escape, which may be missing.
    fn behind(&self, ends: Vec<Letter>) -> Vec<Letter> {
        let mut found = self.places.step(&ends, b';');
        found.append(&mut self.places.step(&ends, b'}'));
        if found.is_empty() { ends } else { found }
    }

    /// Adds the characters whose codes can be read behind the given letters. A code of the length 0 has any number of digits.
    fn numbers(&mut self, from: Vec<Letter>, radix: u32, length: usize) {
        let places = self.places;
        let mut found: Vec<_> = from.into_iter().map(|letter| (0, letter)).collect();
        let mut digits = 0;
        while !found.is_empty() {
            let mut longer: Vec<(u32, Letter)> = Vec::new();
            for (code, last) in found {
                let letters = if length > 0 && length == digits { &[] } else { places.at(last.to) };
                let mut is_over = letters.is_empty();
                for letter in letters {
                    count_step();
                    let Some(digit) = char::from(letter.byte).to_digit(radix) else {
                        is_over = true;
                        continue;
                    };
                    let code = MAX_CODE.min(code * radix + digit);
                    if longer.iter().all(|(other, end)| (*other, end.to) != (code, letter.to)) {
                        longer.push((code, *letter));
                    }
                }
                if is_over && digits >= length.max(1) {
                    let ends = if length == 0 { self.behind(vec![last]) } else { vec![last] };
                    for end in ends {
                        self.add(character(code), end);
                    }
                }
            }
            found = longer;
            digits += 1;
        }
    }

    /// Adds a character, of whose escape this is the last letter.
    fn add(&mut self, character: Option<u8>, last: Letter) {
        let Some(byte) = character else { return };
        let letter = Letter { byte, from: self.from, to: last.to, start: self.start, end: last.end };
        if self.places.add(self.letters, letter) {
            self.open_with(letter);
        }
    }

    /// Has a letter looked at that may begin an escape.
    fn open_with(&mut self, letter: Letter) {
        if self.open.len() < MAX_OPENERS && matches!(letter.byte, b'%' | b'&' | b'\\' | b'=') {
            self.open.push(letter);
        }
    }
}
