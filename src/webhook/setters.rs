//! The setters of a webhook's options.

use std::time::Duration;

use super::options::{AtDeadline, Returned, Task, WebhookOptions};
use super::order::Order;
use super::request::Request;
use super::response::Response;
use super::shared::Shared;
use super::stores::ClaimStore;
use super::{Failure, Rejection, Webhook};
use crate::client::{Bot, Encoding, MaybeSend, MaybeSync};

impl Webhook {
    /// Sets the bot that makes the calls that do not go into the response. Keys in the [store](Webhook::store) begin with its
    /// identifier.
    #[must_use]
    pub fn bot(self, bot: Bot) -> Self {
        self.with(|options| options.bot = Some(bot))
    }

    /// Sets how long an answer may take from the arrival of its request; `None` for no limit. Default: 10
    /// seconds, and at most 8 for a pre-checkout query, whose answer the service awaits for 10.
    ///
    /// - A body that takes longer is answered with 408.
    /// - An update that has to wait longer for another delivery of it, or for its [turn](Webhook::in_order), is answered with
    ///   503. Its handler does not run, and the service delivers the update again.
    /// - A handler that takes longer goes on in [`Webhook::wait_until`]; the answer is 200, or 503 with
    ///   [`AtDeadline::Retry`]. The call that it returns then is made by the [bot](Webhook::bot), and retried three times
    ///   within 20 seconds if need be. Without a bot that call would be lost, so the answer then waits for the handler.
    ///
    /// Natively the clock is that of the bot's transport, and a handler goes on in [`Webhook::wait_until`] only: without
    /// `wait_until` the answer waits for the handler.
    #[must_use]
    pub fn deadline(self, deadline: impl Into<Option<Duration>>) -> Self {
        self.with(|options| options.deadline = deadline.into())
    }

    /// Sets the answer at the [deadline](Webhook::deadline) while the handler runs. Default: [`AtDeadline::Accept`].
    #[must_use]
    pub fn at_deadline(self, at_deadline: AtDeadline) -> Self {
        self.with(|options| options.at_deadline = at_deadline)
    }

    /// Sets how the call that a handler returns is sent, and the answer of [`Context::answer`](super::Context::answer).
    /// Default: [`Returned::Inline`].
    #[must_use]
    pub fn returned(self, returned: Returned) -> Self {
        self.with(|options| options.returned = returned)
    }

    /// Sets what keeps the host up until a task has ended. Without it a host such as workerd ends
    /// what is left when a request was answered, or when its client is gone.
    ///
    /// ```text
    /// #[event(fetch)]
    /// async fn fetch(request: Request, env: Env, context: worker::Context) -> Result<Response> {
    ///     let webhook = Webhook::new("/hook/…").bot(bot).wait_until(move |task| context.wait_until(task));
    /// ```
    ///
    /// If it drops a task before that has ended, the answer is 500 and the failure is [`Cause::Host`](super::Cause). A handler
    /// that panics in a task looks the same; without `wait_until` its panic unwinds through [`Webhook::handle`].
    ///
    /// Where the host takes a promise, `wasm_bindgen_futures::future_to_promise` makes one of a task.
    #[must_use]
    pub fn wait_until(self, wait_until: impl Fn(Task) + MaybeSend + MaybeSync + 'static) -> Self {
        self.with(|options| options.wait_until = Some(Shared::new(wait_until)))
    }

    /// Sets the store that deduplicates updates: a repeated delivery is answered with 200 and not handled. Several webhooks
    /// and bots can share a store. Default: the last 10,000 updates, in the memory of this isolate; natively in that of this
    /// webhook and its clones.
    #[must_use]
    pub fn store(self, store: impl ClaimStore + 'static) -> Self {
        self.with(|options| options.store = Some(Shared::new(store)))
    }

    /// Handles every delivery of an update, also a repeated one.
    #[must_use]
    pub fn without_store(self) -> Self {
        self.with(|options| options.store = None)
    }

    /// Sets how long a handled update is remembered, in whole milliseconds. Default: 24 hours, after which the service
    /// discards updates.
    #[must_use]
    pub fn claim_ttl(self, ttl: Duration) -> Self {
        self.with(|options| options.claim_ttl = ttl)
    }

    /// Sets how long a claim or a turn lasts if its process is killed, at least 100 milliseconds. Until then, other deliveries
    /// of the update wait or are answered with 503. The lease of a running handler is renewed, for at most 15 minutes.
    /// Default: 15 seconds.
    #[must_use]
    pub fn lease(self, lease: Duration) -> Self {
        self.with(|options| options.lease = lease.max(Duration::from_millis(100)))
    }

    /// Handles updates one at a time that have a key in common, such as those of a chat. Of several updates that wait, the
    /// one with the lowest `update_id` goes first. The wait counts towards the [deadline](Webhook::deadline), after which
    /// the answer is 503. A handler that runs longer than the deadline keeps its turn until its call is answered. Default:
    /// updates are handled as they come.
    #[must_use]
    pub fn in_order(self, order: Order) -> Self {
        self.with(|options| options.order = Some(order))
    }

    /// Sets how the call that a handler returns is written into the answer. A file makes it
    /// multipart. Default: JSON. An answer has no query, so `Query` is written as `Form`.
    #[must_use]
    pub fn reply_encoding(self, encoding: Encoding) -> Self {
        self.with(|options| options.reply_encoding = encoding)
    }

    /// Sets what is called when an update fails. The response that it returns, if any, is the
    /// answer, unless there was one already. Default: the failure is logged to the console, natively to standard error, without
    /// the token of the [bot](Webhook::bot).
    ///
    /// Without a response the answer is 500, so that the service delivers the update again, and its
    /// claim is released.
    #[must_use]
    pub fn on_error(self, hook: impl Fn(&Failure) -> Option<Response> + MaybeSend + MaybeSync + 'static) -> Self {
        self.with(|options| options.on_error = Some(Shared::new(hook)))
    }

    /// Sets what is called for each request that does not get to the handler. The request's URL holds the
    /// secret. Default: nothing.
    #[must_use]
    pub fn on_reject(self, hook: impl Fn(&Rejection, &Request) + MaybeSend + MaybeSync + 'static) -> Self {
        self.with(|options| options.on_reject = Some(Shared::new(hook)))
    }

    fn with(mut self, set: impl FnOnce(&mut WebhookOptions)) -> Self {
        set(&mut self.options);
        self
    }
}
