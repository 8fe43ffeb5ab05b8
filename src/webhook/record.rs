//! What the events of an update bring for its actions, and the response on its way.

use std::collections::VecDeque;
use std::mem::{replace, take};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use super::InlineCall;
use super::delivery::Delivery;
use super::failure::Cause;
use super::held::{Held, Staged};
use super::options::Task;
use super::query::QueryAnswer;
use super::response::Response;
use super::send::CheckedCall;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
use super::signal::HandlerSignal;
use crate::policy::delivery::{Action, Config, Event, State};
use crate::request::serialized_call::SerializedCall;

/// The state of an update, and what its events bring for the actions that need it. Only the state decides.
#[allow(clippy::struct_excessive_bools)] // facts that do not depend on each other
pub(super) struct Record {
    pub state: State,
    /// The actions that the driver has not started yet.
    pub actions: VecDeque<Action>,
    /// True if something has happened since the driver looked.
    has_news: bool,
    /// The waker of the driver while it rests.
    driver: Option<Waker>,
    slot: Slot,
    /// The waker of the response, once it was given.
    answered: Option<Waker>,
    /// The status of the response.
    #[cfg(feature = "tracing")]
    pub status: u16,
    pub is_gone: bool,
    /// True if an error of the handler makes the update come again.
    pub has_failed: bool,
    /// The response of `on_error`.
    pub replacement: Option<Response>,
    /// The number of open waits for turns and sessions.
    waits: u32,
    /// The time that it has waited for keys.
    pub waited: Duration,
    /// How often the update was claimed.
    pub attempts: u32,
    /// True while a refused call waits as long as the service asks.
    pub is_resting: bool,
    /// How long the service asks to wait before the update is handled again.
    pub retry_after: Option<Duration>,
    /// The response to an earlier delivery of the update.
    pub remembered: Option<String>,
    /// The call that the handler returned.
    pub returned: Option<InlineCall>,
    /// The same, after it was checked.
    pub call: Option<CheckedCall>,
    /// The answer to the query of the update.
    pub answer: QueryAnswer,
    pub held: Vec<Held>,
    pub staged: Vec<Staged>,
    /// The last failure that was not reported yet.
    pub cause: Option<Cause>,
    /// Tasks that the response waits for, because the host has no `wait_until`.
    tasks: Vec<Task>,
    /// True if no further tasks are awaited.
    is_over: bool,
    /// The signal that asks the handler to end.
    #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
    pub signal: HandlerSignal,
}

/// The response on its way to the service.
enum Slot {
    /// With the waker of the request that waits for it.
    Open(Option<Waker>),
    Given(Answer),
    Taken,
}

/// What the service gets.
pub(super) enum Answer {
    /// The response, and what a refused delivery should have been.
    Response(Response, Option<&'static str>),
    /// Nothing: the host has dropped the work.
    Dropped,
}

impl Record {
    pub fn new(config: Config) -> Self {
        Self {
            state: State::new(config),
            actions: VecDeque::new(),
            has_news: false,
            driver: None,
            slot: Slot::Open(None),
            answered: None,
            #[cfg(feature = "tracing")]
            status: 0,
            is_gone: false,
            has_failed: false,
            replacement: None,
            waits: 0,
            waited: Duration::ZERO,
            attempts: 0,
            is_resting: false,
            retry_after: None,
            remembered: None,
            returned: None,
            call: None,
            answer: QueryAnswer::None,
            held: Vec::new(),
            staged: Vec::new(),
            cause: None,
            tasks: Vec::new(),
            is_over: false,
            #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
            signal: HandlerSignal::default(),
        }
    }

    /// Returns true if the response was not given yet.
    pub fn is_open(&self) -> bool {
        matches!(self.slot, Slot::Open(_)) && !self.is_gone
    }

    /// Returns true if somebody got the response.
    pub fn is_answered(&self) -> bool {
        !matches!(self.slot, Slot::Open(_)) && !self.is_gone
    }

