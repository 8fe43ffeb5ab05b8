//! The handler of a webhook, driven by long polling.

use std::collections::{HashSet, VecDeque};
use std::fmt::{self, Debug, Formatter};
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::{self, Poll};

use super::context::Context;
use super::delivery::{Handler, OngoingDelivery};
use super::options::Returned;
use super::order::Order;
use super::reply::Reply;
use super::request::Request;
use super::shared::Shared;
use super::{Failure, Webhook};
use crate::client::clock::Moment;
use crate::client::{Bot, BoxFuture, Error, MaybeSend, MaybeSync, Updates};
use crate::policy::polling::MAX_BACKOFF;
use crate::policy::{FIRST_WAIT, backoff};
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
    let webhook = Webhook::unauthenticated().bot(bot.clone()).deadline(None).without_store().returned(Returned::Call);
    let (updates, order) = (bot.updates(), Order::by_chat());
    Polling {
        bot: bot.clone(),
        webhook,
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
/// - Only updates that were handled or skipped are confirmed. After a crash, the service delivers the others again.
///
/// The service does not serve long polling while a webhook is set: call `deleteWebhook` first.
#[must_use = "updates are received by `run`"]
pub struct Polling<H, E = ()> {
    bot: Bot,
    webhook: Webhook,
    updates: Updates,
    order: Order,
    env: E,
    handler: Shared<H>,
    concurrency: usize,
    retries: u32,
}

/// An update that is being handled.
struct Work {
    update_id: i64,
    keys: Vec<String>,
    future: BoxFuture<'static, ()>,
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

    /// Receives and handles updates until the future ends. Then no other update is handled, the running handlers
    /// finish, and handled updates are confirmed. The future may be a signal, or `token.cancelled()` of a
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
        let (mut works, mut queue) = (Vec::new(), VecDeque::new());
        let (mut is_ending, mut outcome) = (false, Ok(()));
        poll_fn(|context| {
            is_ending = is_ending || until.as_mut().poll(context).is_ready();
            while self.advance(context, &mut works, &mut queue, &mut is_ending, &mut outcome) {}
            if is_ending && works.is_empty() { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
        outcome.and(self.updates.close().await)
    }

    /// Makes all progress that is possible now. Returns true if more may be possible.
    fn advance<F>(
        &mut self,
        context: &mut task::Context<'_>,
        works: &mut Vec<Work>,
        queue: &mut VecDeque<Update>,
        is_ending: &mut bool,
        outcome: &mut Result<(), Error>,
    ) -> bool
    where
        E: Clone + MaybeSend + 'static,
        H: Fn(Update, Context<E>) -> F + MaybeSend + MaybeSync + 'static,
        F: Future<Output: Reply> + MaybeSend + 'static,
    {
        let running = works.len();
        works.retain_mut(|work| {
            let is_over = work.future.as_mut().poll(context).is_ready();
            if is_over {
                self.updates.handled(work.update_id);
            }
            !is_over
        });
        let mut has_advanced = works.len() < running;
        if *is_ending {
            return false;
        }
        let mut taken: HashSet<String> = works.iter().flat_map(|work| work.keys.iter().cloned()).collect();
        for update in std::mem::take(queue) {
            let Ok(keys) = catch_unwind(AssertUnwindSafe(|| self.order.keys(&update))) else {
                self.updates.handled(update.update_id.0);
                has_advanced = true;
                continue;
            };
            let is_free = works.len() < self.concurrency && !keys.iter().any(|key| taken.contains(key));
            taken.extend(keys.iter().cloned());
            if is_free {
                works.push(Work { update_id: update.update_id.0, keys, future: self.work(update) });
                has_advanced = true;
            } else {
                queue.push_back(update);
            }
        }
        match self.updates.poll_new(context) {
            Poll::Pending => has_advanced,
            Poll::Ready(Some(Ok(update))) => {
                queue.push_back(update);
                true
            }
            Poll::Ready(ended) => {
                *outcome = ended.transpose().map(drop);
                *is_ending = true;
                false
            }
        }
    }

    /// Handles an update until it succeeds or is to be skipped.
    fn work<F>(&self, update: Update) -> BoxFuture<'static, ()>
    where
        E: Clone + MaybeSend + 'static,
        H: Fn(Update, Context<E>) -> F + MaybeSend + MaybeSync + 'static,
        F: Future<Output: Reply> + MaybeSend + 'static,
    {
        let (bot, webhook, retries) = (self.bot.clone(), self.webhook.clone(), self.retries);
        let (handler, env) = (self.handler.clone(), self.env.clone());
        Box::pin(async move {
            for failures in 0..=retries {
                let (handler, env) = (handler.clone(), env.clone());
                let handler: Handler = Box::new(move |update, delivery| {
                    let work = async move { handler(update, Context::new(delivery, env)).await.into_call() };
                    Box::pin(async { unwound(work).await.unwrap_or_else(|| Err("the handler panicked".into())) })
                });
                // `on_error` may panic too.
                let response = unwound(Box::pin(webhook.handle_update(update.clone(), handler))).await;
                if response.is_some_and(|response| response.is_success()) || failures == retries {
                    return;
                }
                bot.rest(backoff(FIRST_WAIT, failures, MAX_BACKOFF, random())).await;
            }
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
