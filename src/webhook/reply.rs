//! The result of a handler: a call, nothing, or an error.

use std::error::Error;

use super::InlineCall;
use crate::methods::Method;

/// An error of a store or a handler.
#[cfg(not(target_arch = "wasm32"))]
pub type BoxError = Box<dyn Error + Send + Sync>;
/// An error of a store or a handler. Natively it is `Send` and `Sync`.
#[cfg(target_arch = "wasm32")]
pub type BoxError = Box<dyn Error>;

/// The result of a handler: nothing, a call, an `Option` of a call, or a `Result` of these.
#[diagnostic::on_unimplemented(
    message = "a handler returns nothing, a call, or an `Option` or `Result` of these, and not `{Self}`",
    note = "the error of a `Result` must implement `std::error::Error`, or convert into `BoxError`"
)]
pub trait Reply {
    /// Returns the call that answers the update, if any.
    ///
    /// # Errors
    /// The error of the handler.
    fn into_call(self) -> Result<Option<InlineCall>, BoxError>;
}

impl Reply for () {
    fn into_call(self) -> Result<Option<InlineCall>, BoxError> {
        Ok(None)
    }
}

impl<M: Method> Reply for M {
    fn into_call(self) -> Result<Option<InlineCall>, BoxError> {
        Ok(Some(self.into()))
    }
}

impl Reply for InlineCall {
    fn into_call(self) -> Result<Option<InlineCall>, BoxError> {
        Ok(Some(self))
    }
}

impl<C: Into<InlineCall>> Reply for Option<C> {
    fn into_call(self) -> Result<Option<InlineCall>, BoxError> {
        Ok(self.map(Into::into))
    }
}

impl<R: Reply, E: Into<BoxError>> Reply for Result<R, E> {
    fn into_call(self) -> Result<Option<InlineCall>, BoxError> {
        self.map_err(Into::into)?.into_call()
    }
}
