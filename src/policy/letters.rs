//! The letters of a text, which is read from place to place.

use std::ops::Range;

/// A visible ASCII character or a space.
///
/// All other characters are left out: no token holds one, and a token is still readable with characters of no width,
/// line breaks or the NULs of UTF-16 in it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Letter {
    pub byte: u8,
    /// The places in front of it and behind it.
    pub from: usize,
    pub to: usize,
    /// The bytes of the text that write it.
    pub start: usize,
    pub end: usize,
}

impl Letter {
    pub fn is(&self, byte: u8) -> bool {
        count_step();
        self.byte.eq_ignore_ascii_case(&byte)
    }
}

/// The letters that can be read at each place. Those that begin at a later place are read there: what is between is left
/// out.
#[derive(Debug)]
pub(super) struct Places {
    letters: Vec<Letter>,
    ranges: Vec<Range<usize>>,
}

/// How many letters are stored for a place, and how many of them for the same character. Usual are one to three.
pub(crate) const MAX_LETTERS: usize = 256;
pub(crate) const MAX_SAME: usize = 8;

impl Places {
    pub fn empty(length: usize) -> Self {
        Self { letters: Vec::new(), ranges: vec![0..0; length] }
    }

    /// Sets the letters of a place.
    pub fn set(&mut self, index: usize, letters: Vec<Letter>) {
        let start = self.letters.len();
        self.letters.extend(letters);
        if let Some(range) = self.ranges.get_mut(index) {
            *range = start..self.letters.len();
        }
    }

    /// The letters at a place.
    pub fn at(&self, index: usize) -> &[Letter] {
        self.ranges.get(index).and_then(|range| self.letters.get(range.clone())).unwrap_or_default()
    }

    pub fn len(&self) -> usize {
        self.ranges.len()
    }

    /// All letters, each once.
    pub fn own(&self) -> Vec<Letter> {
        let mut own = Vec::new();
        for from in 0..self.len() {
            for letter in self.at(from) {
                if letter.from == from {
                    own.push(*letter);
                }
            }
        }
        own
    }

    /// The letters with a character that can be read behind the given ones, one for each place behind them.
    pub fn step(&self, from: &[Letter], byte: u8) -> Vec<Letter> {
        let mut ends: Vec<Letter> = Vec::new();
        for before in from {
            for letter in self.at(before.to) {
                if letter.is(byte) && ends.iter().all(|end| end.to != letter.to) {
                    ends.push(*letter);
                }
            }
        }
        ends
    }

    /// The last letters of a text that can be read behind a letter; that one if the text is empty.
    pub fn walk(&self, from: Letter, text: &[u8]) -> Vec<Letter> {
        let mut ends = vec![from];
        for byte in text {
            ends = self.step(&ends, *byte);
        }
        ends
    }

    /// Adds a letter to others of its place, or those behind it if its character is left out, which is NUL. Whether it was
    /// added.
    pub fn add(&self, letters: &mut Vec<Letter>, letter: Letter) -> bool {
        if letter.byte == 0 {
            for behind in self.at(letter.to) {
                insert(letters, *behind);
            }
            return false;
        }
        insert(letters, letter)
    }
}

/// If there are too many letters already, the longest replaces another one.
fn insert(letters: &mut Vec<Letter>, letter: Letter) -> bool {
    let mut same = 0;
    for other in &mut *letters {
        count_step();
        if other.byte != letter.byte {
            continue;
        }
        if other.to == letter.to {
            return false;
        }
        same += 1;
        if same == MAX_SAME {
            let is_longer = letter.to > other.to;
            if is_longer {
                *other = letter;
            }
            return is_longer;
        }
    }
    let is_new = letters.len() < MAX_LETTERS;
    if is_new {
        letters.push(letter);
    }
    is_new
}

/// Counts in tests how often a letter is looked at, so that they see that the time is linear.
pub(super) fn count_step() {
    #[cfg(test)]
    STEPS.set(STEPS.get() + 1);
}

#[cfg(test)]
std::thread_local! {
    pub(super) static STEPS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

#[cfg(test)]
mod tests {
    use super::{Letter, MAX_LETTERS, MAX_SAME, Places};

    fn letter(byte: u8, to: usize) -> Letter {
        Letter { byte, from: 0, to, start: 0, end: to }
    }

    /// The ends of those of the letters that are stored.
    fn kept(letters: &[Letter]) -> Vec<usize> {
        let places = Places::empty(0);
        let mut kept = Vec::new();
        for letter in letters {
            places.add(&mut kept, *letter);
        }
        kept.iter().map(|letter| letter.to).collect()
    }

    #[test]
    fn of_one_character_the_first_letters_and_the_longest_are_kept() {
        let mut ends: Vec<usize> = (1..MAX_SAME).collect();
        for longest in [60, 70, 65, 70] {
            ends.push(longest);
        }
        let letters: Vec<Letter> = ends.iter().map(|end| letter(b'a', *end)).collect();
        let mut expected: Vec<usize> = (1..MAX_SAME).collect();
        expected.push(70);
        assert_eq!(kept(&letters), expected);
    }

    #[test]
    fn so_many_letters_are_kept_of_a_place() {
        let letters: Vec<Letter> = (b' '..=b'~').flat_map(|byte| [1, 2, 3].map(|end| letter(byte, end))).collect();
        assert!(letters.len() > MAX_LETTERS);
        assert_eq!(kept(&letters).len(), MAX_LETTERS);
    }
}
