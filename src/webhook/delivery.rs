//! One delivery: the claim, the handler, its answer, and what is left to do after the deadline.

use std::cell::Cell;
use std::pin::Pin;
use std::rc::Rc;

use gloo_net::http::Response as Builder;
use serde_json::Value;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{FormData, Request, Response};

use super::failure::{Cause, Failure};
use super::inline::{fit, whole};
use super::respond::status;
use super::stores::{AnyStore, BoxError};
use super::turns::Turn;
use super::{InlineCall, Refusal, Webhook};
use crate::client::files::load_files;
use crate::client::{Call, Encoding, Error, Retry};
use crate::platform::abort::{elapsed, within};
use crate::platform::body;
use crate::policy::{LATE_RETRY, PRE_CHECKOUT};
use crate::request::Body;
use crate::request::parameters::{Invalid, Parameters, fault};
use crate::request::read::Read;
use crate::types::{Update, UpdateKind};

/// The user's handler, of whichever type.
pub(super) type Handler =
    Box<dyn FnOnce(Update) -> Pin<Box<dyn Future<Output = Result<Option<InlineCall>, BoxError>>>>>;

pub(super) struct Delivery {
    webhook: Webhook,
    request: Request,
    update_id: i64,
    is_pre_checkout: bool,
    /// When it came, in milliseconds.
    since: f64,
    is_mine: Cell<bool>,
    is_late: Cell<bool>,
    turn: Cell<Option<Turn>>,
    /// The answer of a handler that is over, while the store may take its time.
    outcome: Cell<Option<Response>>,
}

/// A claim that is released when the delivery is dropped before it has ended.
struct Claim {
    store: Option<Rc<dyn AnyStore>>,
    update_id: i64,
}

impl Drop for Claim {
    fn drop(&mut self) {
        let Some(store) = self.store.take() else { return };
        let update_id = self.update_id;
        spawn_local(async move {
            // Nobody is left to be told of an error.
            let _ = store.release(update_id).await;
        });
    }
}

/// Who is told of a failure, and of which update.
struct Report {
    webhook: Webhook,
    update_id: i64,
    is_late: bool,
}

impl Report {
    fn failed(&self, cause: Cause) {
        self.webhook.failed(&Failure { update_id: self.update_id, is_late: self.is_late, cause });
    }
}

/// Reports the failure of a task, also of one that the host drops before it has ended.
struct HasEnded {
    report: Report,
    result: Result<(), Cause>,
}

impl Drop for HasEnded {
    fn drop(&mut self) {
        if let Err(cause) = std::mem::replace(&mut self.result, Ok(())) {
            self.report.failed(cause);
        }
    }
}

impl Delivery {
    pub fn new(webhook: Webhook, read: &Read, since: f64, request: Request) -> Self {
        let is_pre_checkout = read.update.kind() == Some(UpdateKind::PreCheckoutQuery);
        Self {
            webhook,
            request,
            update_id: read.update.update_id.0,
            is_pre_checkout,
            since,
            is_mine: Cell::default(),
            is_late: Cell::default(),
            turn: Cell::default(),
            outcome: Cell::default(),
        }
    }

    /// The answer at the deadline; none if a call may be left to make and nobody to make it.
    pub fn late(&self) -> Option<Response> {
        let outcome = self.outcome.take();
        if outcome.is_none() && self.is_mine.get() && self.webhook.platform.bot.is_none() {
            return None;
        }
        self.is_late.set(true);
        if outcome.is_some() {
            return outcome;
        }
        // Not mine: another delivery of the update is in hand, and may yet fail.
        if self.is_mine.get() {
            return Some(status(200));
        }
        self.refused(503, "an update that is not in hand");
        Some(status(503))
    }

    pub async fn work(&self, read: Read, handler: Handler) -> Response {
        let (store, id, keep) = (self.webhook.claims(), self.update_id, self.webhook.platform.keep);
        if let Some(store) = &store {
            match store.claim(id, keep).await {
                Ok(true) => {}
                Ok(false) => return self.repeated(),
                Err(error) => return self.failed(Cause::Store(error)).unwrap_or_else(|| status(500)),
            }
        }
        let mut claim = Claim { store, update_id: id };
        self.is_mine.set(true);
        // When it is late by now, it was answered with 503 and comes again.
        let outcome = if self.is_late.get() { None } else { Some(self.handled(read, handler).await) };
        let (response, is_done) = match outcome {
            None => (None, false),
            Some(Ok(response)) => (Some(response), true),
            Some(Err(cause)) => {
                let response = self.failed(cause);
                // Whoever answers that all is well has dealt with it.
                let is_done = !self.is_late.get() && response.as_ref().is_some_and(Response::ok);
                (response, is_done)
            }
        };
        let response = response.unwrap_or_else(|| status(500));
        self.outcome.set(Some(<Response as Clone>::clone(&response)));
        if let Some(turn) = self.turn.take() {
            self.aside(turn.leave()).await;
        }
        if let Some(store) = claim.store.take() {
            self.end(store, is_done).await;
        }
        response
    }

