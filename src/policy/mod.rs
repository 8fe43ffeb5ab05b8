//! Rules of behaviour that hold in Rust and in JavaScript alike: pure functions without I/O.
//!
//! The Rust client calls them. The npm package calls them in its wasm, so that no rule is written twice.

mod base_url;
mod letters;
pub mod polling;
mod redact;
mod retry;
mod times;

pub use base_url::{base_url, is_loopback, is_token};
pub use redact::{REDACTED, redact};
pub use retry::{Retry, Trouble, backoff};
pub use times::{
    CONFIRMATION, DOWNLOAD_TOTAL, LATE_RETRY, MAX_FAILURE_BYTES, MAX_RESPONSE_BYTES, PRE_CHECKOUT, RESPONSE_TIME,
    TIMEOUT,
};
