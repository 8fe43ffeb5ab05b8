//! Reads a whole value of any depth.

use super::cursor::Cursor;
use super::syntax::{Malformed, SyntaxError};

/// The maximum nesting of parameters. Deeper ones are refused, so that they do not exhaust the stack.
pub const MAX_DEPTH: usize = 64;

impl<'a> Cursor<'a> {
    /// Reads a whole value of any type and depth, and returns its text.
    ///
    /// # Errors
    /// If no well-formed value follows.
    pub fn value(&mut self) -> Result<&'a str, Malformed> {
        self.value_within(usize::MAX)
    }

    /// Reads a whole value of any type at that depth, and returns its text.
    ///
    /// # Errors
    /// If no well-formed value follows, or it is nested deeper than [`MAX_DEPTH`].
    pub fn value_at(&mut self, depth: usize) -> Result<&'a str, Malformed> {
        self.value_within(MAX_DEPTH.checked_sub(depth).ok_or(Malformed::TooDeep)?)
    }

    /// Reads a whole value with at most this many levels. Not recursive, because the sender chooses the depth.
    #[inline(never)]
    fn value_within(&mut self, levels: usize) -> Result<&'a str, Malformed> {
        if !SyntaxError::IS_POSSIBLE {
            return self.trusted_value(levels);
        }
        self.peek();
        let start = self.at;
        let mut closing_brackets = Vec::new();
        loop {
            if closing_brackets.len() > levels {
                return Err(Malformed::TooDeep);
            }
            if closing_brackets.last() == Some(&b'}') {
                self.key()?;
            }
            match self.peek() {
                b'"' => drop(self.string()?),
                bracket @ (b'{' | b'[') => {
                    let close = if bracket == b'{' { b'}' } else { b']' };
                    if self.enter(close) {
                        closing_brackets.push(close);
                        continue;
                    }
                }
                _ => drop(self.scalar()?),
            }
            while let Some(close) = closing_brackets.last()
                && !self.next(*close)?
            {
                closing_brackets.pop();
            }
            if closing_brackets.is_empty() {
                return Ok(self.since(start));
            }
        }
    }

    /// Does the same for text that is known to be JSON, where it is enough to count brackets.
    fn trusted_value(&mut self, levels: usize) -> Result<&'a str, Malformed> {
        self.peek();
        let start = self.at;
        let mut depth = 0;
        loop {
            match self.peek() {
                b',' | b':' if depth > 0 => self.at += 1,
                b'}' | b']' if depth > 0 => {
                    self.at += 1;
                    depth -= 1;
                }
                _ if depth > levels => return Err(Malformed::TooDeep),
                b'{' | b'[' => {
                    self.at += 1;
                    depth += 1;
                }
                b'"' => drop(self.string()?),
                _ if self.scalar()?.is_empty() => return Ok(self.malformed()?),
                _ => {}
            }
            if depth == 0 {
                return Ok(self.since(start));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Cursor, Malformed};

    #[test]
    fn trusted_text_is_read_as_other_text() {
        let texts = [
            "1",
            " [ ] x",
            "{\"a\" : [1, -2.5e3, {}, \"]\", null], \"b}\":{\"c\\\"\":[[]]} } ,2",
            "[[[1],[[]]],{}]",
            "\"a\",\"b\"",
            "true,[",
        ];
        for text in texts {
            for levels in 0..5 {
                let (mut strict, mut trusting) = (Cursor::new(text), Cursor::new(text));
                let expected = strict.value_within(levels);
                assert_eq!(trusting.trusted_value(levels), expected, "{text} {levels}");
                assert!(expected.is_err() || strict.at() == trusting.at(), "{text}");
            }
        }
        assert_eq!(Cursor::new("[[[]]]").trusted_value(1), Err(Malformed::TooDeep));
        for text in ["", "[", "{\"a\"", "]", ",1", "[&]"] {
            assert!(matches!(Cursor::new(text).trusted_value(9), Err(Malformed::Syntax(_))), "{text}");
        }
    }
}
