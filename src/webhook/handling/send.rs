//! The calls of a delivery: in the response, or as ordinary calls once the response was sent.

use std::task::Waker;

use super::delivery::Delivery;
use super::exit::outgoing;
use super::failure::{AfterError, Cause, Failure};
use super::options::{Returned, Task};
use super::query::QueryAnswer;
use super::response::Response;
use super::shared::Shared;
use crate::client::{Bot, BoxFuture, Encoding, Error, MaybeSend, Origin, OutgoingCall, local_webhook, log};
use crate::policy::PRE_CHECKOUT;
use crate::policy::delivery::{Action, Event};
use crate::request::body::JSON;
use crate::request::serialized_call::{Invalid, SerializedCall, mismatch};
use crate::request::{Body, chain};
use crate::types::UpdateKind;
use crate::webhook::Reply;
use crate::webhook::inline::{named, whole};
use crate::webhook::{InlineCall, Webhook};

impl Delivery {
    /// Returns the bot that makes ordinary calls.
    pub fn bot(&self) -> Result<&Bot, Error> {
        let missing = || Error::Validation {
            method: "webhook".to_owned(),
            error: Box::new(mismatch("a bot for its calls", "none")),
        };
        self.webhook.options.bot.as_ref().ok_or_else(missing)
    }

    /// Returns true if responses hold calls.
    pub fn can_hold_calls(&self) -> bool {
        self.webhook.options.returned == Returned::Inline
    }

    pub fn check_limits(&self) -> bool {
        self.webhook.options.bot.as_ref().is_none_or(|bot| bot.0.check_limits)
    }

    /// Returns the parameters of a call, before middleware and checks.
    pub fn unchecked(&self, call: InlineCall) -> Result<SerializedCall, Error> {
        call.0.map_err(|invalid| self.invalid(invalid))
    }

    pub(super) fn invalid(&self, invalid: Invalid) -> Error {
        match &self.webhook.options.bot {
            Some(bot) => bot.invalid(invalid),
            None => invalid.into(),
        }
    }

    pub(super) fn checked(&self, call: SerializedCall) -> Result<SerializedCall, Invalid> {
        let base_url = self.webhook.options.bot.as_ref().map_or("", |bot| &bot.0.base_url);
        let parameters = local_webhook::check(named(call)?, self.check_limits(), base_url)?;
        // It replaces a lone surrogate of the update, which a call must not send.
        if self.had_surrogate && parameters.json.contains(char::REPLACEMENT_CHARACTER) {
            let error = mismatch("well-formed Unicode text", "a lone surrogate");
            return Err(Invalid { method: parameters.method, error });
        }
        Ok(parameters)
    }

    /// Keeps the call that the handler returned, and returns its event.
    pub fn returned(&self, call: Option<InlineCall>) -> Event {
        let Some(call) = call else { return Event::ReturnedNothing };
        let is_own = |parameters| self.query.as_ref().is_some_and(|query| query.is_answered_by(parameters));
        let is_answer = call.0.as_ref().is_ok_and(is_own);
        let mut record = self.record();
        // The returned answer may have more parameters than a pending one.
        if !is_answer || record.answer.replace() {
            record.returned = Some(call);
        }
        if is_answer { Event::ReturnedAnswer } else { Event::ReturnedCall }
    }

    /// Returns a response that contains the call.
    pub fn content(&self, call: &SerializedCall) -> Response {
        let (json, response) = (whole(call), Response::new(200));
        let encoding = match self.webhook.options.reply_encoding {
            Encoding::Json if call.files.is_empty() => {
                return response.with_body(Body::Text { content_type: JSON, text: json });
            }
            Encoding::Query => Encoding::Form,
            other => other,
        };
        let mut parameters = call.clone();
        parameters.json = json;
        response.with_body(Body::of(&parameters, encoding))
    }

    /// Makes an ordinary call without the middleware.
    pub async fn send(&self, parameters: SerializedCall) -> Result<(), Error> {
        let bot = self.bot()?;
        self.transmit(bot, outgoing(bot, parameters, Origin::Returned)?).await.map(drop)
    }

