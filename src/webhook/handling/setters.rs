//! The setters of a webhook's options.

use std::time::Duration;

use super::options::{AtDeadline, Returned, Task, WebhookOptions};
use super::order::Order;
use super::request::Request;
use super::shared::Shared;
use super::stores::{ClaimStore, MemoryStore};
use super::{AfterError, Failure};
use crate::client::{Bot, Encoding, MaybeSend, MaybeSync};
use crate::policy::webhook::MAX_BODY_BYTES;
use crate::webhook::{Rejection, Webhook};

impl Webhook {
    /// Does the same as [`Webhook::new`] and [`Webhook::store`]. In a worker this is 6 kB smaller, because it leaves the store in
    /// memory out of the program.
    #[must_use]
    pub fn with_store(path: impl AsRef<str>, store: impl ClaimStore + 'static) -> Self {
        let options = WebhookOptions::over(Shared::new(store));
        // Not from `unauthenticated`, whose store is in memory.
        let webhook = Self { path: None, header: None, max_body_bytes: MAX_BODY_BYTES, every_field: false, options };
        webhook.at(path.as_ref())
    }

    /// Sets the bot, which makes all calls that do not go into the response. Keys in the [store](Webhook::store) begin with
    /// its identifier.
    #[must_use]
    pub fn bot(self, bot: Bot) -> Self {
        self.with(|options| options.bot = Some(bot))
    }

    /// Sets the time limit of a response, from the arrival of the request. `None` means no limit. Default: 10 seconds, and at
    /// most 8 seconds for a pre-checkout query, because the service waits 10 seconds for its answer.
    ///
    /// - A body that takes longer is rejected with 408.
    /// - If the update still waits for another delivery, or for its [turn](Webhook::in_order), the response is 503. Its
    ///   handler does not run, and the service delivers the update again.
    /// - A handler that takes longer continues in [`Webhook::wait_until`]. The response is 200, or 503 with
    ///   [`AtDeadline::Retry`]. The [bot](Webhook::bot) sends the returned call, with up to three retries within 20 seconds.
    ///   Without a bot, this call would be lost, so the response waits for the handler.
    ///
    /// Natively, the bot's transport measures the time, and a handler continues only in [`Webhook::wait_until`]. Without
    /// `wait_until`, the response waits for the handler.
    #[must_use]
    pub fn deadline(self, deadline: impl Into<Option<Duration>>) -> Self {
        self.with(|options| options.deadline = deadline.into())
    }

    /// Sets the response if the handler is still running at the [deadline](Webhook::deadline). Default:
    /// [`AtDeadline::Accept`].
    #[must_use]
    pub fn at_deadline(self, at_deadline: AtDeadline) -> Self {
        self.with(|options| options.at_deadline = at_deadline)
    }

    /// Sets how a returned call, and the answer of [`Context::answer`](super::Context::answer), is sent. Default:
    /// [`Returned::Inline`].
    #[must_use]
    pub fn returned(self, returned: Returned) -> Self {
        self.with(|options| options.returned = returned)
    }

    /// Sets the function that keeps the host running until a task has ended. Without it, a host such as workerd ends all
    /// tasks after the response, or when the client disconnects. Natively, an update whose handler and stores do not wait needs no task.
    ///
    /// ```text
    /// #[event(fetch)]
    /// async fn fetch(request: Request, env: Env, context: worker::Context) -> Result<Response> {
    ///     let webhook = Webhook::new("/hook/…").bot(bot).wait_until(move |task| context.wait_until(task));
    /// ```
    ///
    /// If the host drops a task before it has ended, the response is 500 and the failure is [`Cause::Host`](super::Cause).
    ///
    /// If the host takes a promise, convert the task with `wasm_bindgen_futures::future_to_promise`.
    #[must_use]
    pub fn wait_until(self, wait_until: impl Fn(Task) + MaybeSend + MaybeSync + 'static) -> Self {
        self.with(|options| options.wait_until = Some(Shared::new(wait_until)))
    }

    /// Sets the store that deduplicates updates: a repeated delivery gets the same response and is not handled. Several webhooks
    /// and bots can share a store. Default: the memory of this isolate, natively of this webhook and its clones, with the
    /// last 10,000 updates.
    #[must_use]
    pub fn store(self, store: impl ClaimStore + 'static) -> Self {
        self.with(|options| (options.store, options.deduplicates) = (Shared::new(store), true))
    }

