//! The state of one delivery, and its answer at the deadline.

use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use super::failure::{Cause, Failure};
use super::options::{AtDeadline, Task};
use super::owned::OwnedKeys;
use super::phase::Phase;
use super::query::{PendingQuery, QueryAnswer};
use super::request::Request;
use super::response::Response;
use super::shared::{Shared, lock};
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
use super::signal::HandlerSignal;
use super::stores::BoxError;
use super::{InlineCall, Rejection, Webhook};
use crate::client::BoxFuture;
use crate::client::clock::Moment;
use crate::request::read::Read;
use crate::types::{Update, UpdateId, UpdateKind};

/// The result of a handler of any type.
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
    /// The time at which the request arrived.
    pub since: Moment,
    /// The time limit of the answer.
    pub limit: Option<Duration>,
    pub owned: OwnedKeys,
    state: Mutex<DeliveryState>,
}

#[derive(Default)]
pub(super) struct DeliveryState {
    pub phase: Phase,
    /// The time that it has waited for keys.
    pub waited: Duration,
    /// The response of a finished handler, while the store may still be working.
    pub outcome: Option<Response>,
    /// The answer to the query of the update.
    pub answer: QueryAnswer,
    /// Tasks that the response waits for, because the host has no `wait_until`.
    pub tasks: Vec<Task>,
    /// True if no further tasks are awaited.
    pub is_over: bool,
    /// The signal that asks the handler to end.
    #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
    pub signal: HandlerSignal,
}

impl DeliveryState {
    fn is_late(&self) -> bool {
        matches!(self.phase, Phase::Late | Phase::Refused)
    }

    /// Ends the phase in which the response can hold calls of the handler.
    pub fn close(&mut self, phase: Phase) {
        if !self.is_late() {
            self.phase = phase;
        }
        #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
        self.signal.let_go();
    }

    /// Adds a task to await, or returns it if it is too late.
    pub fn add(&mut self, task: Task) -> Option<Task> {
        if self.is_over {
            return Some(task);
        }
        self.tasks.push(task);
        None
    }
}

impl OngoingDelivery {
    pub fn new(webhook: Webhook, read: &Read, since: Moment, limit: Option<Duration>, request: Request) -> Self {
        Self {
            webhook,
            request,
            update_id: read.update.update_id,
            kind: read.update.kind(),
            query: PendingQuery::of(&read.update),
            had_surrogate: read.had_surrogate,
            since,
            limit,
            owned: Mutex::default(),
            state: Mutex::default(),
        }
    }

    pub fn state(&self) -> MutexGuard<'_, DeliveryState> {
        lock(&self.state)
    }

    pub fn is_late(&self) -> bool {
        self.state().is_late()
    }

    /// Returns true if the leases are still needed after that time.
    pub fn needs_leases(&self, passed: Duration) -> bool {
        match self.state().phase {
            Phase::Waiting => self.limit.is_none_or(|limit| passed <= limit),
            Phase::Refused => false,
            Phase::Handling | Phase::Answered | Phase::Late => true,
        }
    }

    /// Marks the handler as waiting for a key. If the deadline passes meanwhile, the update is refused.
    pub fn begin_wait(&self) {
        let mut state = self.state();
        if state.phase == Phase::Handling {
            state.phase = Phase::Waiting;
        }
    }

    /// Starts or resumes the handler. Returns false if the answer was 503, after which the update is delivered again.
    pub fn begin(&self) -> bool {
        let mut state = self.state();
        if state.phase == Phase::Waiting {
            state.phase = Phase::Handling;
        }
        state.phase != Phase::Refused
    }

    /// Returns the answer at the deadline, or `None` if the handler may still return a call that no bot can make.
    pub fn late(self: &Shared<Self>) -> Option<Response> {
        let options = &self.webhook.options;
        let mut state = self.state();
        if state.phase == Phase::Waiting {
            return Some(self.busy(state));
        }
        let outcome = state.outcome.take();
        if outcome.is_none() && options.bot.is_none() {
            return None;
        }
        state.close(Phase::Late);
        if outcome.is_some() {
            return outcome;
        }
        if options.at_deadline == AtDeadline::Accept {
            let answer = state.answer.take();
            return Some(answer.map_or_else(|| Response::new(200), |answer| self.content(answer)));
        }
        drop(state);
        let delivery = self.clone();
        self.wait_until(Box::pin(async move { delivery.send_answer().await }));
        Some(Response::new(503))
    }

    /// Returns the answer if the time is over before the update can be handled. The service delivers it again.
    pub fn busy(&self, mut state: MutexGuard<'_, DeliveryState>) -> Response {
        let was_late = state.is_late();
        state.close(Phase::Refused);
        drop(state);
        if !was_late {
            self.refused(503, "an update that no other delivery is handling, or whose turn comes in time");
        }
        Response::new(503)
    }

    pub fn refused(&self, status: u16, expected: &str) {
        let received = format!("{} again", self.update_id);
        self.webhook.report_rejection(&Rejection::new(status, "update_id", expected, &received), &self.request);
    }

    pub fn failed(&self, cause: Cause) -> Option<Response> {
        self.webhook.failed(&Failure { update_id: self.update_id, is_late: self.is_late(), cause })
    }
}
