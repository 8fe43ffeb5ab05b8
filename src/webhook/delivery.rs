//! One delivery: the claim, the handler, its answer, and what is left to do after the deadline.

use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use super::claim::ClaimGuard;
use super::failure::{Cause, Failure};
use super::options::Task;
use super::query::{PendingQuery, QueryAnswer};
use super::request::Request;
use super::response::Response;
use super::shared::{Shared, lock};
use super::stores::BoxError;
use super::{InlineCall, Rejection, Webhook};
#[cfg(target_arch = "wasm32")]
use super::{signal::HandlerSignal, turns::Turn};
use crate::client::BoxFuture;
use crate::client::clock::Moment;
use crate::client::files::load_files;
use crate::request::read::Read;
use crate::request::serialized_call::SerializedCall;
use crate::types::{Update, UpdateId, UpdateKind};

/// What a handler of any type returns.
pub(super) type Handling = BoxFuture<'static, Result<Option<InlineCall>, BoxError>>;

/// The user's handler, of any type.
#[cfg(not(target_arch = "wasm32"))]
pub(super) type Handler = Box<dyn FnOnce(Update, Shared<OngoingDelivery>) -> Handling + Send>;
/// The user's handler, of any type.
#[cfg(target_arch = "wasm32")]
pub(super) type Handler = Box<dyn FnOnce(Update, Shared<OngoingDelivery>) -> Handling>;

pub(super) struct OngoingDelivery {
    pub webhook: Webhook,
    pub request: Request,
    pub update_id: UpdateId,
    pub kind: Option<UpdateKind>,
    /// The query of the update.
    pub query: Option<PendingQuery>,
    pub had_surrogate: bool,
    /// When it came.
    pub since: Moment,
    state: Mutex<DeliveryState>,
}

/// How far a delivery is.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) enum Phase {
    /// The store is asked whether the update was handled already.
    #[default]
    Claiming,
    /// The handler runs, and the response can still hold its call.
    Handling,
    /// The handler is over.
    Answered,
    /// The deadline has passed, whether the handler is over or not.
    Late,
}

#[derive(Default)]
pub(super) struct DeliveryState {
    pub phase: Phase,
    /// The answer of a handler that is over, while the store may take its time.
    outcome: Option<Response>,
    /// The answer to the query of the update.
    pub answer: QueryAnswer,
    /// What the handler left to be done, where the host has no `wait_until`. It is awaited before the response.
    tasks: Vec<Task>,
    /// Whether nothing is awaited any more.
    is_over: bool,
    /// What the handler is given to know that it should end.
    #[cfg(target_arch = "wasm32")]
    pub signal: HandlerSignal,
}

impl DeliveryState {
    /// From here on the response holds nothing more of the handler.
    fn close(&mut self, phase: Phase) {
        if self.phase != Phase::Late {
            self.phase = phase;
        }
        #[cfg(target_arch = "wasm32")]
        self.signal.let_go();
    }

    /// Adds a task to await; gives it back if it is too late for that.
    pub fn add(&mut self, task: Task) -> Option<Task> {
        if self.is_over {
            return Some(task);
        }
        self.tasks.push(task);
        None
    }
}

impl OngoingDelivery {
    pub fn new(webhook: Webhook, read: &Read, since: Moment, request: Request) -> Self {
        Self {
            webhook,
            request,
            update_id: read.update.update_id,
            kind: read.update.kind(),
            query: PendingQuery::of(&read.update),
            had_surrogate: read.had_surrogate,
            since,
            state: Mutex::default(),
        }
    }

