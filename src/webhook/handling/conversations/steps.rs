//! The steps of a run, in the order of their calls: those of the journal give their value again, and the first new question stops
//! the run.

use std::future::{pending, poll_fn};
use std::sync::Mutex;
use std::task::{Poll, Waker};

use serde_json::Value;

use super::error::{ConversationError, ConversationFault};
use super::journal::{Run, Step};
use crate::types::{ChatId, Update};
use crate::webhook::InlineCall;
use crate::webhook::callback_data::in_base_36;
use crate::webhook::handling::delivery::Delivery;
use crate::webhook::handling::shared::{Shared, lock};
use crate::webhook::handling::stores::BoxError;

/// How a run stops before its end.
pub(super) enum Stop {
    /// A question is open.
    Asks(InlineCall),
    /// The update is not an answer to the open question.
    Passed,
    Fault(ConversationError),
}

/// What a question makes of an update.
pub(super) enum Taken {
    /// The answer, and whether it is the press of a button.
    Answer { value: Option<Value>, is_pressed: bool },
    /// A wrong answer: the question is asked again.
    Wrong(InlineCall),
    /// Something else.
    Nothing,
}

/// The journal of one run while it is replayed.
#[allow(clippy::struct_excessive_bools)] // facts that do not depend on each other
pub(super) struct State {
    pub run: Run,
    /// The update that may answer the open question.
    pub has_input: bool,
    /// True if the press of a button was the answer.
    pub is_pressed: bool,
    /// True if an effect ran.
    pub has_acted: bool,
    pub stop: Option<Stop>,
    index: usize,
    max_steps: usize,
    /// True while a step is under way. Steps wait for each other.
    is_busy: bool,
    waiting: Vec<Waker>,
}

/// What the steps of one run share.
pub(super) struct Steps {
    state: Mutex<State>,
    pub update: Shared<Update>,
    pub delivery: Shared<Delivery>,
    pub chat: ChatId,
}

/// A step under way.
struct Turn<'a>(&'a Steps);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let waiting = {
            let mut state = self.0.state();
            state.is_busy = false;
            std::mem::take(&mut state.waiting)
        };
        waiting.into_iter().for_each(Waker::wake);
    }
}

impl Steps {
    pub fn new(
        run: Run,
        has_input: bool,
        max_steps: usize,
        update: Shared<Update>,
        delivery: Shared<Delivery>,
        chat: ChatId,
    ) -> Self {
        let state = State {
            run,
            has_input,
            is_pressed: false,
            has_acted: false,
            stop: None,
            index: 0,
            max_steps,
            is_busy: false,
            waiting: Vec::new(),
        };
        Self { state: Mutex::new(state), update, delivery, chat }
    }

    pub fn state(&self) -> std::sync::MutexGuard<'_, State> {
        lock(&self.state)
    }

    pub fn is_stopped(&self) -> bool {
        self.state().stop.is_some()
    }

    /// Waits until the steps before have ended.
    async fn turn(&self) -> Turn<'_> {
        poll_fn(|context| {
            let mut state = self.state();
            if state.stop.is_some() || state.is_busy {
                state.waiting.push(context.waker().clone());
                return Poll::Pending;
            }
            state.is_busy = true;
            Poll::Ready(Turn(self))
        })
        .await
    }

    /// Stops the run. The future stays pending, and the runner drops the conversation.
    pub async fn suspend<T>(&self, stop: Stop) -> T {
        self.state().stop = Some(stop);
        pending().await
    }

    /// Returns the next step of the journal, or `None` at its end.
    fn recorded(&self, id: &str) -> Result<Option<Step>, ConversationError> {
        let mut state = self.state();
        let step = state.run.steps.get(state.index).cloned();
        state.index += 1;
        let index = state.index;
        let before = step.as_ref().map(|step| &step.id).or(state.run.open.as_ref());
        if let Some(before) = before.filter(|before| *before != id) {
            let message = format!("conversation {}: step {index} was «{before}» and is now «{id}»", state.run.name);
            return Err(ConversationError::new(ConversationFault::Changed, message));
        }
        if step.is_none() && index > state.max_steps {
            let message = format!("conversation {}: more than {} steps", state.run.name, state.max_steps);
            return Err(ConversationError::new(ConversationFault::TooLong, message));
        }
        Ok(step)
    }

    /// Returns the answer to a question. Both functions get the beginning of the data of its buttons.
    pub async fn question(
        &self,
        id: String,
        ask: impl Fn(&str) -> InlineCall,
        take: impl FnOnce(&str, &Update) -> Taken,
    ) -> Option<Value> {
        let _turn = self.turn().await;
        let (data, is_open) = {
            let state = self.state();
            let Run { name, started, open, .. } = &state.run;
            let data = format!("~{name}:{}:{}", in_base_36((*started).into()), state.index);
            let is_open = open.is_some() && state.has_input;
            (data, is_open)
        };
        let stop = match self.recorded(&id) {
            Ok(Some(step)) => return step.value,
            Ok(None) if is_open => {
                self.state().has_input = false;
                match take(&data, &self.update) {
                    Taken::Nothing => Stop::Passed,
                    Taken::Wrong(call) => Stop::Asks(call),
                    Taken::Answer { value, is_pressed } => {
                        let mut state = self.state();
                        state.is_pressed |= is_pressed;
                        state.run.open = None;
                        let by = Some(self.update.update_id.0);
                        state.run.steps.push(Step { id, value: value.clone(), error: None, by });
                        return value;
                    }
                }
            }
            Ok(None) => {
                self.state().run.open = Some(id);
                Stop::Asks(ask(&data))
            }
            Err(error) => Stop::Fault(error),
        };
        self.suspend(stop).await
    }

    /// Runs an effect once, and returns its value. It gets a key that is the same in each run.
    pub async fn effect<F>(&self, id: String, work: impl FnOnce(String) -> F) -> Result<Value, ConversationError>
    where
        F: Future<Output = Result<Value, BoxError>>,
    {
        let _turn = self.turn().await;
        let (step, cause) = match self.recorded(&id) {
            Ok(Some(step)) => (step, None),
            Ok(None) => self.performed(id, work).await,
            Err(error) => self.suspend(Stop::Fault(error)).await,
        };
        match step.error {
            None => Ok(step.value.unwrap_or_default()),
            Some(error) => Err(ConversationError { cause, ..ConversationError::new(ConversationFault::Effect, error) }),
        }
    }

    async fn performed<F>(&self, id: String, work: impl FnOnce(String) -> F) -> (Step, Option<BoxError>)
    where
        F: Future<Output = Result<Value, BoxError>>,
    {
        let key = {
            let mut state = self.state();
            if state.run.kept.first().is_some_and(|next| next.id == id && next.by.is_none()) {
                // It had ended before the question was asked again.
                let step = state.run.kept.remove(0);
                state.run.steps.push(step.clone());
                return (step, None);
            }
            state.run.kept.clear();
            format!("{}:{}:{}", state.run.name, state.run.started, state.index)
        };
        let (step, cause) = match work(key).await {
            Ok(value) => (Step { id, value: Some(value), ..Step::default() }, None),
            Err(error) => (Step { id, error: Some(error.to_string()), ..Step::default() }, Some(error)),
        };
        let mut state = self.state();
        state.has_acted |= cause.is_none();
        state.run.steps.push(step.clone());
        (step, cause)
    }
}
