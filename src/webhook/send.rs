//! The calls of a delivery: in the response, or as ordinary calls once the response was sent.

use super::delivery::OngoingDelivery;
use super::exit::outgoing;
use super::failure::{Cause, Failure};
use super::inline::{named, whole};
use super::options::{Returned, Task};
use super::phase::{Phase, Way};
use super::query::{PendingCall, QueryAnswer};
use super::reply::Reply;
use super::response::Response;
use super::shared::Shared;
use super::{InlineCall, Webhook};
use crate::client::{Bot, BoxFuture, Encoding, Error, MaybeSend, Origin, OutgoingCall, local_webhook};
use crate::policy::PRE_CHECKOUT;
use crate::request::serialized_call::{Invalid, SerializedCall, mismatch};
use crate::request::{Body, chain};
use crate::types::UpdateKind;

impl OngoingDelivery {
    /// Returns the bot that makes ordinary calls.
    pub fn bot(&self) -> Result<&Bot, Error> {
        let missing = || Error::Validation {
            method: "webhook".to_owned(),
            error: Box::new(mismatch("a bot for its calls", "none")),
        };
        self.webhook.options.bot.as_ref().ok_or_else(missing)
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
        // It replaces a lone surrogate of the update, which a call must not send. Spec: core, Conventions, 5.
        if self.had_surrogate && parameters.json.contains(char::REPLACEMENT_CHARACTER) {
            let error = mismatch("well-formed Unicode text", "a lone surrogate");
            return Err(Invalid { method: parameters.method, error });
        }
        Ok(parameters)
    }

    /// Returns the call that is still to be made.
    pub fn pending_call(&self, returned: Option<InlineCall>) -> Result<Option<PendingCall>, Cause> {
        let mut state = self.state();
        state.close(Phase::Answered);
        let Some(call) = returned else { return Ok(state.answer.take().map(PendingCall::Answer)) };
        let parameters = call.0.as_ref().ok();
        let is_answer =
            parameters.is_some_and(|call| self.query.as_ref().is_some_and(|query| query.is_answered_by(call)));
        if is_answer {
            // The returned answer may have more parameters.
            return Ok(state.answer.replace().then_some(PendingCall::Returned(call)));
        }
        if state.answer.is_pending() {
            self.bot().map_err(Cause::Call)?;
        }
        Ok(Some(PendingCall::Returned(call)))
    }

    /// Returns a response that contains the call.
    pub fn content(&self, mut parameters: SerializedCall) -> Response {
        parameters.json = whole(&parameters);
        let encoding = match self.webhook.options.reply_encoding {
            Encoding::Query => Encoding::Form,
            other => other,
        };
        Response::new(200).with_body(Body::of(&parameters, encoding))
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
            _ => self.leave(call, Way::Answer).await.map(drop),
        }
    }

    /// Stores the answer to the query for the response, or returns it if it must be sent.
    pub(super) fn hold_answer(&self, parameters: SerializedCall) -> Result<Option<SerializedCall>, Error> {
        let mut state = self.state();
        if !state.answer.is_none() {
            let error = mismatch("one answer to a query", "a second one");
            return Err(Error::Validation { method: "answer".to_owned(), error: Box::new(error) });
        }
        if state.phase == Phase::Handling && self.webhook.options.returned == Returned::Inline {
            state.answer = QueryAnswer::Pending(parameters);
            return Ok(None);
        }
        self.bot()?;
        state.answer = QueryAnswer::Sent;
        Ok(Some(parameters))
    }

    /// Sends the answer to a query if the response does not contain it.
    pub async fn send_answer(&self) -> Result<(), Cause> {
        let answer = self.state().answer.take();
        match answer {
            Some(answer) => self.send(answer).await.map_err(Cause::Call),
            None => Ok(()),
        }
    }

    /// Runs a task of the handler. If it returns a call, the bot makes it.
    pub fn wait_until_reply<R: Reply>(self: &Shared<Self>, task: impl Future<Output = R> + MaybeSend + 'static) {
        let delivery = self.clone();
        let task = self.reported(Box::pin(async move {
            match task.await.into_call().map_err(Cause::Handler)? {
                Some(call) => delivery.leave(call, Way::Send).await.map(drop).map_err(Cause::Call),
                None => Ok(()),
            }
        }));
        self.run_later(task, self.webhook.options.wait_until.is_none());
    }

    /// Runs a task and reports its failure. Without `wait_until`, the response waits for it.
    pub fn wait_until(self: &Shared<Self>, task: BoxFuture<'static, Result<(), Cause>>) {
        let options = &self.webhook.options;
        self.run_later(self.reported(task), options.is_polling || options.wait_until.is_none());
    }

    fn reported(self: &Shared<Self>, task: BoxFuture<'static, Result<(), Cause>>) -> Task {
        let report = TaskReport { delivery: self.clone(), result: Err(Cause::Host) };
        Box::pin(async move {
            let mut report = report;
            report.result = task.await;
        })
    }

    fn run_later(&self, task: Task, is_awaited: bool) {
        let late = if is_awaited { self.state().add(task) } else { Some(task) };
        if let Some(task) = late {
            self.webhook.in_background(task);
        }
    }
}

/// Reports the failure of a task, including a task that the host drops before it has ended.
struct TaskReport {
    delivery: Shared<OngoingDelivery>,
    result: Result<(), Cause>,
}

impl Drop for TaskReport {
    fn drop(&mut self) {
        if let Err(cause) = std::mem::replace(&mut self.result, Ok(())) {
            let report = || drop(self.delivery.failed(cause));
            // If the task has panicked, a panic of the hook would abort the process.
            #[cfg(not(target_arch = "wasm32"))]
            let report = || drop(std::panic::catch_unwind(std::panic::AssertUnwindSafe(report)));
            report();
        }
    }
}

impl Webhook {
    pub(super) fn failed(&self, failure: &Failure) -> Option<Response> {
        let Some(hook) = &self.options.on_error else {
            let text = format!("botwire: {}", chain(failure));
            log(&match &self.options.bot {
                Some(bot) => bot.0.token.redact(&text),
                None => text,
            });
            return None;
        };
        hook(failure)
    }
}

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
fn log(text: &str) {
    web_sys::console::error_1(&text.into());
}

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
fn log(text: &str) {
    eprintln!("{text}");
}
