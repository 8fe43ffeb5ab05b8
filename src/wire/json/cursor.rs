//! The cursor: a position in JSON text, which is validated as it goes.

use super::syntax::SyntaxError;
use super::text::Text;

/// A position in JSON text.
#[derive(Debug, Clone)]
pub struct Cursor<'a> {
    text: &'a str,
    pub(super) at: usize,
}

impl<'a> Cursor<'a> {
    /// At the start of the text.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The next byte that is not white space; 0, which stands nowhere in JSON, at the end.
    pub fn peek(&mut self) -> u8 {
        loop {
            let byte = self.byte();
            if !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                return byte;
            }
            self.at += 1;
        }
    }

    /// Offset in bytes.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// The text from an earlier offset to here.
    #[must_use]
    #[inline(never)]
    pub fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    /// Takes that byte, after white space.
    ///
    /// # Errors
    /// When another byte comes.
    #[inline(always)]
    pub fn take(&mut self, byte: u8) -> Result<(), SyntaxError> {
        if self.peek() == byte {
            self.at += 1;
            return Ok(());
        }
        self.malformed()
    }

    /// Goes into the array or object whose bracket [`peek`](Self::peek) has seen; `false` when it is empty and closed already.
    #[inline(always)]
    pub fn enter(&mut self, close: u8) -> bool {
        self.at += 1;
        let more = self.peek() != close;
        if !more {
            self.at += 1;
        }
        more
    }

    /// Goes to the next element; `false` when the array or object is closed.
    ///
    /// # Errors
    /// When neither a comma nor the closing byte comes.
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

    /// A key and its colon.
    ///
    /// # Errors
    /// When no string and colon come.
    pub fn key(&mut self) -> Result<Text<'a>, SyntaxError> {
        let key = self.string()?;
        self.take(b':')?;
        Ok(key)
    }

    /// A string.
    ///
    /// # Errors
    /// When no well-formed string comes.
    pub fn string(&mut self) -> Result<Text<'a>, SyntaxError> {
        self.take(b'"')?;
        let start = self.at;
        let (mut escaped, mut has_units) = (false, false);
        loop {
            // Eight bytes at a time: most of what is checked are long plain texts.
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

    /// A whole number, Boolean or null, as its text.
    ///
    /// # Errors
    /// When none comes.
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

    /// Nothing but white space is left.
    ///
    /// # Errors
    /// When something is left.
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

    /// Whether it is a UTF-16 unit.
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

/// Whether no byte of eight ends a string, begins an escape or is a control character.
fn is_plain(bytes: [u8; 8]) -> bool {
    const EACH: u64 = u64::MAX / 255;
    let word = u64::from_le_bytes(bytes);
    // The highest bit of each byte below `bound`; a borrow makes one too many only above one that is right.
    let below = |word: u64, bound: u64| word.wrapping_sub(EACH * bound) & !word;
    let quote = word ^ (EACH * u64::from(b'"'));
    let backslash = word ^ (EACH * u64::from(b'\\'));
    (below(word, 0x20) | below(quote, 1) | below(backslash, 1)) & EACH << 7 == 0
}