    /// Runs the handler and turns what it returns into the answer, or into a call if it is too late.
    async fn handled(&self, read: Read, handler: Handler) -> Result<Response, Cause> {
        if let Some(turns) = &self.webhook.platform.turns {
            self.turn.set(Some(turns.enter(&read.update).await.map_err(Cause::Store)?));
        }
        let Some(call) = handler(read.update).await.map_err(Cause::Handler)? else { return Ok(status(200)) };
        let mut parameters = self.fit(call, read.had_surrogate).map_err(|invalid| self.unfit(invalid))?;
        let loaded = load_files(&mut parameters, self.check_limits()).await;
        loaded.unwrap_or_else(|stopped| Err(stopped.into_error(&parameters.method, None))).map_err(Cause::Call)?;
        if self.is_late.get() || self.request.signal().aborted() {
            return self.send(parameters).await;
        }
        let content = self.content(parameters);
        // Neither making a form of files in memory nor a response of it fails.
        Ok(content.unwrap_or_else(|_| status(500)))
    }

    /// The parameters of a call that passes the check.
    fn fit(&self, call: InlineCall, had_surrogate: bool) -> Result<Parameters, Invalid> {
        let parameters = call.0?;
        fit(&parameters, self.check_limits())?;
        // It stands for a lone surrogate of the update, which no call may send. Spec: core, Conventions, 5.
        if had_surrogate && parameters.json.contains(char::REPLACEMENT_CHARACTER) {
            let fault = fault("well-formed Unicode text", "a lone surrogate");
            return Err(Invalid { method: parameters.method, fault });
        }
        Ok(parameters)
    }

    fn unfit(&self, invalid: Invalid) -> Cause {
        Cause::Call(match &self.webhook.platform.bot {
            Some(bot) => bot.invalid(invalid),
            None => invalid.into(),
        })
    }

    fn check_limits(&self) -> bool {
        self.webhook.platform.bot.as_ref().is_none_or(|bot| bot.0.check_limits)
    }

    /// The call as the body of the answer.
    fn content(&self, mut parameters: Parameters) -> Result<Response, JsValue> {
        parameters.json = whole(&parameters);
        let encoding = match self.webhook.platform.reply_encoding {
            Encoding::Query => Encoding::Form,
            other => other,
        };
        let (content, content_type) = body::of(&Body::of(&parameters, encoding))?;
        let builder = Builder::builder();
        let builder = content_type.into_iter().fold(builder, |builder, kind| builder.header("content-type", kind));
        // Whatever its type is: the platform looks at it.
        let content = Some(content.unchecked_ref::<FormData>());
        builder.body(content).map(Response::from).map_err(|error| JsValue::from_str(&error.to_string()))
    }

    /// Makes an ordinary call of what is too late for the answer.
    async fn send(&self, parameters: Parameters) -> Result<Response, Cause> {
        let Some(bot) = &self.webhook.platform.bot else { return Err(Cause::Gone) };
        let method = parameters.method.clone();
        let mut call = Call::<Value>::new(bot.clone(), Ok(parameters));
        if bot.0.retry == Retry::NONE {
            call = call.retry(LATE_RETRY);
        }
        let sent = if self.is_pre_checkout && method == "answerPreCheckoutQuery" {
            let left = PRE_CHECKOUT.saturating_sub(elapsed(self.since));
            if left.is_zero() {
                return Err(Cause::Call(Error::Timeout { method, after: PRE_CHECKOUT }));
            }
            let sent = within(Some(left), async { Ok(call.raw().await) }).await;
            sent.unwrap_or_else(|stopped| Err(stopped.into_error(&method, Some(PRE_CHECKOUT))))
        } else {
            call.raw().await
        };
        sent.map(|_| status(200)).map_err(Cause::Call)
    }

    /// Ends the claim.
    async fn end(&self, store: Rc<dyn AnyStore>, is_done: bool) {
        let (id, keep) = (self.update_id, self.webhook.platform.keep);
        if is_done {
            self.aside(async move { store.settle(id, keep).await }).await;
        } else if let Err(error) = store.release(id).await {
            self.failed(Cause::Store(error));
        }
    }

    /// Does what the answer need not wait for where the host keeps it up.
    async fn aside(&self, task: impl Future<Output = Result<(), BoxError>> + 'static) {
        let report = Report { webhook: self.webhook.clone(), update_id: self.update_id, is_late: self.is_late.get() };
        match &self.webhook.platform.wait_until {
            Some(wait_until) => {
                let reported = HasEnded { report, result: Err(Cause::Host) };
                wait_until(Box::pin(async move {
                    let mut reported = reported;
                    reported.result = task.await.map_err(Cause::Store);
                }));
            }
            None => {
                if let Err(error) = task.await {
                    report.failed(Cause::Store(error));
                }
            }
        }
    }

    fn repeated(&self) -> Response {
        if !self.is_late.get() {
            self.refused(200, "an update that was not handled");
        }
        status(200)
    }

    fn refused(&self, status: u16, expected: &str) {
        let received = format!("{} again", self.update_id);
        self.webhook.told(&Refusal::new(status, "update_id", expected, &received), &self.request);
    }

    pub fn failed(&self, cause: Cause) -> Option<Response> {
        self.webhook.failed(&Failure { update_id: self.update_id, is_late: self.is_late.get(), cause })
    }
}

impl Webhook {
    fn failed(&self, failure: &Failure) -> Option<Response> {
        let Some(told) = &self.platform.on_error else {
            web_sys::console::error_1(&format!("botwire: {failure}").into());
            return None;
        };
        told(failure)
    }
}
