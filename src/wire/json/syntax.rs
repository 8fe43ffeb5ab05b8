//! What is wrong with JSON text.

pub use error::SyntaxError;

/// Why a value cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Malformed {
    /// It is not JSON.
    Syntax(SyntaxError),
    /// It is JSON, but nested deeper than [`super::MAX_DEPTH`].
    TooDeep,
}

impl From<SyntaxError> for Malformed {
    fn from(error: SyntaxError) -> Self {
        Self::Syntax(error)
    }
}

#[cfg(not(all(
    feature = "js",
    target_arch = "wasm32",
    target_os = "unknown",
    not(any(feature = "client", feature = "emulator"))
)))]
mod error {
    /// The text is not JSON.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct SyntaxError {
        at: usize,
    }

    impl SyntaxError {
        /// Whether a text may be no JSON.
        pub const IS_POSSIBLE: bool = true;

        /// An error at that offset in bytes.
        pub(in crate::wire::json) fn found<T>(at: usize) -> Result<T, Self> {
            Err(Self { at })
        }

        /// Offset in bytes.
        #[must_use]
        pub fn at(self) -> usize {
            self.at
        }
    }
}

/// In the npm package `JSON.stringify` wrote the text, or `JSON.parse` has read it. So an error needs no code there: a program
/// whose own `JSON` writes something else makes the engine trap.
#[cfg(all(
    feature = "js",
    target_arch = "wasm32",
    target_os = "unknown",
    not(any(feature = "client", feature = "emulator"))
))]
mod error {
    use std::process::abort;

    /// The text is not JSON, which cannot be.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum SyntaxError {}

    impl SyntaxError {
        pub const IS_POSSIBLE: bool = false;

        pub(in crate::wire::json) fn found<T>(_: usize) -> Result<T, Self> {
            abort()
        }

        #[must_use]
        pub fn at(self) -> usize {
            match self {}
        }
    }
}
