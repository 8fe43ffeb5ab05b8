//! The handler of a webhook, driven by long polling.

mod endless;
mod run;
mod tasks;
mod when_woken;

use std::fmt::{self, Debug, Formatter};
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;

use self::run::Run;
use self::tasks::TaskReceiver;
use super::context::Context;
use super::delivery::Handler;
use super::kinds::log_inherited;
use super::options::{Returned, Task, WaitUntil};
use super::order::Order;
use super::shared::Shared;
use super::{AfterError, Failure};
use crate::client::{Bot, Error, MaybeSend, MaybeSync, Updates};
use crate::types::Update;
use crate::webhook::Reply;
use crate::webhook::Webhook;

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
/// # async fn example(bot: Bot) -> Result<(), Error> {
/// // Until the program is killed. With tokio, `async { drop(ctrl_c().await) }` stops it
/// // after the handlers that run.
/// poll(&bot, echo).run(std::future::pending()).await
/// # }
/// ```
pub fn poll<H, F>(bot: &Bot, handler: H) -> Polling
where
    H: Fn(Update, Context) -> F + MaybeSend + MaybeSync + 'static,
    F: Future<Output: Reply> + MaybeSend + 'static,
{
    poll_with(bot, (), handler)
}

/// Does the same as [`poll`], with an `env` for the [`Context`]. Each update gets a clone of it.
///
/// ```no_run
/// use std::sync::Arc;
///
/// use botwire::client::{Bot, Error};
/// use botwire::methods::SendMessage;
/// use botwire::types::Update;
/// use botwire::webhook::{Context, poll_with};
///
/// async fn greet(update: Update, context: Context<Arc<str>>) -> Option<SendMessage> {
///     Some(update.message?.reply(format!("Welcome to {}", context.env())))
/// }
///
/// # async fn example(bot: Bot, ctrl_c: impl Future<Output = ()>) -> Result<(), Error> {
/// poll_with(&bot, Arc::<str>::from("the tea shop"), greet).run(ctrl_c).await
/// # }
/// ```
pub fn poll_with<E, H, F>(bot: &Bot, env: E, handler: H) -> Polling
where
    E: Clone + MaybeSend + 'static,
    H: Fn(Update, Context<E>) -> F + MaybeSend + MaybeSync + 'static,
    F: Future<Output: Reply> + MaybeSend + 'static,
{
    let tasks = TaskReceiver::default();
    let webhook = Webhook::unauthenticated().bot(bot.clone()).deadline(None).without_store().returned(Returned::Call);
    let webhook = webhook.wait_until(tasks.sender()).with(|options| options.is_polling = true);
    let (updates, order) = (bot.updates(), Order::by_chat());
    let handler = Shared::new(handler);
    let handler = move || -> Handler {
        let (handler, env) = (handler.clone(), env.clone());
        Box::new(move |update, delivery| {
            Box::pin(async move { handler(*update, Context::new(delivery, env)).await.into_call() })
        })
    };
    Polling {
        bot: bot.clone(),
        webhook,
        tasks,
        updates,
        order,
        handler: Box::new(handler),
        concurrency: 8,
        spawn: None,
    }
}

/// Returns the user's handler, once for each update.
#[cfg(not(target_arch = "wasm32"))]
type NewHandler = Box<dyn FnMut() -> Handler + Send>;
/// Returns the user's handler, once for each update.
#[cfg(target_arch = "wasm32")]
type NewHandler = Box<dyn FnMut() -> Handler>;

