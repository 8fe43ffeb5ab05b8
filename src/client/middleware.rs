//! What runs around every outgoing call.

use std::fmt::{self, Debug, Formatter};
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::bot::{Bot, Timeout};
use super::boxed::{BoxFuture, MaybeSend, MaybeSync};
use super::call::CallOptions;
use super::signal::CallSignal;
use super::within::pause;
use crate::policy::Retry;
use crate::request::serialized_call::SerializedCall;
use crate::request::{Encoding, Error, answer};
use crate::wire::json;

/// Runs around every outgoing call of a bot, added by [`Bot::with`].
///
/// A middleware sees each call before its parameters are checked: calls by method and by name, the calls that handlers of a
/// [webhook](crate::webhook) return, answers to queries, and those of [`Bot::updates`]. It may change the parameters and the
/// options, answer without a call, call `next` again, wait, and measure. Its time does not count towards
/// [`Bot::timeout`]. Retries and redirected groups happen inside `next`. Its error reaches the caller as it is.
///
/// The result is the JSON value that the service returned. It is `None` for a call that goes into the response of a webhook:
/// nobody learns its result. Without `next`, such a call is not made.
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
    /// Those of `next`, or an error of its own.
    fn call(
        &self,
        call: OutgoingCall,
        next: Next<'_>,
    ) -> impl Future<Output = Result<Option<Value>, Error>> + MaybeSend;
}

/// Where an outgoing call comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// A call of the bot.
    Call,
    /// The call that a handler, or a task of [`Context::wait_until`](crate::webhook::Context::wait_until), returned.
    Returned,
    /// [`Context::answer`](crate::webhook::Context::answer).
    Answer,
}

/// A call on its way to the service. A clone is the same call once more; a stream in it can be sent once.
#[derive(Clone)]
pub struct OutgoingCall {
    pub(crate) parameters: SerializedCall,
    pub(crate) options: CallOptions,
    pub(crate) origin: Origin,
}

impl OutgoingCall {
    /// The name of the method in the specification's spelling, or as it was given.
    #[must_use]
    pub fn method(&self) -> &str {
        &self.parameters.method
    }

    /// Where the call comes from.
    #[must_use]
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// All parameters, as a JSON object. A file is a string that begins with `attach://`.
    #[must_use]
    pub fn params(&self) -> Value {
        serde_json::from_str(&self.parameters.json).unwrap_or_default()
    }

    /// The parameter of that name.
    #[must_use]
    pub fn param(&self, name: &str) -> Option<Value> {
        json::member(&self.parameters.json, name).and_then(|text| serde_json::from_str(text).ok())
    }

    /// Sets a parameter.
    pub fn set_param(&mut self, name: &str, value: impl Into<Value>) {
        self.parameters.set(name, Some(&value.into().to_string()));
    }

    /// Removes a parameter.
    pub fn remove_param(&mut self, name: &str) {
        self.parameters.set(name, None);
    }

    /// Whether the method has a parameter of that name, by the specification.
    #[must_use]
    pub fn takes(&self, name: &str) -> bool {
        let method = self.parameters.known;
        method.is_some_and(|method| method.params().fields().any(|field| field.name() == name.as_bytes()))
    }

    /// When the call is retried.
    #[must_use]
    pub fn retry(&self) -> Retry {
        self.options.retry
    }

    /// Sets when the call is retried.
    pub fn set_retry(&mut self, retry: Retry) {
        self.options.retry = retry;
    }

    /// Sets how long one attempt may take; `None` for ever.
    pub fn set_timeout(&mut self, timeout: impl Into<Option<Duration>>) {
        self.options.timeout = Timeout::Call(timeout.into());
    }

    /// Sets how the parameters are written. It has no effect on a call in the response of a webhook.
    pub fn set_encoding(&mut self, encoding: Encoding) {
        self.options.encoding = encoding;
    }
}

// Without the parameters: they may hold the token, in the URL of a webhook.
impl Debug for OutgoingCall {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("OutgoingCall");
        shown.field("method", &self.method()).field("origin", &self.origin).finish_non_exhaustive()
    }
}

/// What makes the call in the end.
pub(crate) trait Last: MaybeSend + MaybeSync {
    fn make(&self, call: OutgoingCall) -> BoxFuture<'_, Result<Option<Value>, Error>>;
}

/// The rest of the way of a call. A copy makes the call once more.
#[derive(Clone, Copy)]
pub struct Next<'a> {
    bot: &'a Bot,
    rest: &'a [Arc<dyn AnyMiddleware>],
    signal: &'a CallSignal,
    last: &'a dyn Last,
}

impl<'a> Next<'a> {
    /// Makes the call, by the next middleware or by the bot.
    #[must_use = "a call is made when it is awaited"]
    pub fn run(self, call: OutgoingCall) -> BoxFuture<'a, Result<Option<Value>, Error>> {
        match self.rest.split_first() {
            Some((middleware, rest)) => middleware.call(call, Next { rest, ..self }),
            None => self.last.make(call),
        }
    }

    /// Waits, by the clock of the transport. The emulator moves its time instead.
    ///
    /// # Errors
    /// [`Error::Aborted`] if the signal of the call is aborted.
    pub async fn sleep(&self, wait: Duration) -> Result<(), Error> {
        pause(self.bot, wait, self.signal).await.map_err(|stopped| stopped.into_error("sleep", None))
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

/// Makes the calls that the middleware lets through.
pub(super) struct Network<'a>(pub &'a Bot);

impl Last for Network<'_> {
    fn make(&self, call: OutgoingCall) -> BoxFuture<'_, Result<Option<Value>, Error>> {
        Box::pin(async move { self.0.make_for_middleware(call).await })
    }
}

impl Bot {
    /// Adds a [`Middleware`], which runs around every call. The one that was added first runs first.
    #[must_use]
    pub fn with(self, middleware: impl Middleware) -> Self {
        self.set(|settings| settings.middleware.push(Arc::new(middleware)))
    }

    /// Whether a middleware sees the calls.
    pub(crate) fn has_middleware(&self) -> bool {
        !self.0.middleware.is_empty()
    }

    /// Takes a call through all middleware.
    pub(crate) async fn through(&self, call: OutgoingCall, last: &dyn Last) -> Result<Option<Value>, Error> {
        let signal = call.options.signal.clone();
        let next = Next { bot: self, rest: &self.0.middleware, signal: &signal, last };
        next.run(call).await
    }

    /// Makes a call past the middleware.
    async fn make_for_middleware(&self, call: OutgoingCall) -> Result<Option<Value>, Error> {
        let method = call.parameters.method.clone();
        let result = self.make(call.parameters, &call.options).await?;
        answer::value(&method, &result).map(Some).map_err(|error| self.0.token.clean(error))
    }
}
