//! Failures of accepted updates.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use super::stores::BoxError;
use crate::request::Error;
use crate::types::UpdateId;

/// A failed update, passed to [`Webhook::on_error`](super::Webhook::on_error).
///
/// Errors of handlers and stores are passed on unchanged, so anything that they contain, such as the URL of a call with the
/// token, is not removed. botwire's own errors do not contain the token.
#[derive(Debug)]
#[non_exhaustive]
pub struct Failure {
    /// The update.
    pub update_id: UpdateId,
    /// True if the response was already sent, so that the service does not deliver the update again.
    pub is_late: bool,
    /// The cause.
    pub cause: Cause,
}

/// The cause of a failure.
#[derive(Debug)]
#[non_exhaustive]
pub enum Cause {
    /// The error that the handler returned.
    Handler(BoxError),
    /// The call that the handler returned: it is not what its method takes, its file cannot be read,
    /// or it was too late for the answer and failed as an ordinary call.
    Call(Error),
    /// The service broke off before it was answered, and there is no bot to make the call.
    Gone,
    /// The host dropped a task of [`Webhook::wait_until`](super::Webhook::wait_until) before the task had ended: the host
    /// ended it, or the handler panicked in it.
    Host,
    /// An error of a store of claims, turns, or sessions.
    Store(BoxError),
}

/// A failure of a store during the handler of a session.
#[derive(Debug)]
pub(super) struct StoreFailure(pub BoxError);

impl Cause {
    /// Returns the cause for the error of a handler.
    pub(super) fn of(error: BoxError) -> Self {
        match error.downcast() {
            Ok(failure) => {
                let StoreFailure(error) = *failure;
                Self::Store(error)
            }
            Err(error) => Self::Handler(error),
        }
    }

    /// Returns how long the service asks to wait before the call that failed is repeated.
    pub(super) fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Handler(error) => error.downcast_ref::<Error>()?.retry_after(),
            Self::Call(error) => error.retry_after(),
            Self::Gone | Self::Host | Self::Store(_) => None,
        }
    }
}

impl Display for StoreFailure {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl std::error::Error for StoreFailure {}

impl Display for Failure {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "update {}: ", self.update_id)?;
        match &self.cause {
            Cause::Handler(error) => error.fmt(formatter),
            Cause::Call(error) => error.fmt(formatter),
            Cause::Gone => formatter.write_str("the service broke off before it was answered"),
            Cause::Host => formatter.write_str("the host dropped a task before it had ended, or the handler panicked"),
            Cause::Store(error) => write!(formatter, "the store: {error}"),
        }
    }
}

impl std::error::Error for Failure {
    /// Returns the source of the cause, because this text already includes the cause's own.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.cause {
            Cause::Handler(error) | Cause::Store(error) => error.source(),
            Cause::Call(error) => std::error::Error::source(error),
            Cause::Gone | Cause::Host => None,
        }
    }
}
