//! The files of a request, which strings represent in its parameters.

use super::json;

/// The files of the parameters. Strings `{prefix}-{index}` represent them, `{prefix}!{what}` represents a value that
/// JSON does not support, and `{prefix}?{index}` one that is not checked. They are compared in their JSON form.
#[derive(Debug, Clone, Copy, Default)]
pub struct Attachments<'a> {
    /// The prefix of the strings in its JSON form. Empty if no string represents anything.
    pub prefix: &'a str,
    /// Sizes in bytes, each followed by a comma. An unknown size is empty.
    pub sizes: &'a str,
}

impl Attachments<'_> {
    /// Returns the index of the file that a string represents.
    #[must_use]
    pub fn index(&self, text: &str) -> Option<usize> {
        usize::try_from(self.file(text)?.0).ok()
    }

    /// Returns the size of the file that a string represents, if it is known.
    pub(super) fn size(&self, text: &str) -> Option<i64> {
        json::natural(self.file(text)?.1)
    }

    /// Returns true if a string represents a file.
    pub(super) fn has(&self, text: &str) -> bool {
        self.file(text).is_some()
    }

    /// Returns the index of the file that a string represents, and the text of its size.
    #[inline(never)]
    fn file(&self, text: &str) -> Option<(i64, &[u8])> {
        let index = json::natural(self.stand_in(text)?.strip_prefix('-')?.as_bytes())?;
        let mut rest = self.sizes.as_bytes();
        for _ in 0..index {
            rest = rest.get(end_of_size(rest)? + 1..)?;
        }
        Some((index, rest.get(..end_of_size(rest)?)?))
    }

    /// Returns the name of the unsupported value that a string represents.
    #[inline(never)]
    pub(super) fn unfit<'t>(&self, text: &'t str) -> Option<&'t str> {
        self.stand_in(text)?.strip_prefix('!')
    }

    /// Returns true if a string represents a value that is not checked.
    pub(super) fn is_unchecked(&self, text: &str) -> bool {
        self.stand_in(text).is_some_and(|rest| rest.as_bytes().first() == Some(&b'?'))
    }

    /// Returns true if no string represents anything.
    #[inline(always)]
    pub(super) fn are_none(&self) -> bool {
        self.prefix.is_empty()
    }

    /// Returns the part of such a string after the prefix.
    fn stand_in<'t>(&self, text: &'t str) -> Option<&'t str> {
        if self.are_none() { None } else { text.strip_prefix(self.prefix) }
    }
}

fn end_of_size(sizes: &[u8]) -> Option<usize> {
    sizes.iter().position(|byte| *byte == b',')
}
