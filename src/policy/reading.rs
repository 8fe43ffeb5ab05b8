//! Reads a text in every way in which its escapes and base64 may be decoded.
//!
//! A text is read from place to place. At each place stand the letters that can be read there: `%253A` begins with a
//! percent sign of one character, one of three, and a colon of five. The text does not say which of them was meant, so
//! `redact` looks for the token in all readings, and finds it in whatever order escapes are nested. That takes linear time,
//! since a place keeps only so many letters. Escapes nested three deep need fewer.

use super::escapes::{add_escapes, character};
use super::letters::{Letter, Places, count_step};

/// How many digits of base64 are stored for a place: those that escapes represent, and others.
pub(crate) const MAX_ESCAPED: usize = 16;
pub(crate) const MAX_PLAIN: usize = 6;

/// The letters of a text and of its escapes.
pub(super) fn read(text: &str) -> Places {
    let mut plain = Vec::new();
    for (start, byte) in text.bytes().enumerate() {
        if matches!(byte, b' '..=b'~') {
            let from = plain.len();
            plain.push(Letter { byte, from, to: from + 1, start, end: start + 1 });
        }
    }
    let mut places = Places::empty(plain.len());
    while let Some(letter) = plain.pop() {
        set(&mut places, letter.from, vec![letter]);
    }
    places
}

/// What base64 represents, in the standard or the URL-safe alphabet, whichever letter begins a group of four.
pub(super) fn read_base64(places: &Places) -> Places {
    let mut digits = Places::empty(places.len());
    for index in 0..places.len() {
        digits.set(index, base64_digits(places.at(index)));
    }
    // Each place becomes three: in front of the byte that begins in the first, the second or the third digit of a group.
    let mut decoded = Places::empty(3 * places.len());
    for from in (0..decoded.len()).rev() {
        let byte = from % 3;
        let mut letters = Vec::new();
        for first in digits.at(from / 3) {
            for second in digits.at(first.to) {
                count_step();
                let bits = (six_bits(first.byte) << 6 | six_bits(second.byte)) >> (4 - 2 * byte) & 0xff;
                let to = if byte < 2 { 3 * first.to + byte + 1 } else { 3 * second.to };
                // Not the bytes above ASCII, which most misreadings have.
                if let Some(byte) = character(bits).filter(|_| bits < 0x7f) {
                    decoded.add(&mut letters, Letter { byte, from, to, start: first.start, end: second.end });
                }
            }
        }
        set(&mut decoded, from, letters);
    }
    decoded
}

/// Sets the letters of a place, with its escapes. Later places are set already: they may write parts of an escape.
fn set(places: &mut Places, index: usize, mut letters: Vec<Letter>) {
    add_escapes(places, index, &mut letters);
    places.set(index, letters);
}

/// The letters of a place that are digits of base64.
fn base64_digits(letters: &[Letter]) -> Vec<Letter> {
    let (mut digits, mut plain) = (Vec::new(), Vec::new());
    for letter in letters {
        if !letter.byte.is_ascii_alphanumeric() && !matches!(letter.byte, b'+' | b'-' | b'/' | b'_') {
            continue;
        }
        let is_escape = letter.to > letter.from + 1;
        let (some, most) = if is_escape { (&mut digits, MAX_ESCAPED) } else { (&mut plain, MAX_PLAIN) };
        if some.len() < most {
            some.push(*letter);
        }
    }
    digits.append(&mut plain);
    digits
}

fn six_bits(digit: u8) -> u32 {
    let bits = match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'+' | b'-' => 62,
        _ => 63,
    };
    bits.into()
}
