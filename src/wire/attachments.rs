//! The files of a request, which stand in its parameters as strings.

use super::json;

/// The files that were taken out of the parameters: the strings `{prefix}-{index}` stand for them,
/// and `{prefix}!{what}` for a value that JSON cannot hold. They are compared as they stand in JSON text.
#[derive(Debug, Clone, Copy, Default)]
pub struct Attachments<'a> {
    /// What the strings start with, as it stands in JSON text; empty where there are none.
    pub prefix: &'a str,
    /// Sizes in bytes, a comma behind each; nothing before the comma where it is unknown.
    pub sizes: &'a str,
}

impl Attachments<'_> {
    /// The index of the file that a string stands for.
    #[must_use]
    #[inline(never)]
    pub fn index(&self, text: &str) -> Option<usize> {
        let index = json::natural(self.stand_in(text)?.strip_prefix('-')?.as_bytes())?;
        let index = usize::try_from(index).ok()?;
        self.entry(index).map(|_| index)
    }

    /// The size of the file that a string stands for, where it is known.
    pub(super) fn size(&self, text: &str) -> Option<i64> {
        json::natural(self.entry(self.index(text)?)?)
    }

    /// The size of the file at that index.
    #[inline(never)]
    fn entry(&self, index: usize) -> Option<&[u8]> {
        let mut rest = self.sizes.as_bytes();
        for _ in 0..index {
            rest = rest.get(end_of_size(rest)? + 1..)?;
        }
        rest.get(..end_of_size(rest)?)
    }

    /// What a string stands for that is no text.
    #[inline(never)]
    pub(super) fn unfit<'t>(&self, text: &'t str) -> Option<&'t str> {
        self.stand_in(text)?.strip_prefix('!')
    }

    /// Whether there are neither files nor values that JSON cannot hold.
    #[inline(always)]
    pub(super) fn are_none(&self) -> bool {
        self.prefix.is_empty()
    }

    /// What follows the prefix in a string that stands for something.
    fn stand_in<'t>(&self, text: &'t str) -> Option<&'t str> {
        if self.are_none() { None } else { text.strip_prefix(self.prefix) }
    }
}

fn end_of_size(sizes: &[u8]) -> Option<usize> {
    sizes.iter().position(|byte| *byte == b',')
}
