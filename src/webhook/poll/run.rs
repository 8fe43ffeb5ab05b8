//! Handles the updates of a poll: which at the same time, which again, and when.

use std::collections::{HashSet, VecDeque};
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::task::{self, Poll};
use std::time::Duration;

use super::Polling;
use super::tasks::unwound;
use crate::client::clock::Moment;
use crate::client::{BoxFuture, Error, MaybeSend, MaybeSync};
use crate::policy::polling::{MAX_BACKOFF, wait_after_errors};
use crate::request::random::random;
use crate::request::read::Read;
use crate::types::Update;
use crate::webhook::context::Context;
use crate::webhook::delivery::{Handler, OngoingDelivery};
use crate::webhook::reply::Reply;
use crate::webhook::request::Request;
use crate::webhook::shared::{Shared, lock};
use crate::webhook::{Response, Webhook};

/// An update and how often it has failed.
struct Attempt {
    update: Update,
    failures: u32,
}

/// An update that is being handled, or that rests after a failure.
struct Work {
    attempt: Attempt,
    keys: Vec<String>,
    step: Step,
}

enum Step {
    Handling(BoxFuture<'static, Result<(), Failed>>),
    Resting { rest: BoxFuture<'static, ()>, is_long: bool },
}

/// The failure of an attempt, and how long the service asks to wait.
struct Failed(Option<Duration>);

/// The state of [`Polling::run`].
pub(super) struct Run {
    works: Vec<Work>,
    queue: VecDeque<Attempt>,
    tasks: Vec<BoxFuture<'static, Option<()>>>,
    pub is_ending: bool,
    pub outcome: Result<(), Error>,
}

impl Run {
    pub fn new() -> Self {
        Self { works: Vec::new(), queue: VecDeque::new(), tasks: Vec::new(), is_ending: false, outcome: Ok(()) }
    }

    pub fn is_over(&self) -> bool {
        self.is_ending && self.works.is_empty() && self.tasks.is_empty()
    }
}

impl<H, E> Polling<H, E> {
    /// Makes all progress that is possible now. Returns true if more may be possible.
    pub(super) fn advance<F>(&mut self, context: &mut task::Context<'_>, run: &mut Run) -> bool
    where
        E: Clone + MaybeSend + 'static,
        H: Fn(Update, Context<E>) -> F + MaybeSend + MaybeSync + 'static,
        F: Future<Output: Reply> + MaybeSend + 'static,
    {
        let mut has_advanced = self.advance_works(context, run);
        let new = self.tasks.take(context.waker());
        has_advanced |= !new.is_empty();
        run.tasks.extend(new.into_iter().map(|task| Box::pin(unwound(task)) as BoxFuture<'static, Option<()>>));
        run.tasks.retain_mut(|task| task.as_mut().poll(context).is_pending());
        if run.is_ending {
            // An update that rests is not confirmed, so it comes again.
            run.works.retain(|work| matches!(work.step, Step::Handling(_)));
            return has_advanced;
        }
        has_advanced |= self.start_works(run);
        match self.updates.poll_new(context) {
            Poll::Pending => has_advanced,
            Poll::Ready(Some(Ok(update))) => {
                run.queue.push_back(Attempt { update, failures: 0 });
                true
            }
            Poll::Ready(ended) => {
                run.outcome = ended.transpose().map(drop);
                run.is_ending = true;
                true
            }
        }
    }

    /// Continues updates that are being handled, and those that rest.
    fn advance_works(&mut self, context: &mut task::Context<'_>, run: &mut Run) -> bool {
        let mut has_advanced = false;
        for mut work in std::mem::take(&mut run.works) {
            let is_cut = match &mut work.step {
                Step::Handling(handling) => match handling.as_mut().poll(context) {
                    Poll::Pending => {
                        run.works.push(work);
                        continue;
                    }
                    Poll::Ready(Err(failed)) if work.attempt.failures < self.retries => {
                        work.attempt.failures += 1;
                        work.step = self.rest(work.attempt.failures, failed);
                        run.works.push(work);
                        has_advanced = true;
                        continue;
                    }
                    Poll::Ready(_) => {
                        self.updates.handled(work.attempt.update.update_id.0);
                        has_advanced = true;
                        continue;
                    }
                },
                Step::Resting { rest, is_long } => {
                    let is_cut = *is_long && self.updates.is_full();
                    if !is_cut && rest.as_mut().poll(context).is_pending() {
                        run.works.push(work);
                        continue;
                    }
                    is_cut
                }
            };
            if is_cut {
                work.attempt.failures = self.retries;
            }
            run.queue.push_front(work.attempt);
            has_advanced = true;
        }
        has_advanced
    }

    /// Starts to handle updates that wait for no other.
    fn start_works<F>(&mut self, run: &mut Run) -> bool
    where
        E: Clone + MaybeSend + 'static,
        H: Fn(Update, Context<E>) -> F + MaybeSend + MaybeSync + 'static,
        F: Future<Output: Reply> + MaybeSend + 'static,
    {
        let mut has_advanced = false;
        let mut taken: HashSet<String> = run.works.iter().flat_map(|work| work.keys.iter().cloned()).collect();
        let mut handling = run.works.iter().filter(|work| matches!(work.step, Step::Handling(_))).count();
        for attempt in std::mem::take(&mut run.queue) {
            let Ok(keys) = catch_unwind(AssertUnwindSafe(|| self.order.keys(&attempt.update))) else {
                self.updates.handled(attempt.update.update_id.0);
                has_advanced = true;
                continue;
            };
            let is_free = handling < self.concurrency && !keys.iter().any(|key| taken.contains(key));
            taken.extend(keys.iter().cloned());
            if is_free {
                let step = Step::Handling(self.attempt(attempt.update.clone()));
                run.works.push(Work { attempt, keys, step });
                handling += 1;
                has_advanced = true;
            } else {
                run.queue.push_back(attempt);
            }
        }
        has_advanced
    }

    /// Waits before an update is handled again: as long as the service asks, or a back-off.
    fn rest(&self, failures: u32, Failed(asked): Failed) -> Step {
        let wait = wait_after_errors(failures, asked, random());
        let bot = self.bot.clone();
        Step::Resting { rest: Box::pin(async move { bot.rest(wait).await }), is_long: wait > MAX_BACKOFF }
    }

    /// Handles an update once.
    fn attempt<F>(&self, update: Update) -> BoxFuture<'static, Result<(), Failed>>
    where
        E: Clone + MaybeSend + 'static,
        H: Fn(Update, Context<E>) -> F + MaybeSend + MaybeSync + 'static,
        F: Future<Output: Reply> + MaybeSend + 'static,
    {
        let (handler, env) = (self.handler.clone(), self.env.clone());
        let handler: Handler = Box::new(move |update, delivery| {
            let work = async move { handler(update, Context::new(delivery, env)).await.into_call() };
            Box::pin(async { unwound(work).await.unwrap_or_else(|| Err("the handler panicked".into())) })
        });
        let asked = Shared::<Mutex<Option<Duration>>>::default();
        let (found, reporter) = (asked.clone(), self.webhook.clone());
        let webhook = self.webhook.clone().on_error(move |failure| {
            *lock(&found) = failure.cause.retry_after();
            reporter.failed(failure)
        });
        Box::pin(async move {
            // `on_error` may panic too.
            let response = unwound(Box::pin(webhook.handle_update(update, handler))).await;
            let is_success = response.is_some_and(|response| response.is_success());
            if is_success { Ok(()) } else { Err(Failed(lock(&asked).take())) }
        })
    }
}

impl Webhook {
    /// Handles an update that no request delivered.
    async fn handle_update(&self, update: Update, handler: Handler) -> Response {
        let read = Read { update, had_surrogate: false };
        let delivery = OngoingDelivery::new(self.clone(), &read, Moment::now(), None, Request::new("POST", "/"));
        Shared::new(delivery).work_in_span(read.update, handler).await
    }
}
