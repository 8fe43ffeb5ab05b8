//! Passes a call through the middleware of its bot.

use std::sync::Arc;

use serde_json::Value;

use super::bot::Bot;
use super::boxed::BoxFuture;
use super::middleware::{Last, Middleware, Next};
use super::outgoing::OutgoingCall;
use crate::request::{Error, answer};

/// Makes the calls that the middleware lets through.
pub(super) struct Network<'a>(pub &'a Bot);

impl Last for Network<'_> {
    fn make(&self, call: OutgoingCall) -> BoxFuture<'_, Result<Option<Value>, Error>> {
        Box::pin(async move { self.0.make_for_middleware(call).await })
    }
}

impl Bot {
    /// Adds a [`Middleware`] around every call. The first one that you add is outermost.
    #[must_use]
    pub fn with(self, middleware: impl Middleware) -> Self {
        self.set(|settings| settings.middleware.push(Arc::new(middleware)))
    }

    /// Returns true if the bot has middleware.
    pub(crate) fn has_middleware(&self) -> bool {
        !self.0.middleware.is_empty()
    }

    /// Passes a call through all middleware.
    pub(crate) async fn through(&self, call: OutgoingCall, last: &dyn Last) -> Result<Option<Value>, Error> {
        let signal = call.options.signal.clone();
        Next::new(&*self.0.transport, &self.0.middleware, &signal, last).run(call).await
    }

    /// Makes a call without the middleware.
    async fn make_for_middleware(&self, call: OutgoingCall) -> Result<Option<Value>, Error> {
        let method = call.parameters.method.clone();
        let result = self.make(call.parameters, &call.options).await?;
        answer::value(&method, &result).map(Some).map_err(|error| self.0.token.clean(error))
    }
}
