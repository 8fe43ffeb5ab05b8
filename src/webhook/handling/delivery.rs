//! One update on its way: the state that the rules decide by, and what its events bring for its actions.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};
use std::task::Waker;
use std::time::Duration;

use super::failure::{AfterError, Cause, Failure};
use super::options::{AtDeadline, Returned};
use super::query::PendingQuery;
use super::record::{Answer, Record};
use super::request::Request;
use super::response::Response;
use super::session_place::SessionPlace;
use super::shared::{Shared, lock};
use super::stores::BoxError;
use crate::client::clock::Moment;
use crate::client::{Bot, BoxFuture, Error};
use crate::policy::delivery::{Action, Config, Event};
use crate::request::random::random_digits;
use crate::request::read::Read;
use crate::types::{Update, UpdateId, UpdateKind};
use crate::webhook::{InlineCall, Webhook};

/// The result of a handler of any type.
pub(super) type Handling = BoxFuture<'static, Result<Option<InlineCall>, BoxError>>;

/// The user's handler, of any type.
#[cfg(not(target_arch = "wasm32"))]
pub(super) type Handler = Box<dyn FnOnce(Box<Update>, Shared<Delivery>) -> Handling + Send>;
/// The user's handler, of any type.
#[cfg(target_arch = "wasm32")]
pub(super) type Handler = Box<dyn FnOnce(Box<Update>, Shared<Delivery>) -> Handling>;

/// An update on its way, shared by its driver, the context of its handler, and the response.
pub(super) struct Delivery {
    pub webhook: Webhook,
    pub request: Request,
    pub update_id: UpdateId,
    /// The key of the update in the store.
    pub key: String,
    pub kind: Option<UpdateKind>,
    /// The query of the update.
    pub query: Option<PendingQuery>,
    pub had_surrogate: bool,
    /// The time at which the request arrived.
    pub since: Moment,
    /// The time limit of the answer.
    pub limit: Option<Duration>,
    /// The name under which it claims its keys.
    pub owner: String,
    /// The bot of the handler, whose calls are noticed.
    bot: OnceLock<Bot>,
    /// Set when a call of that bot starts whose repetition would have another effect.
    effect: Arc<AtomicBool>,
    record: Mutex<Record>,
}

impl Delivery {
    /// `kind` is that of the update.
    pub fn new(
        webhook: Webhook,
        read: &Read,
        kind: Option<UpdateKind>,
        since: Moment,
        limit: Option<Duration>,
        request: Request,
    ) -> Self {
        let options = &webhook.options;
        let config = Config {
            accepts: options.at_deadline == AtDeadline::Accept,
            inline: options.returned == Returned::Inline,
            sends: options.bot.is_some(),
        };
        Self {
            request,
            update_id: read.update.update_id,
            key: webhook.update_key(read.update.update_id),
            query: kind.as_ref().and_then(|kind| PendingQuery::of(&read.update, kind)),
            kind,
            had_surrogate: read.had_surrogate,
            since,
            limit,
            owner: new_owner(),
            bot: OnceLock::new(),
            effect: Arc::default(),
            record: Mutex::new(Record::new(config)),
            webhook,
        }
    }

