//! The cursor: a position in JSON text, which it validates as it advances.

use super::syntax::SyntaxError;
use super::text::Text;

/// A position in JSON text.
#[derive(Debug, Clone)]
pub struct Cursor<'a> {
    text: &'a str,
    pub(super) at: usize,
}

impl<'a> Cursor<'a> {
    /// Starts at the beginning of the text.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Returns the next byte that is not white space, or 0 at the end.
    pub fn peek(&mut self) -> u8 {
        loop {
            let byte = self.byte();
            if !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                return byte;
            }
            self.at += 1;
        }
    }

    /// Returns the offset in bytes.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// Returns the text from an earlier offset to here.
    #[must_use]
    #[inline(never)]
    pub fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    /// Skips white space and takes that byte.
    ///
    /// # Errors
    /// If the next byte is different.
    #[inline(always)]
    pub fn take(&mut self, byte: u8) -> Result<(), SyntaxError> {
        if self.peek() == byte {
            self.at += 1;
            return Ok(());
        }
        self.malformed()
    }

    /// Enters the array or object whose bracket [`peek`](Self::peek) found. Returns `false`, and closes it, if empty.
    #[inline(always)]
    pub fn enter(&mut self, close: u8) -> bool {
        self.at += 1;
        let more = self.peek() != close;
        if !more {
            self.at += 1;
        }
        more
    }

    /// Moves to the next element. Returns `false` at the end of the array or object.
    ///
    /// # Errors
    /// If neither a comma nor the closing byte follows.
    pub fn next(&mut self, close: u8) -> Result<bool, SyntaxError> {
        match self.peek() {
            b',' => {
                self.at += 1;
                Ok(true)
            }
            byte if byte == close => {
                self.at += 1;
                Ok(false)
            }
            _ => self.malformed(),
        }
    }

    /// Reads a key and its colon.
    ///
    /// # Errors
    /// If no string and colon follow.
    pub fn key(&mut self) -> Result<Text<'a>, SyntaxError> {
        let key = self.string()?;
        self.take(b':')?;
        Ok(key)
    }

    /// Reads a string.
    ///
    /// # Errors
    /// If no well-formed string follows.
    pub fn string(&mut self) -> Result<Text<'a>, SyntaxError> {
        self.take(b'"')?;
        let start = self.at;
        let (mut escaped, mut has_units) = (false, false);
        loop {
            // Reads eight bytes at a time: most of the text is in long plain strings.
            while let Some(eight) = self.text.as_bytes().get(self.at..).and_then(<[u8]>::first_chunk)
                && is_plain(*eight)
            {
                self.at += 8;
            }
            while !matches!(self.byte(), b'"' | b'\\' | 0..0x20) {
                self.at += 1;
            }
            match self.byte() {
                b'"' => {
                    let raw = self.since(start);
                    self.at += 1;
                    return Ok(Text { raw, escaped, has_units });
                }
                b'\\' => {
                    escaped = true;
                    has_units |= self.escape()?;
                }
                _ => return self.malformed(),
            }
        }
    }

    /// Reads a number, Boolean, or null, and returns its text.
    ///
    /// # Errors
    /// If no such value follows.
    #[inline(never)]
    pub fn scalar(&mut self) -> Result<&'a str, SyntaxError> {
        let first = self.peek();
        let start = self.at;
        match first {
            _ if !SyntaxError::IS_POSSIBLE => {
                while matches!(self.byte(), b'+' | b'-' | b'.' | b'0'..=b'9' | b'E' | b'a'..=b'z') {
                    self.at += 1;
                }
            }
            b't' => self.word("true")?,
            b'f' => self.word("false")?,
            b'n' => self.word("null")?,
            _ => self.number()?,
        }
        Ok(self.since(start))
    }

    /// Checks that only white space follows.
    ///
    /// # Errors
    /// If other text follows.
    pub fn end(&mut self) -> Result<(), SyntaxError> {
        self.peek();
        if self.at == self.text.len() { Ok(()) } else { self.malformed() }
    }

    #[inline(always)]
    fn byte(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or_default()
    }

    pub(super) fn malformed<T>(&self) -> Result<T, SyntaxError> {
        SyntaxError::found(self.at)
    }

    fn word(&mut self, word: &str) -> Result<(), SyntaxError> {
        let end = self.at + word.len();
        if self.text.get(self.at..end) == Some(word) {
            self.at = end;
            return Ok(());
        }
        self.malformed()
    }

    /// Reads an escape. Returns true if it is a UTF-16 unit.
    fn escape(&mut self) -> Result<bool, SyntaxError> {
        self.at += 1;
        match self.byte() {
            byte if !SyntaxError::IS_POSSIBLE => {
                self.at += 1;
                Ok(byte == b'u')
            }
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => {
                self.at += 1;
                Ok(false)
            }
            b'u' => {
                self.at += 1;
                for _ in 0..4 {
                    if !self.byte().is_ascii_hexdigit() {
                        return self.malformed();
                    }
                    self.at += 1;
                }
                Ok(true)
            }
            _ => self.malformed(),
        }
    }

    fn number(&mut self) -> Result<(), SyntaxError> {
        if self.byte() == b'-' {
            self.at += 1;
        }
        if self.byte() == b'0' {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.byte() == b'.' {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.byte(), b'e' | b'E') {
            self.at += 1;
            if matches!(self.byte(), b'+' | b'-') {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<(), SyntaxError> {
        let start = self.at;
        while self.byte().is_ascii_digit() {
            self.at += 1;
        }
        if self.at == start { self.malformed() } else { Ok(()) }
    }
}

/// Returns true if none of eight bytes ends a string, begins an escape, or is a control character.
fn is_plain(bytes: [u8; 8]) -> bool {
    const EACH: u64 = u64::MAX / 255;
    let word = u64::from_le_bytes(bytes);
    // Sets the highest bit of each byte below `bound`. A borrow sets an extra bit only above a correct one.
    let below = |word: u64, bound: u64| word.wrapping_sub(EACH * bound) & !word;
    let quote = word ^ (EACH * u64::from(b'"'));
    let backslash = word ^ (EACH * u64::from(b'\\'));
    (below(word, 0x20) | below(quote, 1) | below(backslash, 1)) & EACH << 7 == 0
}
