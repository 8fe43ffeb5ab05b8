//! The handler of a webhook, driven by long polling.

mod run;
mod tasks;

use std::fmt::{self, Debug, Formatter};
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;

use self::run::Run;
use self::tasks::TaskReceiver;
use super::context::Context;
use super::options::Returned;
use super::order::Order;
use super::reply::Reply;
use super::shared::Shared;
use super::{Failure, Webhook};
use crate::client::{Bot, Error, MaybeSend, MaybeSync, Updates};
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
        let mut run = Run::new();
        poll_fn(|context| {
            run.is_ending = run.is_ending || until.as_mut().poll(context).is_ready();
            while self.advance(context, &mut run) {}
            if run.is_over() { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
        run.outcome.and(self.updates.close().await)
    }
}

impl<H, E> Debug for Polling<H, E> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("Polling");
        shown.field("concurrency", &self.concurrency).field("retries", &self.retries).finish_non_exhaustive()
    }
}
