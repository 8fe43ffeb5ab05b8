//! Middleware around every outgoing call.

use std::fmt::{self, Debug, Formatter};
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::boxed::{BoxFuture, MaybeSend, MaybeSync};
use super::outgoing::OutgoingCall;
use super::signal::CallSignal;
use super::transport::AnyTransport;
use super::within::pause;
use crate::request::Error;

/// Runs around every outgoing call of a bot, added by [`Bot::with`](super::Bot::with).
///
/// A middleware sees each call before its parameters are checked: calls by method and by name, calls that handlers of a
/// [webhook](crate::webhook) return, answers to queries, and the calls of [`Bot::updates`](super::Bot::updates). It may change
/// parameters and options, answer without a call, call `next` again, wait, and measure. Its time does not count towards
/// [`Bot::timeout`](super::Bot::timeout). Retries and migrations of groups happen inside `next`. Its errors reach the caller
/// unchanged.
///
/// The result is the JSON value that the service returned. It is `None` for a call that goes into the response of a webhook,
/// because the service does not report its result. If `next` is called several times, the last call goes there and the others are
/// sent. Without `next`, such a call is not made.
///
/// ```
/// use botwire::client::{Error, Middleware, Next, OutgoingCall};
/// use serde_json::Value;
///
/// struct Quiet;
///
/// impl Middleware for Quiet {
///     async fn call(&self, mut call: OutgoingCall, next: Next<'_>) -> Result<Option<Value>, Error> {
///         if call.takes("disable_notification") && call.param("disable_notification").is_none() {
///             call.set_param("disable_notification", true);
///         }
///         let result = next.run(call.clone()).await;
///         println!("{} {}", call.method(), if result.is_ok() { "succeeded" } else { "failed" });
///         result
///     }
/// }
///
/// # fn example(bot: botwire::client::Bot) {
/// let bot = bot.with(Quiet);
/// # }
/// ```
pub trait Middleware: Send + Sync + 'static {
    /// Handles a call. `next.run(call)` makes it.
    ///
    /// # Errors
    /// The errors of `next`, or your own.
    fn call(
        &self,
        call: OutgoingCall,
        next: Next<'_>,
    ) -> impl Future<Output = Result<Option<Value>, Error>> + MaybeSend;
}

/// Makes the call after the last middleware.
pub(crate) trait Last: MaybeSend + MaybeSync {
    fn make(&self, call: OutgoingCall) -> BoxFuture<'_, Result<Option<Value>, Error>>;
}

/// The remaining middleware of a call, and the call itself. Run a copy to make the call again.
#[derive(Clone, Copy)]
pub struct Next<'a> {
    transport: &'a dyn AnyTransport,
    rest: &'a [Arc<dyn AnyMiddleware>],
    signal: &'a CallSignal,
    last: &'a dyn Last,
}

impl<'a> Next<'a> {
    pub(super) fn new(
        transport: &'a dyn AnyTransport,
        rest: &'a [Arc<dyn AnyMiddleware>],
        signal: &'a CallSignal,
        last: &'a dyn Last,
    ) -> Self {
        Self { transport, rest, signal, last }
    }

    /// Passes the call to the next middleware, or sends it.
    #[must_use = "a call is made when it is awaited"]
    pub fn run(self, call: OutgoingCall) -> BoxFuture<'a, Result<Option<Value>, Error>> {
        match self.rest.split_first() {
            Some((middleware, rest)) => middleware.call(call, Next { rest, ..self }),
            None => self.last.make(call),
        }
    }

    /// Waits, using the clock of the transport. The emulator moves its time instead of waiting.
    ///
    /// # Errors
    /// [`Error::Aborted`] if the signal of the call is aborted.
    pub async fn sleep(&self, wait: Duration) -> Result<(), Error> {
        pause(self.transport, wait, self.signal).await.map_err(|stopped| stopped.into_error("sleep", None))
    }
}

impl Debug for Next<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Next").field("rest", &self.rest.len()).finish_non_exhaustive()
    }
}

/// A middleware of any type.
pub(super) trait AnyMiddleware: Send + Sync {
    fn call<'a>(&'a self, call: OutgoingCall, next: Next<'a>) -> BoxFuture<'a, Result<Option<Value>, Error>>;
}

impl<M: Middleware> AnyMiddleware for M {
    fn call<'a>(&'a self, call: OutgoingCall, next: Next<'a>) -> BoxFuture<'a, Result<Option<Value>, Error>> {
        Box::pin(Middleware::call(self, call, next))
    }
}
