//! A cursor over JSON text that validates as it goes and hands out slices, never a tree.

use std::borrow::Cow;

/// Values nest at most this deep; a deeper one is refused instead of exhausting the stack.
pub const MAX_DEPTH: usize = 64;

/// What is wrong with the text, and at which byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Malformed {
    /// Offset in bytes of the fault.
    pub at: usize,
    /// Whether the text is JSON, but nested deeper than [`MAX_DEPTH`].
    pub too_deep: bool,
}

/// The six kinds of JSON values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean,
    /// A number.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

/// The type of a value, told by its first byte.
#[must_use]
pub fn type_of(value: &str) -> Type {
    match value.bytes().next() {
        Some(b'"') => Type::String,
        Some(b'{') => Type::Object,
        Some(b'[') => Type::Array,
        Some(b't' | b'f') => Type::Boolean,
        Some(b'n') => Type::Null,
        _ => Type::Number,
    }
}

/// A position in JSON text.
#[derive(Debug, Clone)]
pub struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    /// At the start of the text.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The next byte that is not white space.
    pub fn peek(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.byte() {
            self.at += 1;
        }
        self.byte()
    }

    /// Offset in bytes.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// The text from an earlier offset to here.
    #[must_use]
    pub fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    /// Takes that byte, after white space.
    ///
    /// # Errors
    /// When another byte comes.
    pub fn take(&mut self, byte: u8) -> Result<(), Malformed> {
        if self.peek() == Some(byte) {
            self.at += 1;
            return Ok(());
        }
        Err(self.malformed())
    }

    /// Opens an array or object; `false` when it is empty and closed already.
    ///
    /// # Errors
    /// When another byte comes.
    pub fn open(&mut self, open: u8, close: u8) -> Result<bool, Malformed> {
        self.take(open)?;
        let more = self.peek() != Some(close);
        if !more {
            self.at += 1;
        }
        Ok(more)
    }

    /// Goes to the next element; `false` when the array or object is closed.
    ///
    /// # Errors
    /// When neither a comma nor the closing byte comes.
    pub fn next(&mut self, close: u8) -> Result<bool, Malformed> {
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                Ok(true)
            }
            Some(byte) if byte == close => {
                self.at += 1;
                Ok(false)
            }
            _ => Err(self.malformed()),
        }
    }

    /// A key and its colon.
    ///
    /// # Errors
    /// When no string and colon come.
    pub fn key(&mut self) -> Result<Text<'a>, Malformed> {
        let key = self.string()?;
        self.take(b':')?;
        Ok(key)
    }

    /// A string.
    ///
    /// # Errors
    /// When no well-formed string comes.
    pub fn string(&mut self) -> Result<Text<'a>, Malformed> {
        self.take(b'"')?;
        let start = self.at;
        let mut escaped = false;
        loop {
            let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
            let plain = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20));
            self.at += plain.unwrap_or(rest.len());
            match self.byte() {
                Some(b'"') => {
                    let raw = self.since(start);
                    self.at += 1;
                    return Ok(Text { raw, escaped });
                }
                Some(b'\\') => {
                    escaped = true;
                    self.escape()?;
                }
                _ => return Err(self.malformed()),
            }
        }
    }

    /// A whole value of any type, as its text.
    ///
    /// # Errors
    /// When no well-formed value comes, or one nested deeper than [`MAX_DEPTH`].
    pub fn value(&mut self, depth: usize) -> Result<&'a str, Malformed> {
        let first = self.peek();
        let start = self.at;
        if depth > MAX_DEPTH {
            return Err(Malformed { at: self.at, too_deep: true });
        }
        match first {
            Some(b'"') => {
                self.string()?;
            }
            Some(b'{') => {
                let mut more = self.open(b'{', b'}')?;
                while more {
                    self.key()?;
                    self.value(depth + 1)?;
                    more = self.next(b'}')?;
                }
            }
            Some(b'[') => {
                let mut more = self.open(b'[', b']')?;
                while more {
                    self.value(depth + 1)?;
                    more = self.next(b']')?;
                }
            }
            Some(b't') => self.word("true")?,
            Some(b'f') => self.word("false")?,
            Some(b'n') => self.word("null")?,
            _ => self.number()?,
        }
        Ok(self.since(start))
    }

    /// Nothing but white space is left.
    ///
    /// # Errors
    /// When something is left.
    pub fn end(&mut self) -> Result<(), Malformed> {
        if self.peek().is_none() { Ok(()) } else { Err(self.malformed()) }
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn malformed(&self) -> Malformed {
        Malformed { at: self.at, too_deep: false }
    }

    fn word(&mut self, word: &str) -> Result<(), Malformed> {
        let end = self.at + word.len();
        if self.text.get(self.at..end) == Some(word) {
            self.at = end;
            return Ok(());
        }
        Err(self.malformed())
    }

    fn escape(&mut self) -> Result<(), Malformed> {
        self.at += 1;
        match self.byte() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.at += 1,
            Some(b'u') => {
                self.at += 1;
                for _ in 0..4 {
                    if !self.byte().is_some_and(|byte| byte.is_ascii_hexdigit()) {
                        return Err(self.malformed());
                    }
                    self.at += 1;
                }
            }
            _ => return Err(self.malformed()),
        }
        Ok(())
    }

    fn number(&mut self) -> Result<(), Malformed> {
        if self.byte() == Some(b'-') {
            self.at += 1;
        }
        if self.byte() == Some(b'0') {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.byte() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.byte() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.byte() {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<(), Malformed> {
        let start = self.at;
        while self.byte().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at == start { Err(self.malformed()) } else { Ok(()) }
    }
}

/// A string as it stands in the text, between its quotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text<'a> {
    raw: &'a str,
    escaped: bool,
}

impl<'a> Text<'a> {
    /// The text between the quotes, escapes and all.
    #[must_use]
    pub fn raw(self) -> &'a str {
        self.raw
    }

    /// The string as JSON text, quotes included.
    #[must_use]
    pub fn quoted(self) -> String {
        let mut quoted = String::with_capacity(self.raw.len() + 2);
        quoted.push('"');
        quoted.push_str(self.raw);
        quoted.push('"');
        quoted
    }

    /// The string. A lone surrogate becomes U+FFFD; [`Text::is_unicode`] tells.
    #[must_use]
    pub fn decode(self) -> Cow<'a, str> {
        if !self.escaped {
            return Cow::Borrowed(self.raw);
        }
        let mut decoded = String::with_capacity(self.raw.len());
        unescape(self.raw, |unit| decoded.push(unit.unwrap_or(char::REPLACEMENT_CHARACTER)));
        Cow::Owned(decoded)
    }

    /// Whether every surrogate has its pair, so that the string has a UTF-8 form.
    #[must_use]
    pub fn is_unicode(self) -> bool {
        let mut whole = true;
        if self.escaped {
            unescape(self.raw, |unit| whole &= unit.is_some());
        }
        whole
    }
}