    /// Makes an ordinary call without the middleware, within the remaining time.
    ///
    /// Boxed, so that its code exists once and not in every caller.
    pub(super) fn transmit<'a>(&'a self, bot: &'a Bot, call: OutgoingCall) -> BoxFuture<'a, Result<String, Error>> {
        Box::pin(async move {
            let method = call.parameters.method.clone();
            let is_limited = self.kind == Some(UpdateKind::PreCheckoutQuery) && method == "answerPreCheckoutQuery";
            let limit = is_limited.then(|| PRE_CHECKOUT.saturating_sub(self.since.elapsed()));
            if limit.is_some_and(|limit| limit.is_zero()) {
                return Err(Error::Timeout { method, after: PRE_CHECKOUT });
            }
            let sent = bot.within(limit, async { Ok(bot.make(call.parameters, &call.options).await) }).await;
            sent.unwrap_or_else(|stopped| Err(stopped.into_error(&method, Some(PRE_CHECKOUT))))
        })
    }

    /// Answers the query of the update: in the response, or at once if that was sent.
    pub async fn answer(&self, call: InlineCall) -> Result<(), Error> {
        let refused = |expected: &str, received: &str| {
            Err(Error::Validation { method: "answer".to_owned(), error: Box::new(mismatch(expected, received)) })
        };
        let Some(query) = &self.query else { return refused("one answer to a query", "an update without") };
        match &call.0 {
            Ok(parameters) if !query.is_answered_by(parameters) => refused(&query.expected(), &parameters.method),
            _ => self.through_middleware(self.unchecked(call)?, Origin::Answer, true).await.map(drop),
        }
    }

    /// Stores the answer to the query for the response, or returns it if it must be sent.
    pub(super) fn store_answer(&self, parameters: SerializedCall) -> Result<Option<SerializedCall>, Error> {
        let can_hold = self.is_response_open();
        let mut record = self.record();
        if !record.answer.is_none() {
            let error = mismatch("one answer to a query", "a second one");
            return Err(Error::Validation { method: "answer".to_owned(), error: Box::new(error) });
        }
        if !can_hold {
            self.bot()?;
        }
        record.answer = QueryAnswer::Pending(parameters);
        if self.can_hold_calls() {
            self.step(&mut record, Event::Answered);
        } else {
            // An answer can be repeated, so nobody waits for the end of the handler.
            record.actions.push_back(Action::SendAnswer);
        }
        // Who answers sends it, and gets its error.
        let sends = record.actions.iter().position(|action| *action == Action::SendAnswer);
        let taken = sends.and_then(|at| record.actions.remove(at)).and_then(|_| record.answer.take());
        let wakers = record.wakers();
        drop(record);
        wakers.into_iter().flatten().for_each(Waker::wake);
        Ok(taken)
    }

    /// Sends the answer to a query if the response does not contain it.
    pub async fn send_answer(&self) {
        let answer = self.record().answer.take();
        if let Some(answer) = answer
            && let Err(error) = self.send(answer).await
        {
            drop(self.failed(Cause::Call(error)));
        }
    }

    /// Runs a task of the handler, and reports its failure. If it returns a call, the bot makes it. Without `wait_until`, the
    /// response waits for it.
    pub fn wait_until<R: Reply>(self: &Shared<Self>, task: impl Future<Output = R> + MaybeSend + 'static) {
        let report = TaskReport { delivery: self.clone(), result: Err(Cause::Host) };
        let task: Task = Box::pin(async move {
            let mut report = report;
            report.result = match task.await.into_call() {
                Ok(Some(call)) => report.delivery.send_of_task(call).await.map_err(Cause::Call),
                Ok(None) => Ok(()),
                Err(error) => Err(Cause::Handler(error)),
            };
        });
        let is_awaited = self.webhook.options.wait_until.is_none();
        let late = if is_awaited { self.add_task(task) } else { Some(task) };
        if let Some(task) = late {
            self.webhook.in_background(task);
        }
    }
}

/// Reports the failure of a task, including a task that the host drops before it has ended.
struct TaskReport {
    delivery: Shared<Delivery>,
    result: Result<(), Cause>,
}

impl Drop for TaskReport {
    fn drop(&mut self) {
        if let Err(cause) = std::mem::replace(&mut self.result, Ok(())) {
            drop(self.delivery.failed(cause));
        }
    }
}

impl Webhook {
    /// Reports a failure.
    pub(super) fn failed(&self, failure: &Failure) -> AfterError {
        let Some(hook) = &self.options.on_error else {
            let text = format!("botwire: {}", chain(failure));
            log(&match &self.options.bot {
                Some(bot) => bot.0.token.redact(&text),
                None => text,
            });
            return AfterError::Usual;
        };
        // A hook that panics must not end the work of others.
        #[cfg(not(target_arch = "wasm32"))]
        let after = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| hook(failure))).unwrap_or_default();
        #[cfg(target_arch = "wasm32")]
        let after = hook(failure);
        after
    }
}
