//! The handler of a webhook, driven by long polling.

use std::collections::{HashSet, VecDeque};
use std::fmt::{self, Debug, Formatter};
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::Mutex;
use std::task::{self, Poll, Waker};
use std::time::Duration;

use super::context::Context;
use super::delivery::{Handler, OngoingDelivery};
use super::options::{Returned, Task};
use super::order::Order;
use super::reply::Reply;
use super::request::Request;
use super::shared::{Shared, lock};
use super::{Failure, Webhook};
use crate::client::clock::Moment;
use crate::client::{Bot, BoxFuture, Error, MaybeSend, MaybeSync, Updates};
use crate::policy::polling::{MAX_BACKOFF, wait_after_errors};
use crate::request::random::random;
use crate::request::read::Read;
use crate::types::Update;

/// Receives updates by long polling and handles them as a [`Webhook`] does, with the same handler.
///
/// ```no_run
/// use botwire::client::{Bot, Error};
/// use botwire::methods::SendMessage;
/// use botwire::types::Update;
/// use botwire::webhook::{Context, poll};
///
/// async fn echo(update: Update, _: Context) -> Option<SendMessage> {
///     let message = update.message?;
///     Some(SendMessage::new(message.chat.id, message.text?))
/// }
///
/// # async fn example(bot: Bot, ctrl_c: impl Future<Output = ()>) -> Result<(), Error> {
/// poll(&bot, echo).run(ctrl_c).await
/// # }
/// ```
pub fn poll<H, F>(bot: &Bot, handler: H) -> Polling<H>
where
    H: Fn(Update, Context) -> F + MaybeSend + MaybeSync + 'static,
    F: Future<Output: Reply> + MaybeSend + 'static,
{
    poll_with(bot, (), handler)
}

/// Does the same as [`poll`], with an `env` for the [`Context`]. Each update gets a clone of it.
pub fn poll_with<E, H, F>(bot: &Bot, env: E, handler: H) -> Polling<H, E>
where
    E: Clone + MaybeSend + 'static,
    H: Fn(Update, Context<E>) -> F + MaybeSend + MaybeSync + 'static,
    F: Future<Output: Reply> + MaybeSend + 'static,
{
    let tasks = TaskReceiver::default();
    let webhook = Webhook::unauthenticated().bot(bot.clone()).deadline(None).without_store().returned(Returned::Call);
    let webhook = webhook.wait_until(tasks.sender()).with(|options| options.is_polling = true);
    let (updates, order) = (bot.updates(), Order::by_chat());
    Polling {
        bot: bot.clone(),
        webhook,
        tasks,
        updates,
        order,
        env,
        handler: Shared::new(handler),
        concurrency: 8,
        retries: 3,
    }
}

/// Long polling with the handler of a webhook, made by [`poll`].
///
/// - Updates of a chat are handled one at a time, in order; those of different chats at the same time.
/// - The call that a handler returns is sent as an ordinary call, as with [`Returned::Call`].
/// - An update whose handler fails or panics is handled again after a pause, 3 times; then it is skipped. If the call that a handler
///   returns fails, the update is handled again only if that cannot make the call twice. Each failure goes to
///   [`Polling::on_error`]. If that panics, the update counts as failed. If the function of an [`Order`] panics, the update is
///   skipped.
/// - After a 429, it is handled again after the pause that the service asks for, at most an hour. Meanwhile, other chats go on.
/// - The next update of a chat does not wait for tasks of [`Context::wait_until`].
/// - Only updates that were handled or skipped are confirmed. After a crash, the service delivers the others again.
///
/// The service does not serve long polling while a webhook is set: call `deleteWebhook` first.
#[must_use = "updates are received by `run`"]
pub struct Polling<H, E = ()> {
    bot: Bot,
    webhook: Webhook,
    tasks: TaskReceiver,
    updates: Updates,
    order: Order,
    env: E,
    handler: Shared<H>,
    concurrency: usize,
    retries: u32,
}

/// The tasks of handlers that `run` has not taken yet.
#[derive(Default)]
struct NewTasks {
    tasks: Vec<Task>,
    waker: Option<Waker>,
    is_over: bool,
}

/// The part of [`NewTasks`] that `run` has. After it was dropped, a task is polled once and then dropped, which reports it as
/// failed unless it has ended: the release of a claim in memory takes no longer.
#[derive(Default)]
struct TaskReceiver(Shared<Mutex<NewTasks>>);

impl TaskReceiver {
    /// Returns a function that adds tasks.
    fn sender(&self) -> impl Fn(Task) + MaybeSend + MaybeSync + use<> {
        let new = self.0.clone();
        move |task| {
            let mut new = lock(&new);
            if new.is_over {
                drop(new);
                return poll_once(task);
            }
            new.tasks.push(task);
            let waker = new.waker.take();
            drop(new);
            if let Some(waker) = waker {
                waker.wake();
            }
        }
    }

