//! What the events of an update bring for its actions, and the response on its way.

use std::collections::VecDeque;
use std::task::Waker;
use std::time::Duration;

use super::failure::Cause;
use super::options::Task;
use super::places::Place;
use super::query::QueryAnswer;
use super::response::Response;
use super::session_place::AnyShared;
use super::shared::Shared;
#[cfg(web)]
use super::signal::HandlerSignal;
use super::stores::{AnySessionStore, AnyStore, SessionChange};
use crate::policy::delivery::{Action, Config, State};
use crate::request::serialized_call::SerializedCall;
use crate::webhook::InlineCall;

/// The state of an update, and what its events bring for the actions that need it. Only the state decides.
#[allow(clippy::struct_excessive_bools)] // facts that do not depend on each other
pub(super) struct Record {
    pub state: State,
    /// The actions that the driver has not started yet.
    pub actions: VecDeque<Action>,
    /// True if something has happened since the driver looked.
    pub has_news: bool,
    /// The waker of the driver while it rests.
    pub driver: Option<Waker>,
    pub slot: Slot,
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
    pub waits: u32,
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
    /// The response with that call, if it was already made.
    pub prepared: Option<Response>,
    /// The answer to the query of the update.
    pub answer: QueryAnswer,
    pub held: Vec<Held>,
    pub staged: Vec<Staged>,
    /// The `SessionPlace` of the update, while its handler runs. Its type is not named, so that no program without sessions links
    /// what drops it.
    pub place: Option<AnyShared>,
    /// The last failure that was not reported yet.
    pub cause: Option<Cause>,
    /// Tasks that the response waits for, because the host has no `wait_until`.
    pub tasks: Vec<Task>,
    /// True if no further tasks are awaited.
    pub is_over: bool,
    /// The signal that asks the handler to end.
    #[cfg(web)]
    pub signal: HandlerSignal,
}

/// The response on its way to the service.
pub(super) enum Slot {
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

/// A call that the handler returned, after its check.
pub(super) struct CheckedCall {
    pub parameters: SerializedCall,
    /// True if it has passed the middleware.
    pub has_passed: bool,
}

/// A key that the delivery has claimed, or has asked for: the answer of the store may have been lost.
#[derive(Clone)]
pub(super) struct Held {
    pub store: Shared<dyn AnyStore>,
    pub key: String,
    pub owner: String,
    pub lease: Duration,
    pub is_owned: bool,
    /// The place of a turn. It wakes the next one when it is dropped.
    pub _place: Option<Shared<Place>>,
}

/// The change of a session, which is saved with the end of the update.
#[derive(Clone)]
pub(super) struct Staged {
    pub store: Shared<dyn AnySessionStore>,
    pub change: SessionChange,
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
            prepared: None,
            answer: QueryAnswer::None,
            held: Vec::new(),
            staged: Vec::new(),
            place: None,
            cause: None,
            tasks: Vec::new(),
            is_over: false,
            #[cfg(web)]
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
        #[cfg(web)]
        self.signal.let_go();
    }

    /// Takes the call for the response: the returned one, or the answer to the query.
    pub fn content(&mut self) -> Option<SerializedCall> {
        self.call.take().map(|call| call.parameters).or_else(|| self.answer.take())
    }

    /// Returns the same call without taking it, if it can be remembered: text.
    pub fn content_to_remember(&self) -> Option<&SerializedCall> {
        let call = self.call.as_ref().map(|call| &call.parameters).or(self.answer.pending());
        call.filter(|call| call.files.is_empty())
    }

    /// Takes the wakers of those who look at the record, because it has changed. Wake them when it is no longer locked.
    pub fn wakers(&mut self) -> [Option<Waker>; 2] {
        self.has_news = true;
        [self.driver.take(), self.answered.take()]
    }
}