    /// Turns deduplication off: repeated deliveries are handled again.
    #[must_use]
    pub fn without_store(self) -> Self {
        self.with(|options| (options.store, options.deduplicates) = (Shared::new(MemoryStore::local()), false))
    }

    /// Sets how long a handled update is remembered, in whole milliseconds. Default: 24 hours, after which the service
    /// discards updates.
    #[must_use]
    pub fn claim_ttl(self, ttl: Duration) -> Self {
        self.with(|options| options.claim_ttl = ttl)
    }

    /// Sets how long a claim lasts after its process was killed, at least 100 milliseconds. A turn lasts half as long again. Until
    /// then, other deliveries of the update wait or are answered with 503. The lease of a running handler is renewed, for at most
    /// 15 minutes. Default: 15 seconds.
    #[must_use]
    pub fn lease(self, lease: Duration) -> Self {
        self.with(|options| options.lease = lease.max(Duration::from_millis(100)))
    }

    /// Handles updates with a common key, such as those of a chat, one at a time. If several wait, the one with the lowest
    /// `update_id` is next. The wait counts towards the [deadline](Webhook::deadline), after which the response is 503. A
    /// handler that runs past the deadline keeps its turn until its call is answered. Default: updates are handled at the
    /// same time.
    #[must_use]
    pub fn in_order(self, order: Order) -> Self {
        self.with(|options| options.order = Some(order))
    }

    /// Sets the encoding of a returned call in the response. A call with a file is always multipart. `Query` is written as
    /// `Form`, because a response has no query. Default: JSON.
    #[must_use]
    pub fn reply_encoding(self, encoding: Encoding) -> Self {
        self.with(|options| options.reply_encoding = encoding)
    }

    /// Sets how often a handler runs at most for an update that fails [for a while](crate::client::Error::is_transient), at least 1.
    /// A run whose process dies counts, and so does one of an earlier process. Default: 4.
    #[must_use]
    pub fn attempts(self, attempts: u32) -> Self {
        self.with(|options| options.attempts = attempts.max(1))
    }

    /// Sets whether the response with a call is remembered with its update. If its answer is lost, the service delivers the update
    /// again, and gets the same response. Up to 16,000 bytes, without files. Default: true.
    #[must_use]
    pub fn remember_responses(self, remember: bool) -> Self {
        self.with(|options| options.remembers_responses = remember)
    }

    /// Sets the function that is called when an update fails. It may return an [`AfterError`], a response, or
    /// nothing. Default: the failure is written to the console, natively to standard error, without the token of the
    /// [bot](Webhook::bot).
    ///
    /// What failed decides what happens:
    ///
    /// | failure | what happens |
    /// |---|---|
    /// | of a store | it is repeated; then the response is 503, and the update comes again |
    /// | of a call, [for a while](crate::client::Error::is_transient) | the response is 500, and the update comes again, for [`attempts`](Webhook::attempts) runs in all |
    /// | the same, after the handler has made a call by [`Context::bot`](super::Context::bot) that would be made twice | the update is done |
    /// | anything else: another error of a call, an error of your program, a panic, an invalid returned call | the update is done |
    ///
    /// [`AfterError::Retry`](super::AfterError) makes the update come again, and [`AfterError::Handled`](super::AfterError) ends it.
    /// Use the first one for work that must not be given up, such as payments, if your own database fails.
    #[must_use]
    pub fn on_error<A: Into<AfterError>>(self, hook: impl Fn(&Failure) -> A + MaybeSend + MaybeSync + 'static) -> Self {
        self.with(|options| options.on_error = Some(Shared::new(move |failure: &Failure| hook(failure).into())))
    }

    /// Sets the function that is called for each request that does not reach the handler. The URL of the request contains the
    /// secret. Default: rejected requests are silent.
    #[must_use]
    pub fn on_reject(self, hook: impl Fn(&Rejection, &Request) + MaybeSend + MaybeSync + 'static) -> Self {
        self.with(|options| options.on_reject = Some(Shared::new(hook)))
    }

    pub(super) fn with(mut self, set: impl FnOnce(&mut WebhookOptions)) -> Self {
        set(&mut self.options);
        self
    }
}
