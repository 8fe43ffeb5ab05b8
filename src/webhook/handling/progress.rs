//! How the driver, the handler, and the response follow a delivery.

use std::mem::{replace, take};
use std::task::{Context, Poll, Waker};

use super::delivery::Delivery;
use super::options::Task;
use super::record::{Answer, Slot, Staged};
use crate::policy::delivery::{Action, Event};

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