/// Long polling with the handler of a webhook, made by [`poll`].
///
/// - Updates of a chat are handled one at a time, in order; those of different chats at the same time. An update that waits for its
///   session counts as none of them.
/// - While a handler runs, the service is asked for updates of other chats again and again: after 20 milliseconds, or after a fiftieth of
///   the time since the last new update, at most half a second. It returns at most 100 updates that are not confirmed, so a handler that
///   never ends holds up all chats in the end. The console says so after a minute.
/// - The call that a handler returns is sent as an ordinary call, as with [`Returned::Call`]. After a 429, it waits as long as the
///   service asks, at most an hour.
/// - What failed decides whether an update is handled again, as [by a webhook](Webhook::on_error): after a pause, for
///   [`attempts`](Polling::attempts) runs in all. After a 429, the pause is as long as the service asks. Meanwhile, other chats go
///   on. Each failure goes to [`Polling::on_error`]. A handler or hook that panics ends no other. If the function of an [`Order`]
///   panics, the update is skipped.
/// - The next update of a chat does not wait for tasks of [`Context::wait_until`].
/// - Only updates that were handled or given up are confirmed. After a crash, the service delivers the others again.
///
/// The service does not serve long polling while a webhook is set: call `deleteWebhook` first. Without
/// [`Updates::allowed_updates`], the service sends the kinds of an earlier request: if these are not all kinds, the console says so.
///
/// ```no_run
/// # use botwire::{client::{Bot, Error}, types::Update, webhook::{Context, Order, poll}};
/// # async fn handler(_: Update, _: Context) {}
/// # async fn example(bot: Bot, ctrl_c: impl Future<Output = ()>) -> Result<(), Error> {
/// poll(&bot, handler)
///     .attempts(10)
///     .on_error(|failure| eprintln!("update {}, attempt {}: {:?}", failure.update_id, failure.attempt, failure.cause))
///     .run(ctrl_c)
///     .await
/// # }
/// ```
#[must_use = "updates are received by `run`"]
pub struct Polling {
    bot: Bot,
    webhook: Webhook,
    tasks: TaskReceiver,
    updates: Updates,
    order: Order,
    handler: NewHandler,
    concurrency: usize,
    spawn: Option<Shared<dyn WaitUntil>>,
}

impl Polling {
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

    /// Runs the handlers in tasks of their own, such as those of tokio: handlers of several chats that compute then use several threads.
    /// Without it, all handlers run in the task of [`Polling::run`], so at most one of them computes at a time.
    ///
    /// ```no_run
    /// # use botwire::{client::Bot, types::Update, webhook::{Context, poll}};
    /// # async fn handler(_: Update, _: Context) {}
    /// # #[cfg(not(target_arch = "wasm32"))]
    /// # async fn example(bot: Bot, ctrl_c: impl Future<Output = ()>) -> Result<(), botwire::client::Error> {
    /// poll(&bot, handler).spawn(|task| drop(tokio::spawn(task))).run(ctrl_c).await
    /// # }
    /// ```
    pub fn spawn(self, spawn: impl Fn(Task) + MaybeSend + MaybeSync + 'static) -> Self {
        Self { spawn: Some(Shared::new(spawn)), ..self }
    }

    /// Sets how often a handler runs at most for an update that fails for a while, at least 1. Default: 4.
    pub fn attempts(self, attempts: u32) -> Self {
        Self { webhook: self.webhook.attempts(attempts), ..self }
    }

    /// Sets the function that is called each time an update fails, as [`Webhook::on_error`]. Default: the failure is logged as that
    /// of a webhook.
    pub fn on_error<A: Into<AfterError>>(self, hook: impl Fn(&Failure) -> A + MaybeSend + MaybeSync + 'static) -> Self {
        Self { webhook: self.webhook.on_error(hook), ..self }
    }

    /// Receives and handles updates until the future ends. Pass what ends your program as this future: a signal, `token.cancelled()` of a
    /// `CancellationToken` of tokio, or the end of a channel. Await `run` itself to its end. Do not put it into `select!`, a timeout, or a
    /// task that you abort: these drop it, so running handlers stop in the middle, and what was handled since the last request comes
    /// again.
    ///
    /// When the future has ended, the running handlers and their tasks finish, updates that came before one that was handled are handled
    /// too, and all of these are confirmed. The service delivers the others to the next program, and so it does with an update that
    /// failed, and with those after it; the console says how many. `std::future::pending()` never ends.
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
    pub async fn run(mut self, until: impl Future<Output = ()>) -> Result<(), Error> {
        let mut until = pin!(until);
        let kinds = self.updates.inherits_kinds().then(|| Box::pin(log_inherited(self.bot.clone())) as Task);
        let (mut run, mut is_stopped) = (Run::new(kinds), false);
        poll_fn(|context| {
            loop {
                if !is_stopped && until.as_mut().poll(context).is_ready() {
                    is_stopped = true;
                    run.end();
                }
                if !self.advance(context, &mut run) {
                    break;
                }
            }
            if run.is_over() { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
        if is_stopped {
            run.log_left();
        }
        run.outcome.and(self.updates.close().await)
    }
}

impl Debug for Polling {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("Polling");
        shown.field("concurrency", &self.concurrency).finish_non_exhaustive()
    }
}
