//! Passes a delivery's calls through the middleware of its bot, to the response or to the service.

use std::sync::Mutex;

use serde_json::Value;

use super::InlineCall;
use super::delivery::OngoingDelivery;
use super::failure::Cause;
use super::options::Returned;
use super::phase::Way;
use super::response::Response;
use super::shared::lock;
use crate::client::files::load_files;
use crate::client::{Bot, BoxFuture, Call, Error, Last, Origin, OutgoingCall, Retry};
use crate::policy::LATE_RETRY;
use crate::request::answer;
use crate::request::serialized_call::SerializedCall;
use crate::wire::compact;

/// The end of the middleware: puts the call into the response, or sends it.
struct Exit<'a> {
    delivery: &'a OngoingDelivery,
    way: Way,
    /// The call for the response.
    kept: Mutex<Option<SerializedCall>>,
}

impl Last for Exit<'_> {
    fn make(&self, call: OutgoingCall) -> BoxFuture<'_, Result<Option<Value>, Error>> {
        Box::pin(async move {
            let (bot, method) = (self.delivery.bot()?, call.parameters.method.clone());
            let Some(parameters) = self.unheld(call.parameters).await? else { return Ok(None) };
            let result = self.delivery.transmit(bot, OutgoingCall { parameters, ..call }).await?;
            // Only middleware reads the result. That of an earlier call is not for it.
            let is_read = bot.has_middleware() && lock(&self.kept).is_none();
            if is_read { answer::value(&method, &result).map(Some) } else { Ok(None) }
        })
    }
}

impl Exit<'_> {
    /// Stores the call for the response, or returns it if it must be sent. The response has room for one call: if middleware
    /// makes several, this returns the one before.
    async fn unheld(&self, parameters: SerializedCall) -> Result<Option<SerializedCall>, Error> {
        let delivery = self.delivery;
        let mut parameters = delivery.checked(parameters).map_err(|invalid| delivery.invalid(invalid))?;
        let loaded = load_files(&mut parameters, delivery.check_limits()).await;
        loaded.map_err(|stopped| stopped.into_error(&parameters.method, None))??;
        match self.way {
            Way::Response if delivery.is_response_open() || lock(&self.kept).is_some() => {
                Ok(lock(&self.kept).replace(parameters))
            }
            Way::Answer => delivery.hold_answer(parameters),
            Way::Response | Way::Send => Ok(Some(parameters)),
        }
    }
}

/// Creates an outgoing call with its options.
pub(super) fn outgoing(bot: &Bot, parameters: SerializedCall, origin: Origin) -> Result<OutgoingCall, Error> {
    let mut call = Call::<Value>::new(bot.clone(), Ok(parameters)).into_outgoing(origin)?;
    if bot.0.retry == Retry::NONE {
        call.options.retry = LATE_RETRY;
    }
    Ok(call)
}

impl OngoingDelivery {
    /// Passes a call through the middleware of its bot. Returns the call for the response, if any.
    ///
    /// Boxed, so that its code exists once and not in every caller.
    pub fn leave(&self, call: InlineCall, way: Way) -> BoxFuture<'_, Result<Option<SerializedCall>, Error>> {
        Box::pin(async move {
            let parameters = self.unchecked(call)?;
            let origin = if way == Way::Answer { Origin::Answer } else { Origin::Returned };
            let exit = Exit { delivery: self, way, kept: Mutex::default() };
            if let Some(bot) = &self.webhook.options.bot {
                bot.through(outgoing(bot, parameters, origin)?, &exit).await?;
            } else if exit.unheld(parameters).await?.is_some() {
                self.bot()?;
            }
            let kept = lock(&exit.kept).take();
            Ok(kept)
        })
    }

    /// Returns the response for a failed call. The update is delivered again only if the call can be repeated: the
    /// service did nothing, or the method is idempotent.
    pub(super) fn unsent(&self, error: Error) -> Result<Response, Cause> {
        let is_idempotent = || compact::find(error.method()).is_some_and(|(_, method)| method.is_idempotent());
        if error.trouble().is_refusal || (error.is_transient() && is_idempotent()) {
            return Err(Cause::Call(error));
        }
        Ok(self.failed(Cause::Call(error)).unwrap_or_else(|| Response::new(200)))
    }

    /// Returns true if the response can still hold a call.
    pub fn is_response_open(&self) -> bool {
        !self.is_late() && !self.request.is_gone() && self.webhook.options.returned == Returned::Inline
    }
}
