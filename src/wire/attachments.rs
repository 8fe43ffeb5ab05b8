//! The files of a request, which stand in its parameters as strings.

/// The files that were taken out of the parameters: the strings `{prefix}-{index}` stand for them,
/// and `{prefix}!{what}` for a value that JSON cannot hold. They are compared as they stand in JSON text.
#[derive(Debug, Clone, Copy, Default)]
pub struct Attachments<'a> {
    /// What the strings start with, as it stands in JSON text; empty where there are none.
    pub prefix: &'a str,
    /// Sizes in bytes, negative where unknown.
    pub sizes: &'a [f64],
}

impl Attachments<'_> {
    /// The index of the file that a string stands for.
    #[must_use]
    #[inline(never)]
    pub fn index(&self, text: &str) -> Option<usize> {
        let index =
            natural(self.stand_in(text)?.strip_prefix('-')?.as_bytes()).and_then(|index| usize::try_from(index).ok());
        index.filter(|index| *index < self.sizes.len())
    }

    /// The size of the file that a string stands for, where it is known.
    pub(super) fn size(&self, text: &str) -> Option<f64> {
        self.sizes.get(self.index(text)?).copied().filter(|size| *size >= 0.0)
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

/// The natural number that a few digits write. The standard library's way is three times as long.
#[inline(never)]
fn natural(digits: &[u8]) -> Option<u64> {
    let is_natural = (1..16).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
    is_natural.then(|| digits.iter().fold(0, |number, byte| number * 10 + u64::from(byte & 0xf)))
}

/// The sizes of files: each is digits, or nothing where it is unknown, and a comma.
#[cfg(all(feature = "js", target_arch = "wasm32", not(any(feature = "client", feature = "emulator"))))]
#[allow(clippy::cast_precision_loss)] // 15 digits are exact
pub(crate) fn sizes(text: &str) -> Vec<f64> {
    let each = text.as_bytes().split_inclusive(|byte| *byte == b',').filter_map(<[u8]>::split_last);
    each.map(|(_, digits)| natural(digits).map_or(-1.0, |size| size as f64)).collect()
}
