//! The setters of a webhook's options.

use std::time::Duration;

use super::options::{Store, Task, WebhookOptions};
use super::request::Request;
use super::response::Response;
use super::shared::Shared;
#[cfg(target_arch = "wasm32")]
use super::stores::MemoryStore;
use super::stores::{AnyStore, ClaimStore};
#[cfg(target_arch = "wasm32")]
use super::turns::DurableObjectTurns;
use super::{Failure, Rejection, Webhook};
use crate::client::{Bot, Encoding, MaybeSend, MaybeSync};

impl Webhook {
    /// Sets the bot that makes the call which a handler returns too late for the answer.
    #[must_use]
    pub fn bot(self, bot: Bot) -> Self {
        self.with(|options| options.bot = Some(bot))
    }

    /// Sets how long an answer may take from the arrival of its request; `None` for ever. Default: 10
    /// seconds, and at most 8 for a pre-checkout query, whose answer the service awaits for 10.
    ///
    /// A body that takes longer is answered with 408. A handler that takes longer is answered for
    /// with 200 and goes on in [`Webhook::wait_until`]; the call that it returns then is made by the
    /// [bot](Webhook::bot), and retried three times within 20 seconds if need be. Without a bot that call would be lost,
    /// so the answer then waits for the handler. An update that could not be claimed in time is
    /// answered with 503.
    ///
    /// Natively the clock is that of the bot's transport, and a handler goes on in [`Webhook::wait_until`] only: without
    /// both of them the answer waits for the handler.
    #[must_use]
    pub fn deadline(self, deadline: impl Into<Option<Duration>>) -> Self {
        self.with(|options| options.deadline = deadline.into())
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

    /// Sets what deduplicates updates: a repeated delivery is answered with 200 and not handled.
    /// Default: the last 10 000 updates, in the memory of this isolate; natively in that of this webhook and its clones.
    ///
    /// Natively, a store that processes share needs [`Webhook::wait_until`] and a lease, see [`ClaimStore`].
    #[must_use]
    pub fn store(self, store: impl ClaimStore + 'static) -> Self {
        self.with(|options| options.store = Store::Given(Shared::new(store)))
    }

    /// Handles every delivery of an update, also a repeated one.
    #[must_use]
    pub fn without_store(self) -> Self {
        self.with(|options| options.store = Store::None)
    }

    /// Sets how long a handled update is remembered. Default: 24 hours, after which the service
    /// forgets updates.
    #[must_use]
    pub fn keep_claims(self, keep: Duration) -> Self {
        self.with(|options| options.keep = keep)
    }

    /// Handles updates of a chat one at a time. The wait counts towards the
    /// [deadline](Webhook::deadline). Default: updates are handled as they come.
    #[cfg(target_arch = "wasm32")]
    #[must_use]
    pub fn in_chat_order(self, turns: DurableObjectTurns) -> Self {
        self.with(|options| options.turns = Some(Shared::new(turns)))
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

    pub(super) fn claims(&self) -> Option<Shared<dyn AnyStore>> {
        match &self.options.store {
            Store::Given(store) => Some(store.clone()),
            #[cfg(target_arch = "wasm32")]
            Store::OfIsolate => Some(Shared::new(MemoryStore::of_isolate(self.path.as_deref().unwrap_or_default()))),
            Store::None => None,
        }
    }

    fn with(mut self, set: impl FnOnce(&mut WebhookOptions)) -> Self {
        set(&mut self.options);
        self
    }
}
