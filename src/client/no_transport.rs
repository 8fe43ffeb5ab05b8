//! The compile error for targets and features where [`Bot::new`](super::Bot::new) has no transport.

use crate::request::Error;

/// Never implemented, so that its use fails to compile.
#[diagnostic::on_unimplemented(
    message = "`Bot::new` has no transport on this target with these features of botwire",
    label = "this bot needs a transport",
    note = "natively, turn on the feature `reqwest`",
    note = "on WASI, where neither JavaScript nor `reqwest` works, use `Bot::with_transport` with a `Transport` of your own"
)]
pub trait HasTransport<B> {
    #[doc(hidden)]
    fn bot(self) -> Result<B, Error>;
}
