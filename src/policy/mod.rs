//! Rules that Rust and JavaScript share: pure functions without I/O.
//!
//! The Rust client calls them. Off the hot path, the npm package calls them in its wasm. On the hot path, it has its
//! own small functions, which use the constants of this folder (`botwire-render` writes them to `policy.ts`). Both pass
//! the vectors in `tests/vectors`.

mod base_url;
mod bot_key;
pub mod claims;
pub mod delivery;
pub mod envelope;
mod migration;
mod millis;
pub mod polling;
pub(crate) mod redact;
mod retry;
mod times;
pub mod webhook;

#[cfg(feature = "emulator")]
pub(crate) use base_url::is_this_machine;
pub use base_url::{BASE_URL, TOKEN, base_url, is_local, is_token};
#[cfg(feature = "client")]
pub(crate) use base_url::{has_space, split};
pub use bot_key::{bot_id, bot_key, fnv1a};
pub use migration::{CHAT_PARAMETERS, moved_chat};
pub use millis::millis;
pub use redact::{REDACTED, Redactor, WITHHELD, redact};
pub use retry::{FIRST_WAIT, LONGEST_WAIT, Retry, Trouble, backoff};
pub use times::{
    CONFIRMATION, DOWNLOAD_TOTAL, LATE_RETRY, MAX_FAILURE_BYTES, MAX_FILE_BYTES, MAX_RESPONSE_BYTES, MAX_UPLOAD_BYTES,
    PRE_CHECKOUT, RESPONSE_TIME, TIMEOUT, TIMER_SLACK, interval,
};
