//! The files of a request, which stand in its parameters as strings.

use super::json;

/// The files that were taken out of the parameters: the strings `{prefix}-{index}` represent them,
/// and `{prefix}!{what}` for a value that JSON cannot hold. They are compared as they stand in JSON text.
#[derive(Debug, Clone, Copy, Default)]
pub struct Attachments<'a> {
    /// What the strings start with, as it stands in JSON text; empty where there are none.
    pub prefix: &'a str,
    /// Sizes in bytes, a comma behind each; nothing before the comma where it is unknown.
    pub sizes: &'a str,
}

impl Attachments<'_> {
    /// The index of the file that a string represents.
    #[must_use]
    pub fn index(&self, text: &str) -> Option<usize> {
        usize::try_from(self.file(text)?.0).ok()
    }

    /// The size of the file that a string represents, where it is known.
    pub(super) fn size(&self, text: &str) -> Option<i64> {
        json::natural(self.file(text)?.1)
    }

    /// Whether a string represents a file.
    pub(super) fn has(&self, text: &str) -> bool {
        self.file(text).is_some()
    }

    /// The index of the file that a string represents, and the size as it is written.
    #[inline(never)]
    fn file(&self, text: &str) -> Option<(i64, &[u8])> {
        let index = json::natural(self.stand_in(text)?.strip_prefix('-')?.as_bytes())?;
        let mut rest = self.sizes.as_bytes();
        for _ in 0..index {
            rest = rest.get(end_of_size(rest)? + 1..)?;
        }
        Some((index, rest.get(..end_of_size(rest)?)?))
    }

    /// What a string represents that is not text.
    #[inline(never)]
    pub(super) fn unfit<'t>(&self, text: &'t str) -> Option<&'t str> {
        self.stand_in(text)?.strip_prefix('!')
    }

    /// Whether there are neither files nor values that JSON cannot hold.
    #[inline(always)]
    pub(super) fn are_none(&self) -> bool {
        self.prefix.is_empty()
    }

    /// What follows the prefix in a string that represents something.
    fn stand_in<'t>(&self, text: &'t str) -> Option<&'t str> {
        if self.are_none() { None } else { text.strip_prefix(self.prefix) }
    }
}

fn end_of_size(sizes: &[u8]) -> Option<usize> {
    sizes.iter().position(|byte| *byte == b',')
}