    pub fn state(&self) -> MutexGuard<'_, DeliveryState> {
        lock(&self.state)
    }

    pub fn is_late(&self) -> bool {
        self.state().phase == Phase::Late
    }

    pub fn keep(&self) -> Duration {
        self.webhook.options.keep
    }

    /// The answer at the deadline; none if a call may be left to make and nobody to make it.
    pub fn late(&self) -> Option<Response> {
        let (is_mine, answer) = {
            let mut state = self.state();
            let (is_mine, outcome) = (state.phase != Phase::Claiming, state.outcome.take());
            if outcome.is_none() && is_mine && self.webhook.options.bot.is_none() {
                return None;
            }
            state.close(Phase::Late);
            if outcome.is_some() {
                return outcome;
            }
            (is_mine, state.answer.take())
        };
        if is_mine {
            return Some(answer.map_or_else(|| Response::new(200), |answer| self.content(answer)));
        }
        // The same update is still in flight elsewhere, and may yet fail.
        self.refused(503, "an update that is not in flight");
        Some(Response::new(503))
    }

    pub async fn work(self: Shared<Self>, update: Update, handler: Handler) -> Response {
        let (store, id) = (self.webhook.claims(), self.update_id);
        if let Some(store) = &store {
            #[cfg(target_arch = "wasm32")]
            let claimed = store.claim(id, self.keep()).await;
            #[cfg(not(target_arch = "wasm32"))]
            let claimed = self.webhook.claim(store, id, self.keep()).await;
            match claimed {
                Ok(true) => {}
                Ok(false) => return self.repeated(),
                Err(error) => return self.failed(Cause::Store(error)).unwrap_or_else(|| Response::new(500)),
            }
        }
        let mut claim = ClaimGuard { webhook: self.webhook.clone(), store, update_id: id };
        let is_late = {
            let mut state = self.state();
            if state.phase == Phase::Claiming {
                state.phase = Phase::Handling;
            }
            state.phase == Phase::Late
        };
        #[cfg(target_arch = "wasm32")]
        let mut turn = None;
        // When it is late by now, it was answered with 503 and comes again.
        let outcome = if is_late {
            None
        } else {
            #[cfg(target_arch = "wasm32")]
            let entered = self.turn_of(&update).await.map(|entered| turn = entered);
            #[cfg(not(target_arch = "wasm32"))]
            let entered = Ok(());
            Some(match entered {
                Ok(()) => self.handled(update, handler).await,
                Err(error) => Err(Cause::Store(error)),
            })
        };
        self.state().close(Phase::Answered);
        let (response, is_done) = match outcome {
            None => (None, false),
            Some(Ok(response)) => (Some(response), true),
            Some(Err(cause)) => {
                let response = self.failed(cause);
                // A successful response of the hook settles the update.
                let is_done = !self.is_late() && response.as_ref().is_some_and(Response::is_success);
                (response, is_done)
            }
        };
        let response = response.unwrap_or_else(|| Response::new(500));
        self.state().outcome = Some(response.clone());
        if is_done {
            self.send_answer().await;
        }
        #[cfg(target_arch = "wasm32")]
        if let Some(mut turn) = turn {
            let left = turn.leave();
            self.aside(Box::pin(async { left.await.map_err(Cause::Store) })).await;
        }
        self.end(&mut claim, is_done).await;
        self.finish_tasks().await;
        response
    }

    #[cfg(target_arch = "wasm32")]
    async fn turn_of(&self, update: &Update) -> Result<Option<Box<dyn Turn>>, BoxError> {
        match &self.webhook.options.turns {
            Some(turns) => turns.enter(update).await.map(Some),
            None => Ok(None),
        }
    }

    /// Runs the handler and turns what it returns into the answer, or into a call if it is too late.
    async fn handled(self: &Shared<Self>, update: Update, handler: Handler) -> Result<Response, Cause> {
        let returned = handler(update, self.clone()).await.map_err(Cause::Handler)?;
        let returned = returned.map(|call| self.fit(call)).transpose().map_err(Cause::Call)?;
        let Some(mut parameters) = self.left(returned)? else { return Ok(Response::new(200)) };
        let loaded = load_files(&mut parameters, self.check_limits()).await;
        loaded.unwrap_or_else(|stopped| Err(stopped.into_error(&parameters.method, None))).map_err(Cause::Call)?;
        if !self.is_late() && !self.request.is_gone() {
            return Ok(self.content(parameters));
        }
        let Some(bot) = &self.webhook.options.bot else { return Err(Cause::Gone) };
        self.send(bot, parameters).await.map_err(Cause::Call)?;
        Ok(Response::new(200))
    }

    /// The call that is left to make: what the handler returned, or the answer to a query.
    fn left(&self, returned: Option<SerializedCall>) -> Result<Option<SerializedCall>, Cause> {
        let mut state = self.state();
        state.close(Phase::Answered);
        let is_answer = |call: &SerializedCall| self.query.as_ref().is_some_and(|query| query.is_answered_by(call));
        Ok(match returned {
            None => state.answer.take(),
            // With more in it, maybe.
            Some(call) if is_answer(&call) => state.answer.replaced_by(call),
            Some(call) => {
                if state.answer.is_pending() {
                    self.bot().map_err(Cause::Call)?;
                }
                Some(call)
            }
        })
    }

    /// Ends the claim. Until it is released, the guard stays: this may be dropped meanwhile.
    async fn end(self: &Shared<Self>, claim: &mut ClaimGuard, is_done: bool) {
        let (id, keep) = (self.update_id, self.keep());
        if is_done && let Some(store) = claim.store.take() {
            self.aside(Box::pin(async move { store.settle(id, keep).await.map_err(Cause::Store) })).await;
        } else if let Some(store) = &claim.store {
            let released = store.release(id).await;
            claim.store = None;
            if let Err(error) = released {
                self.failed(Cause::Store(error));
            }
        }
    }

    /// Waits for what the handler left to be done.
    async fn finish_tasks(&self) {
        loop {
            let tasks = {
                let mut state = self.state();
                state.is_over = state.tasks.is_empty();
                std::mem::take(&mut state.tasks)
            };
            if tasks.is_empty() {
                return;
            }
            for task in tasks {
                task.await;
            }
        }
    }

    fn repeated(&self) -> Response {
        if !self.is_late() {
            self.refused(200, "an update that was not handled");
        }
        Response::new(200)
    }

    fn refused(&self, status: u16, expected: &str) {
        let received = format!("{} again", self.update_id);
        self.webhook.report_rejection(&Rejection::new(status, "update_id", expected, &received), &self.request);
    }

    pub fn failed(&self, cause: Cause) -> Option<Response> {
        self.webhook.failed(&Failure { update_id: self.update_id, is_late: self.is_late(), cause })
    }
}
