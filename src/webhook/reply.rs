//! What a handler may return: a call, nothing, or its failure.

use super::InlineCall;
use super::stores::BoxError;

/// What a handler returns: nothing, an `Option` of a call, or a `Result` of these.
pub trait Reply {
    /// The call that answers the update, if any.
    ///
    /// # Errors
    /// What the handler failed with.
    fn into_call(self) -> Result<Option<InlineCall>, BoxError>;
}

impl Reply for () {
    fn into_call(self) -> Result<Option<InlineCall>, BoxError> {
        Ok(None)
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
