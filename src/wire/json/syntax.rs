//! Errors of JSON text.

pub use error::SyntaxError;

#[cfg(not(npm))]
mod error {
    /// The text is not JSON.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct SyntaxError {
        at: usize,
    }

    impl SyntaxError {
        /// True if the text may be invalid.
        pub const IS_POSSIBLE: bool = true;

        /// Returns an error at that offset in bytes.
        pub(in crate::wire::json) fn found<T>(at: usize) -> Result<T, Self> {
            Err(Self { at })
        }

        /// Returns the offset in bytes.
        #[must_use]
        pub fn at(self) -> usize {
            self.at
        }
    }
}

/// In the npm package, the text is from `JSON.stringify` or was parsed by `JSON.parse`, so errors need no code. If a
/// program replaces `JSON` and the text is invalid, the engine traps.
#[cfg(npm)]
mod error {
    use std::process::abort;

    /// The text is not JSON, which is impossible here.
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
