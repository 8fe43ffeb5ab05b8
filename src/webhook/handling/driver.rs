//! Does what the rules of the delivery say: runs the handler, asks the stores, and makes calls.

use std::future::{Future, pending};
use std::pin::Pin;
use std::task::{Context, Poll};

use super::delivery::{Delivery, Handler};
use super::failure::Cause;
use super::held::Late;
use super::options::Task;
use super::shared::Shared;
use super::task_set::TaskSet;
use super::unwound::unwound;
use crate::client::BoxFuture;
use crate::policy::delivery::{Action, Event};
use crate::types::Update;

/// What an action does, and the event that follows. Not wrapped: a future inside another one takes its size twice.
type Work = BoxFuture<'static, Event>;

/// The work for an update: a future that ends when its last key is released and its tasks have ended.
pub(super) struct Driver {
    delivery: Shared<Delivery>,
    /// The update and its handler, until it runs.
    handler: Option<(Box<Update>, Handler)>,
    works: Vec<Work>,
    /// Sends the answer to the query, which no event follows.
    answer: Option<Task>,
    tasks: TaskSet,
    /// Goes on beside work that waits, and never ends.
    renewal: Option<Task>,
    /// Aborts the signal of a late handler.
    signal: Task,
    #[cfg(web)]
    _live: super::panics::Live,
}

impl Driver {
    pub fn new(delivery: Shared<Delivery>, update: Box<Update>, handler: Handler) -> Self {
        delivery.feed(Event::Start);
        Self {
            #[cfg(web)]
            _live: super::panics::Live::new(&delivery),
            delivery,
            handler: Some((update, handler)),
            works: Vec::new(),
            answer: None,
            tasks: TaskSet::default(),
            renewal: None,
            signal: Box::pin(pending()),
        }
    }

    fn start(&mut self, action: Action) {
        let delivery = self.delivery.clone();
        let started: Work = match action {
            Action::Claim => Box::pin(delivery.claim_update()),
            Action::Run => match self.handler.take() {
                Some((update, handler)) => Box::pin(delivery.run(update, handler)),
                None => return,
            },
            Action::Check => Box::pin(delivery.check()),
            Action::SaveDone | Action::SaveAll | Action::SaveDoneRemember | Action::SaveAllRemember => {
                Box::pin(delivery.save(action))
            }
            Action::Send => Box::pin(delivery.send_call()),
            Action::SendAnswer => {
                self.answer = Some(Box::pin(async move { delivery.send_answer().await }));
                return;
            }
            Action::Release | Action::ReleaseRefund => {
                // The store that failed until the update was given up.
                if delivery.record().cause.is_some() {
                    delivery.tell();
                }
                let attempts = delivery.attempts_after(action);
                Box::pin(delivery.release(attempts))
            }
            Action::ReportRetry | Action::ReportLast => {
                let event = delivery.decide(action == Action::ReportRetry);
                return delivery.feed(event);
            }
            Action::Tell => return delivery.tell(),
            Action::SignalLater => {
                self.signal = Box::pin(delivery.signal_later());
                return;
            }
            // The delivery itself does these.
            Action::AskAgain
            | Action::Cancel
            | Action::CancelWait
            | Action::RespondOk
            | Action::RespondContent
            | Action::RespondRemembered
            | Action::RespondAgain => return,
        };
        self.works.push(started);
    }

    /// Polls the works once, and tells what has ended.
    fn advance(&mut self, context: &mut Context<'_>) {
        let delivery = &self.delivery;
        self.works.retain_mut(|work| match work.as_mut().poll(context) {
            Poll::Pending => true,
            Poll::Ready(event) => {
                delivery.feed(event);
                false
            }
        });
        self.answer.take_if(|answer| answer.as_mut().poll(context).is_ready());
        delivery.take_tasks().into_iter().for_each(|task| self.tasks.push(task));
        self.tasks.poll(context);
        let _ = self.signal.as_mut().poll(context);
    }
}

impl Future for Driver {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        #[cfg(web)]
        let Some(_running) = super::panics::Running::new(&self.delivery) else { return Poll::Ready(()) };
        loop {
            while let Some(action) = self.delivery.next_action() {
                self.start(action);
            }
            self.advance(context);
            let is_idle = self.works.is_empty() && self.answer.is_none() && self.tasks.is_empty();
            let Some(rest) = self.delivery.rest(is_idle, context) else { continue };
            if rest.is_pending() {
                // Most updates are handled without a wait, and need no timer.
                let Self { renewal, delivery, .. } = &mut *self;
                let renewal = renewal.get_or_insert_with(|| Box::pin(delivery.clone().renew_leases()));
                let _ = renewal.as_mut().poll(context);
            }
            return rest;
        }
    }
}

impl Drop for Driver {
    /// The host drops the work. What the rules leave to do goes on in the background.
    fn drop(&mut self) {
        let delivery = self.delivery.clone();
        let is_idle = self.works.is_empty() && self.answer.is_none();
        if delivery.is_ended() && (is_idle || delivery.record().is_over) {
            return;
        }
        // The handler ends first, and its waits with it.
        self.works.clear();
        self.answer = None;
        let actions = delivery.give_up_driver();
        if actions.contains(&Action::Tell) {
            delivery.tell_dropped();
        }
        let webhook = delivery.webhook.clone();
        webhook.in_background(Box::pin(async move {
            if actions.contains(&Action::SaveDone) {
                delivery.clone().save(Action::SaveDone).await;
            }
            let attempts = delivery.attempts_after(Action::ReleaseRefund);
            delivery.release(attempts).await;
        }));
    }
}

impl Delivery {
    /// Waits for the turns of the update and runs the handler.
    async fn run(self: Shared<Self>, update: Box<Update>, handler: Handler) -> Event {
        let delivery = self.clone();
        let work = async move {
            for (store, key) in delivery.webhook.turns(&update) {
                Box::pin(delivery.wait_for_turn(&store, key)).await?;
            }
            handler(update, delivery.clone()).await
        };
        match unwound(work).await.unwrap_or_else(|| Err("the handler panicked".into())) {
            Ok(call) => self.returned(call),
            Err(error) => self.threw(Cause::of(error)),
        }
    }

    /// Keeps a failure for its report, and returns its event.
    pub fn threw(&self, cause: Cause) -> Event {
        let event = cause.event();
        // That of a wait that was given up is no failure.
        let is_failure = !matches!(&cause, Cause::Store(error) if error.is::<Late>());
        self.record().cause = is_failure.then_some(cause);
        event
    }

    /// Returns the count of attempts that stays with the update after it was released.
    pub fn attempts_after(&self, release: Action) -> u32 {
        let mut record = self.record();
        let attempts = record.attempts.min(self.webhook.options.attempts);
        record.attempts = if release == Action::ReleaseRefund { attempts.saturating_sub(1) } else { attempts };
        record.attempts
    }

    /// Reports that the host has dropped the delivery.
    pub fn tell_dropped(&self) {
        self.record().cause = Some(Cause::Host);
        self.tell();
    }

    /// Reports the last failure, after which nothing is decided.
    fn tell(&self) {
        let cause = self.record().cause.take();
        drop(self.failed(cause.unwrap_or(Cause::Gone)));
    }
}