    /// Gives the response.
    pub fn give(&mut self, answer: Answer) {
        #[cfg(feature = "tracing")]
        if let Answer::Response(response, _) = &answer {
            self.status = response.status();
        }
        if let Slot::Open(waker) = &mut self.slot {
            self.answered = waker.take();
            self.slot = Slot::Given(answer);
        }
        #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
        self.signal.let_go();
    }

    /// Takes the call for the response: the returned one, or the answer to the query.
    pub fn content(&mut self) -> Option<SerializedCall> {
        self.call.take().map(|call| call.parameters).or_else(|| self.answer.take())
    }

    /// Returns the same call without taking it, if it can be remembered: text.
    pub fn content_to_remember(&self) -> Option<SerializedCall> {
        let call = self.call.as_ref().map(|call| &call.parameters).or(self.answer.pending());
        call.filter(|call| call.files.is_empty()).cloned()
    }

    /// Takes the wakers of those who look at the record, because it has changed. Wake them when it is no longer locked.
    pub fn wakers(&mut self) -> [Option<Waker>; 2] {
        self.has_news = true;
        [self.driver.take(), self.answered.take()]
    }
}

impl Delivery {
    /// Returns the next action of the driver.
    pub fn next_action(&self) -> Option<Action> {
        let mut record = self.record();
        record.has_news = false;
        record.actions.pop_front()
    }

    /// Ends a turn of the driver: it is over, or woken when something happens. `None` if something already has.
    pub fn rest(&self, is_idle: bool, context: &Context<'_>) -> Option<Poll<()>> {
        let mut record = self.record();
        if record.has_news {
            return None;
        }
        record.is_over = is_idle && record.state.is_ended();
        if record.is_over {
            return Some(Poll::Ready(()));
        }
        record.driver = Some(context.waker().clone());
        Some(Poll::Pending)
    }

    /// Returns the response once it was given.
    pub fn poll_answer(&self, context: &Context<'_>) -> Poll<Answer> {
        let mut record = self.record();
        match replace(&mut record.slot, Slot::Taken) {
            Slot::Given(answer) => return Poll::Ready(answer),
            Slot::Open(_) => record.slot = Slot::Open(Some(context.waker().clone())),
            Slot::Taken => {}
        }
        Poll::Pending
    }

    /// Marks the handler as waiting for a turn or a session, until the result is dropped.
    pub fn begin_wait(&self) -> Wait<'_> {
        self.wait(1, Event::WaitBegan);
        Wait(self)
    }

    /// Adds the change of a session.
    pub fn stage(&self, staged: Staged) {
        self.record().staged.push(staged);
        self.feed(Event::Staged);
    }

    /// Opens a wait or closes one. Only the first one and the last one are events.
    fn wait(&self, change: i32, event: Event) {
        let mut record = self.record();
        let before = record.waits;
        record.waits = before.saturating_add_signed(change);
        let is_event = before.min(record.waits) == 0;
        drop(record);
        if is_event {
            self.feed(event);
        }
    }

    /// Adds a task that the driver runs, or returns it if it is too late.
    pub fn add_task(&self, task: Task) -> Option<Task> {
        let mut record = self.record();
        if record.is_over {
            return Some(task);
        }
        record.tasks.push(task);
        let wakers = record.wakers();
        drop(record);
        wakers.into_iter().flatten().for_each(Waker::wake);
        None
    }

    /// Takes the tasks that were added.
    pub fn take_tasks(&self) -> Vec<Task> {
        take(&mut self.record().tasks)
    }

    /// Takes what is left to do when the host drops the driver.
    pub fn give_up_driver(&self) -> Vec<Action> {
        self.feed(Event::Dropped);
        let mut record = self.record();
        record.is_over = true;
        record.give(Answer::Dropped);
        let (actions, wakers) = (take(&mut record.actions), record.wakers());
        drop(record);
        wakers.into_iter().flatten().for_each(Waker::wake);
        actions.into()
    }
}

/// A wait inside the handler.
pub(super) struct Wait<'a>(&'a Delivery);

impl Drop for Wait<'_> {
    fn drop(&mut self) {
        self.0.wait(-1, Event::WaitOver);
    }
}
