//! Passes a delivery's calls through the middleware of its bot, to the response or to the service.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Mutex;
use std::task::{Poll, Waker};
use std::time::Duration;

use serde_json::Value;

use super::delivery::Delivery;
use super::failure::Cause;
use super::record::CheckedCall;
use super::shared::{Shared, lock};
use crate::client::files::load_files;
#[cfg(not(web))]
use crate::client::files::measured;
use crate::client::{Bot, BoxFuture, Call, Error, Last, Origin, OutgoingCall, Retry};
use crate::policy::LATE_RETRY;
use crate::policy::delivery::Event;
use crate::policy::polling::MAX_POLL_WAIT;
use crate::request::answer;
use crate::request::serialized_call::SerializedCall;
use crate::webhook::InlineCall;

/// The end of the middleware: keeps a call for the response, or sends it.
struct ResponseOrService<'a> {
    delivery: &'a Delivery,
    /// True if the response may hold the call.
    keeps: bool,
    kept: Mutex<Option<SerializedCall>>,
}

impl Last for ResponseOrService<'_> {
    fn make(&self, call: OutgoingCall) -> BoxFuture<'_, Result<Option<Value>, Error>> {
        Box::pin(async move {
            let (delivery, method) = (self.delivery, call.parameters.method.clone());
            let bot = delivery.bot()?;
            let parameters = delivery.valid(call.parameters).await?;
            let parameters =
                if call.origin == Origin::Answer { delivery.store_answer(parameters)? } else { self.keep(parameters) };
            let Some(parameters) = parameters else { return Ok(None) };
            let result = delivery.transmit(bot, OutgoingCall { parameters, ..call }).await?;
            // Only middleware reads the result. That of an earlier call is not for it.
            let is_read = bot.has_middleware() && lock(&self.kept).is_none();
            if is_read { answer::value(&method, &result).map(Some) } else { Ok(None) }
        })
    }
}

impl ResponseOrService<'_> {
    /// Keeps the call for the response, or returns it if it must be sent. The response has room for one call: if middleware
    /// makes several, this returns the one before.
    fn keep(&self, parameters: SerializedCall) -> Option<SerializedCall> {
        let mut kept = lock(&self.kept);
        let keeps = kept.is_some() || self.keeps && self.delivery.is_response_open();
        if !keeps {
            return Some(parameters);
        }
        let before = kept.replace(parameters);
        if before.is_some() {
            self.delivery.feed(Event::Effect);
        }
        before
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

impl Delivery {
    /// Passes a call through the middleware of its bot. Returns the call for the response, if any.
    ///
    /// Boxed, so that its code exists once and not in every caller.
    pub fn through_middleware(
        &self,
        call: SerializedCall,
        origin: Origin,
        keeps: bool,
    ) -> BoxFuture<'_, Result<Option<SerializedCall>, Error>> {
        Box::pin(async move {
            let end = ResponseOrService { delivery: self, keeps, kept: Mutex::default() };
            if let Some(bot) = &self.webhook.options.bot {
                bot.through(outgoing(bot, call, origin)?, &end).await?;
            } else {
                let call = self.valid(call).await?;
                let to_send = if origin == Origin::Answer { self.store_answer(call)? } else { end.keep(call) };
                if to_send.is_some() {
                    self.bot()?;
                }
            }
            Ok(end.kept.into_inner().unwrap_or_default())
        })
    }

    /// Checks the call that the handler returned. If the response may hold it, it passes the middleware.
    pub async fn check(self: Shared<Self>) -> Event {
        match self.checked_call().await {
            Ok(call) => {
                self.record().call = call;
                Event::Checked
            }
            Err(error) => self.threw(Cause::Call(error)),
        }
    }

    async fn checked_call(&self) -> Result<Option<CheckedCall>, Error> {
        let (returned, has_answer) = {
            let mut record = self.record();
            (record.returned.take(), record.answer.pending().is_some())
        };
        let Some(returned) = returned else { return Ok(None) };
        let (call, keeps) = (self.unchecked(returned)?, self.is_response_open());
        if has_answer || !self.can_hold_calls() {
            // The response cannot hold it, or not both.
            self.bot()?;
        }
        if keeps {
            let kept = self.through_middleware(call, Origin::Returned, true).await?;
            return Ok(kept.map(|parameters| CheckedCall { parameters, has_passed: true }));
        }
        // The middleware comes when it is sent, after the commit.
        #[cfg(not(web))]
        let call = measured(call, self.streams_files()).await;
        self.checked(call.clone()).map_err(|invalid| self.invalid(invalid))?;
        Ok(Some(CheckedCall { parameters: call, has_passed: false }))
    }

    /// Checks a call and reads its files.
    async fn valid(&self, call: SerializedCall) -> Result<SerializedCall, Error> {
        #[cfg(not(web))]
        let call = measured(call, self.streams_files()).await;
        let mut call = self.checked(call).map_err(|invalid| self.invalid(invalid))?;
        let loaded = load_files(&mut call, self.check_limits(), self.streams_files()).await;
        loaded.map_err(|stopped| stopped.into_error(&call.method, None))??;
        Ok(call)
    }

    fn streams_files(&self) -> bool {
        self.webhook.options.bot.as_ref().is_some_and(Bot::streams_files)
    }

    /// Sends the returned call as an ordinary call.
    pub async fn send_call(self: Shared<Self>) -> Event {
        let Some(CheckedCall { parameters, has_passed }) = self.record().call.take() else { return Event::Sent };
        let mut rests = if self.webhook.options.is_polling { LATE_RETRY.count() } else { 0 };
        loop {
            let sent = if has_passed {
                self.send(parameters.clone()).await
            } else {
                self.through_middleware(parameters.clone(), Origin::Returned, false).await.map(drop)
            };
            let Err(error) = sent else { return Event::Sent };
            let Some(wait) = error.retry_after().filter(|_| rests > 0) else {
                self.record().cause = Some(Cause::Call(error));
                return Event::SendFailed;
            };
            self.rest_for(wait.min(MAX_POLL_WAIT)).await;
            rests -= 1;
        }
    }

    /// Waits as long as the service asks, unless others would wait for it.
    async fn rest_for(&self, wait: Duration) {
        let Ok(bot) = self.bot() else { return };
        let mut rest = pin!(bot.rest(wait));
        self.record().is_resting = true;
        poll_fn(|context| if self.record().is_resting { rest.as_mut().poll(context) } else { Poll::Ready(()) }).await;
        self.record().is_resting = false;
    }

    /// Ends the rest of a call that the service has refused: it is made now.
    pub fn hurry(&self) {
        let mut record = self.record();
        record.is_resting = false;
        let wakers = record.wakers();
        drop(record);
        wakers.into_iter().flatten().for_each(Waker::wake);
    }

    /// Passes a call of a task through the middleware, and sends it.
    pub async fn send_of_task(&self, call: InlineCall) -> Result<(), Error> {
        self.through_middleware(self.unchecked(call)?, Origin::Returned, false).await.map(drop)
    }
}
