//! Failures of accepted updates.

use std::fmt::{self, Display, Formatter};
use std::iter::successors;
use std::time::Duration;

use super::response::Response;
use super::stores::BoxError;
use crate::policy::delivery::Event;
use crate::request::Error;
use crate::types::UpdateId;

/// A failed update, passed to [`Webhook::on_error`](crate::webhook::Webhook::on_error).
///
/// Errors of handlers and stores are passed on unchanged, so anything that they contain, such as the URL of a call with the
/// token, is not removed. botwire's own errors do not contain the token.
///
/// ```
/// use botwire::webhook::{AfterError, Cause, Failure};
///
/// /// An order comes again if the database of the program fails.
/// fn on_error(failure: &Failure) -> AfterError {
///     eprintln!("update {}, run {}: {:?}", failure.update_id, failure.attempt, failure.cause);
///     match &failure.cause {
///         Cause::Handler(error) if error.is::<std::io::Error>() => AfterError::Retry,
///         _ => AfterError::Usual,
///     }
/// }
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Failure {
    /// The update.
    pub update_id: UpdateId,
    /// True if the response was already sent.
    pub is_late: bool,
    /// Which run of the handler has failed: 1, 2, ….
    pub attempt: u32,
    /// True if the update comes again, unless the hook says otherwise.
    pub will_retry: bool,
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
    /// The host dropped a task of [`Webhook::wait_until`](crate::webhook::Webhook::wait_until) before the task had ended: the host
    /// ended it, or the handler panicked in it.
    Host,
    /// An error of a store of claims, turns, or sessions.
    Store(BoxError),
    /// The processes that handled the update have died so often, as [`attempts`](crate::webhook::Webhook::attempts) allows. In a worker,
    /// a process is an instance of the wasm module, which a panic ends.
    Attempts(u32),
}

/// What happens to an update that failed: the result of [`Webhook::on_error`](crate::webhook::Webhook::on_error).
///
/// A hook may also return nothing, which means [`AfterError::Usual`].
///
/// ```
/// use botwire::webhook::{AfterError, Failure};
///
/// fn on_error(failure: &Failure) -> AfterError {
///     eprintln!("{failure:?}");
///     AfterError::Usual
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub enum AfterError {
    /// What [`Failure::will_retry`] says.
    #[default]
    Usual,
    /// The update comes again, whatever has failed and however often. Use it for errors of your own database.
    Retry,
    /// The update is done.
    Handled,
    /// The same as `Handled` for a successful status and as `Retry` for another one, with this response if none was given before.
    Respond(Response),
}

impl From<()> for AfterError {
    fn from((): ()) -> Self {
        Self::Usual
    }
}

impl From<Option<Response>> for AfterError {
    fn from(response: Option<Response>) -> Self {
        response.map_or(Self::Usual, Self::Respond)
    }
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

    /// Returns the event of a failed handler or check: what failed decides.
    pub(super) fn event(&self) -> Event {
        match self {
            Self::Store(_) | Self::Gone => Event::ThrewStore,
            _ if self.error().is_some_and(Error::is_transient) => Event::ThrewPassing,
            _ => Event::ThrewLasting,
        }
    }

    /// Returns how long the service asks to wait before the call that failed is repeated.
    pub(super) fn retry_after(&self) -> Option<Duration> {
        self.error()?.retry_after()
    }

    /// Returns the error of a call, also if the handler has wrapped it.
    fn error(&self) -> Option<&Error> {
        match self {
            Self::Handler(error) => {
                let mut chain =
                    successors(Some(&**error as &(dyn std::error::Error + 'static)), |error| error.source());
                chain.find_map(|error| error.downcast_ref())
            }
            Self::Call(error) => Some(error),
            _ => None,
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
            Cause::Attempts(count) => write!(formatter, "its process has died {count} times while it was handled"),
        }
    }
}

impl std::error::Error for Failure {
    /// Returns the source of the cause, because this text already includes the cause's own.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.cause {
            Cause::Handler(error) | Cause::Store(error) => error.source(),
            Cause::Call(error) => std::error::Error::source(error),
            Cause::Gone | Cause::Host | Cause::Attempts(_) => None,
        }
    }
}