    /// Locks the record. Do not await or call users' functions meanwhile.
    pub fn record(&self) -> MutexGuard<'_, Record> {
        lock(&self.record)
    }

    /// Returns the bot of the handler.
    pub fn bot_of_handler(&self) -> Result<&Bot, Error> {
        let bot = self.bot()?;
        Ok(self.bot.get_or_init(|| bot.clone().noticed(&self.effect)))
    }

    /// Tells the machine what happened.
    pub fn feed(&self, event: Event) {
        let mut record = self.record();
        self.step(&mut record, event);
        let wakers = record.wakers();
        drop(record);
        wakers.into_iter().flatten().for_each(Waker::wake);
    }

    /// Notes that nobody waits for the response any more.
    pub fn gone(&self) {
        {
            let mut record = self.record();
            if !record.is_open() {
                return;
            }
            record.is_gone = true;
            record.give(Answer::Response(Response::new(503), None));
        }
        self.feed(Event::Gone);
    }

    /// Ends the delivery after a panic of its instance, and returns what is left to do. Wakes nobody and asks nothing of the request,
    /// because the panic may be in another one.
    #[cfg(web)]
    pub fn panicked(&self) -> Vec<Action> {
        let mut record = self.record();
        if self.effect.swap(false, Ordering::Relaxed) {
            self.act(&mut record, Event::Effect);
        }
        record.actions.clear();
        self.act(&mut record, Event::Dropped);
        record.is_over = true;
        record.give(Answer::Response(Response::new(500), None));
        std::mem::take(&mut record.actions).into()
    }

    /// The same for a locked record. Wake its wakers afterwards.
    pub fn step(&self, record: &mut Record, event: Event) {
        if self.effect.swap(false, Ordering::Relaxed) {
            self.act(record, Event::Effect);
        }
        if record.is_open() && self.request.is_gone() {
            record.is_gone = true;
            self.act(record, Event::Gone);
            record.give(Answer::Response(Response::new(503), None));
        }
        // Nobody waits for the response of an update that was given up meanwhile.
        let is_done = matches!(event, Event::Done | Event::DoneRemembered);
        self.act(record, if is_done && record.state.is_given_up() { Event::Cancelled } else { event });
    }

    fn act(&self, record: &mut Record, event: Event) {
        let actions;
        (record.state, actions) = record.state.step(event);
        for action in actions {
            match action {
                Action::RespondOk | Action::RespondContent | Action::RespondRemembered | Action::RespondAgain => {
                    self.respond(record, action);
                }
                // Who waits looks at the state.
                Action::Cancel | Action::CancelWait | Action::AskAgain => {}
                _ => record.actions.push_back(action),
            }
        }
    }

    fn respond(&self, record: &mut Record, action: Action) {
        let mut refuses = None;
        let response = match action {
            Action::RespondAgain if record.state.is_given_up() && record.cause.is_none() => {
                refuses = Some("an update that no other delivery is handling, or whose turn comes in time");
                Response::new(503)
            }
            Action::RespondAgain => {
                let status = if record.has_failed { 500 } else { 503 };
                record.replacement.take().unwrap_or_else(|| Response::new(status))
            }
            Action::RespondContent => match record.content() {
                Some(call) => record.prepared.take().unwrap_or_else(|| self.content(&call)),
                None => Response::new(200),
            },
            Action::RespondRemembered => {
                refuses = Some("an update that was not handled");
                Response::remembered(&record.remembered.take().unwrap_or_default())
            }
            // Done before its handler could run.
            _ if record.attempts == 0 => {
                refuses = Some("an update that was not handled");
                Response::new(200)
            }
            _ => record.replacement.take().unwrap_or_else(|| Response::new(200)),
        };
        record.give(Answer::Response(response, refuses));
    }

    /// Returns true if the response was not given yet.
    pub fn is_open(&self) -> bool {
        self.record().is_open()
    }

    /// Returns the session of the update.
    pub fn session_place(&self) -> Option<Shared<SessionPlace>> {
        self.record().place.clone()?.downcast().ok()
    }

    /// Returns true if the handler has answered the query of the update.
    pub fn is_answered(&self) -> bool {
        !self.record().answer.is_none()
    }

    pub fn is_given_up(&self) -> bool {
        self.record().state.is_given_up()
    }

    pub fn is_ended(&self) -> bool {
        self.record().state.is_ended()
    }

    /// Returns true if the response can still hold a call.
    pub fn is_response_open(&self) -> bool {
        self.can_hold_calls() && !self.request.is_gone() && self.is_open()
    }

    /// Reports a failure after which nothing is decided.
    pub fn failed(&self, cause: Cause) -> AfterError {
        self.report(cause, false)
    }

    /// Calls `on_error`.
    pub fn report(&self, cause: Cause, will_retry: bool) -> AfterError {
        let failure = {
            let record = self.record();
            let attempt = record.attempts.max(1);
            Failure { update_id: self.update_id, is_late: record.is_answered(), attempt, will_retry, cause }
        };
        self.webhook.failed(&failure)
    }

    /// Calls `on_error` and returns what it decided.
    pub fn decide(&self, will_retry: bool) -> Event {
        let cause = self.record().cause.take().unwrap_or(Cause::Gone);
        let (is_store, retry_after) = (matches!(cause, Cause::Store(_)), cause.retry_after());
        let after = self.report(cause, will_retry);
        let mut record = self.record();
        record.retry_after = retry_after;
        record.has_failed = !is_store;
        match after {
            AfterError::Usual => Event::ReportedPlain,
            AfterError::Retry => Event::ReportedRetry,
            AfterError::Handled => Event::ReportedHandled,
            AfterError::Respond(response) => {
                let is_success = response.is_success();
                record.replacement = Some(response);
                if is_success { Event::ReportedHandled } else { Event::ReportedRetry }
            }
        }
    }
}

/// Returns a name for a new owner.
fn new_owner() -> String {
    [random_digits(), random_digits()].concat()
}