impl PartialEq<str> for Text<'_> {
    fn eq(&self, other: &str) -> bool {
        if self.escaped { self.decode() == other } else { self.raw == other }
    }
}

/// Hands out the characters of a validated string; `None` for a lone surrogate.
fn unescape(raw: &str, mut each: impl FnMut(Option<char>)) {
    let mut letters = raw.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            each(Some(letter));
            continue;
        }
        match letters.next() {
            Some('u') => {
                let unit = hex(&mut letters);
                let pair = (0xD800..0xDC00).contains(&unit).then(|| {
                    let mut ahead = letters.clone();
                    if (ahead.next(), ahead.next()) != (Some('\\'), Some('u')) {
                        return None;
                    }
                    let low = hex(&mut ahead);
                    (0xDC00..0xE000).contains(&low).then_some((ahead, low))
                });
                if let Some(Some((after, low))) = pair {
                    letters = after;
                    each(char::from_u32(0x1_0000 + ((unit - 0xD800) << 10) + (low - 0xDC00)));
                } else {
                    each(char::from_u32(unit));
                }
            }
            Some('b') => each(Some('\u{8}')),
            Some('f') => each(Some('\u{c}')),
            Some('n') => each(Some('\n')),
            Some('r') => each(Some('\r')),
            Some('t') => each(Some('\t')),
            other => each(other),
        }
    }
}

fn hex(letters: &mut std::str::Chars<'_>) -> u32 {
    (0..4).fold(0, |unit, _| unit * 16 + letters.next().and_then(|digit| digit.to_digit(16)).unwrap_or_default())
}

/// The members of an object, in order, as keys and the texts of their values.
pub fn members(object: &str) -> impl Iterator<Item = (Text<'_>, &str)> {
    let mut cursor = Cursor::new(object);
    let mut more = cursor.open(b'{', b'}').unwrap_or(false);
    std::iter::from_fn(move || {
        if !more {
            return None;
        }
        let member = (cursor.key().ok()?, cursor.value(0).ok()?);
        more = cursor.next(b'}').unwrap_or(false);
        Some(member)
    })
}

/// The items of an array, in order, as their texts.
pub fn items(array: &str) -> impl Iterator<Item = &str> {
    let mut cursor = Cursor::new(array);
    let mut more = cursor.open(b'[', b']').unwrap_or(false);
    std::iter::from_fn(move || {
        if !more {
            return None;
        }
        let item = cursor.value(0).ok()?;
        more = cursor.next(b']').unwrap_or(false);
        Some(item)
    })
}

/// The text of the member of that name, the last one where a name comes twice.
#[must_use]
pub fn member<'a>(object: &'a str, name: &str) -> Option<&'a str> {
    members(object).filter(|(key, _)| key == name).map(|(_, value)| value).last()
}

/// The string that a text of type string holds.
#[must_use]
pub fn text(value: &str) -> Option<Text<'_>> {
    Cursor::new(value).string().ok()
}

/// The string as JSON text, quotes included.
#[must_use]
pub fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\u{0}'..='\u{1f}' => {
                let code = u32::from(letter);
                quoted.push_str("\\u00");
                quoted.extend([code >> 4, code & 15].map(|digit| char::from_digit(digit, 16).unwrap_or('0')));
            }
            _ => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
