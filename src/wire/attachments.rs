//! The files of a request, which stand in its parameters as strings.

/// The files that were taken out of the parameters: the strings `{prefix}-{index}` stand for them,
/// and `{prefix}!{what}` for a value that JSON cannot hold. Nothing in these strings is escaped.
#[derive(Debug, Clone, Copy, Default)]
pub struct Attachments<'a> {
    /// What the strings start with; empty where there are none.
    pub prefix: &'a str,
    /// Sizes in bytes, negative where unknown.
    pub sizes: &'a [f64],
}

impl Attachments<'_> {
    /// The index of the file that a string stands for.
    #[must_use]
    pub fn index(&self, text: &str) -> Option<usize> {
        self.tail(text)?.strip_prefix('-')?.parse().ok().filter(|index| *index < self.sizes.len())
    }

    /// The size of the file that a string stands for, where it is known.
    pub(super) fn size(&self, text: &str) -> Option<f64> {
        self.sizes.get(self.index(text)?).copied().filter(|size| *size >= 0.0)
    }

    pub(super) fn unfit<'t>(&self, text: &'t str) -> Option<&'t str> {
        self.tail(text)?.strip_prefix('!')
    }

    fn tail<'t>(&self, text: &'t str) -> Option<&'t str> {
        if self.prefix.is_empty() { None } else { text.strip_prefix(self.prefix) }
    }
}
