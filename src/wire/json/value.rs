//! Reads a whole value of any depth.

use super::cursor::Cursor;
use super::syntax::SyntaxError;

/// The maximum nesting of parameters. Deeper ones are refused, so that they do not exhaust the stack.
pub const MAX_DEPTH: usize = 64;

impl<'a> Cursor<'a> {
    /// Reads a whole value of any type, and returns its text. Not recursive, because the sender chooses the depth.
    ///
    /// # Errors
    /// If no well-formed value follows.
    #[inline(never)]
    pub fn value(&mut self) -> Result<&'a str, SyntaxError> {
        if !SyntaxError::IS_POSSIBLE {
            return self.trusted_value();
        }
        self.peek();
        let start = self.at;
        let mut closing_brackets = Vec::new();
        loop {
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
    fn trusted_value(&mut self) -> Result<&'a str, SyntaxError> {
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
                b'{' | b'[' => {
                    self.at += 1;
                    depth += 1;
                }
                b'"' => drop(self.string()?),
                _ if self.scalar()?.is_empty() => return self.malformed(),
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
    use super::Cursor;

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
            let (mut strict, mut trusting) = (Cursor::new(text), Cursor::new(text));
            let expected = strict.value();
            assert_eq!(trusting.trusted_value(), expected, "{text}");
            assert!(expected.is_err() || strict.at() == trusting.at(), "{text}");
        }
        for text in ["", "[", "{\"a\"", "]", ",1", "[&]"] {
            assert!(Cursor::new(text).trusted_value().is_err(), "{text}");
        }
    }
}