    /// Takes the new tasks. The waker is woken when another one is added.
    fn take(&self, waker: &Waker) -> Vec<Task> {
        let mut new = lock(&self.0);
        new.waker = Some(waker.clone());
        std::mem::take(&mut new.tasks)
    }
}

impl Drop for TaskReceiver {
    fn drop(&mut self) {
        let new = std::mem::replace(&mut *lock(&self.0), NewTasks { is_over: true, ..NewTasks::default() });
        new.tasks.into_iter().for_each(poll_once);
    }
}

fn poll_once(task: Task) {
    let mut task = pin!(unwound(task));
    let _ = task.as_mut().poll(&mut task::Context::from_waker(Waker::noop()));
}

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
struct Run {
    works: Vec<Work>,
    queue: VecDeque<Attempt>,
    tasks: Vec<BoxFuture<'static, Option<()>>>,
    is_ending: bool,
    outcome: Result<(), Error>,
}

impl<H, E> Polling<H, E> {
    /// Sets how updates are received: `bot.updates()` with its options, such as the kinds of updates.
    pub fn updates(self, updates: Updates) -> Self {
        Self { updates, ..self }
    }

    /// Sets which updates are handled one at a time. Default: [`Order::by_chat`]. The store of the order has no effect.
    pub fn in_order(self, order: Order) -> Self {
        Self { order, ..self }
    }

    /// Sets how many updates are handled at the same time, at least 1. Default: 8.
    pub fn concurrency(self, concurrency: usize) -> Self {
        Self { concurrency: concurrency.max(1), ..self }
    }

    /// Sets how often an update that fails is handled again. Default: 3.
    pub fn retries(self, retries: u32) -> Self {
        Self { retries, ..self }
    }

    /// Sets the function that is called each time an update fails. Default: the failure is logged as that of a webhook.
    pub fn on_error(self, hook: impl Fn(&Failure) + MaybeSend + MaybeSync + 'static) -> Self {
        let webhook = self.webhook.on_error(move |failure| {
            hook(failure);
            None
        });
        Self { webhook, ..self }
    }

    /// Receives and handles updates until the future ends. Then no other update is handled, the running handlers and their
    /// tasks finish, and handled updates are confirmed. An update that failed and waits to be handled again is not confirmed, so
    /// the service delivers it to the next program. The future may be a signal, or `token.cancelled()` of a
    /// `CancellationToken` of tokio. `std::future::pending()` never ends.
    ///
    /// ```no_run
    /// # use botwire::{client::Bot, types::Update, webhook::{Context, poll}};
    /// # async fn handler(_: Update, _: Context) {}
    /// # #[cfg(not(target_arch = "wasm32"))]
    /// # async fn example(bot: Bot) -> Result<(), Box<dyn std::error::Error>> {
    /// let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    /// let polling = tokio::spawn(poll(&bot, handler).run(async { drop(stopped.await) }));
    /// // Later, to end it:
    /// drop(stop);
    /// polling.await??;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Errors that a retry does not fix, such as a wrong token, once the running handlers have ended. And the error of the last
    /// confirmation.
    pub async fn run<F>(mut self, until: impl Future<Output = ()>) -> Result<(), Error>
    where
        E: Clone + MaybeSend + 'static,
        H: Fn(Update, Context<E>) -> F + MaybeSend + MaybeSync + 'static,
        F: Future<Output: Reply> + MaybeSend + 'static,
    {
        let mut until = pin!(until);
        let mut run =
            Run { works: Vec::new(), queue: VecDeque::new(), tasks: Vec::new(), is_ending: false, outcome: Ok(()) };
        poll_fn(|context| {
            run.is_ending = run.is_ending || until.as_mut().poll(context).is_ready();
            while self.advance(context, &mut run) {}
            let is_over = run.is_ending && run.works.is_empty() && run.tasks.is_empty();
            if is_over { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
        run.outcome.and(self.updates.close().await)
    }

    /// Makes all progress that is possible now. Returns true if more may be possible.
    fn advance<F>(&mut self, context: &mut task::Context<'_>, run: &mut Run) -> bool
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

/// Returns the outcome of the work, or `None` if it panics: one update must not end all others.
async fn unwound<T>(work: impl Future<Output = T>) -> Option<T> {
    let mut work = pin!(work);
    poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(context))) {
        Ok(polled) => polled.map(Some),
        Err(_) => Poll::Ready(None),
    })
    .await
}

impl Webhook {
    /// Handles an update that no request delivered.
    async fn handle_update(&self, update: Update, handler: Handler) -> super::Response {
        let read = Read { update, had_surrogate: false };
        let delivery = OngoingDelivery::new(self.clone(), &read, Moment::now(), None, Request::new("POST", "/"));
        Shared::new(delivery).work_in_span(read.update, handler).await
    }
}

impl<H, E> Debug for Polling<H, E> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("Polling");
        shown.field("concurrency", &self.concurrency).field("retries", &self.retries).finish_non_exhaustive()
    }
}
