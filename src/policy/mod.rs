//! Rules of behaviour that hold in Rust and in JavaScript alike: pure functions without I/O.
//!
//! The Rust client calls them. The npm package calls them in its wasm, so that no rule is written twice.

mod letters;
mod redact;

pub use redact::{REDACTED, redact};
