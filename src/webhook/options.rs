//! Options of a webhook on a platform: the deadline, claims, hooks, and how replies are written.

use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::time::Duration;

use web_sys::{Request, Response};

use super::stores::{AnyStore, ClaimStore, MemoryStore};
use super::{ChatTurns, Failure, Refusal, Webhook};
use crate::client::{Bot, Encoding};
use crate::policy::webhook::{DEADLINE, REMEMBERED};

/// Work that goes on after a request was answered.
pub type Task = Pin<Box<dyn Future<Output = ()>>>;

#[derive(Clone)]
pub(super) struct Platform {
    pub bot: Option<Bot>,
    pub deadline: Option<Duration>,
    pub wait_until: Option<Rc<dyn Fn(Task)>>,
    pub store: Store,
    pub turns: Option<ChatTurns>,
    pub keep: Duration,
    pub reply_encoding: Encoding,
    pub on_error: Option<Rc<OnError>>,
    pub on_refusal: Option<Rc<OnRefusal>>,
}

type OnError = dyn Fn(&Failure) -> Option<Response>;
type OnRefusal = dyn Fn(&Refusal, &Request);

#[derive(Clone)]
pub(super) enum Store {
    OfIsolate,
    None,
    Given(Rc<dyn AnyStore>),
}

impl Default for Platform {
    fn default() -> Self {
        Self {
            bot: None,
            deadline: Some(DEADLINE),
            wait_until: None,
            store: Store::OfIsolate,
            turns: None,
            keep: REMEMBERED,
            reply_encoding: Encoding::Json,
            on_error: None,
            on_refusal: None,
        }
    }
}

impl Webhook {
    /// Sets the bot that makes the call which a handler returns too late for the answer.
    #[must_use]
    pub fn bot(self, bot: Bot) -> Self {
        self.with(|platform| platform.bot = Some(bot))
    }

    /// Sets how long an answer may take from the arrival of its request; `None` for ever. Default: 10
    /// seconds, and at most 8 for a pre-checkout query, whose answer the service awaits for 10.
    ///
    /// A body that takes longer is answered with 408. A handler that takes longer is answered for
    /// with 200 and goes on in [`Webhook::wait_until`]; the call that it returns then is made by the
    /// [bot](Webhook::bot), and retried three times within 20 seconds if need be. Without a bot that call would be lost,
    /// so the answer then waits for the handler. An update that could not be claimed in time is
    /// answered with 503.
    #[must_use]
    pub fn deadline(self, deadline: impl Into<Option<Duration>>) -> Self {
        self.with(|platform| platform.deadline = deadline.into())
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
    /// If it drops a task before that has ended, the answer is 500 and the failure is [`Cause::Host`](super::Cause).
    ///
    /// Where the host takes a promise, `wasm_bindgen_futures::future_to_promise` makes one of a task.
    #[must_use]
    pub fn wait_until(self, wait_until: impl Fn(Task) + 'static) -> Self {
        self.with(|platform| platform.wait_until = Some(Rc::new(wait_until)))
    }

    /// Sets what tells repeated deliveries of an update, which are answered with 200 and not handled.
    /// Default: the memory of this isolate, the last 10 000 updates.
    #[must_use]
    pub fn store(self, store: impl ClaimStore + 'static) -> Self {
        self.with(|platform| platform.store = Store::Given(Rc::new(store)))
    }

    /// Handles every delivery of an update, also a repeated one.
    #[must_use]
    pub fn without_store(self) -> Self {
        self.with(|platform| platform.store = Store::None)
    }

    /// Sets how long a handled update is remembered. Default: 24 hours, after which the service
    /// forgets updates.
    #[must_use]
    pub fn keep_claims(self, keep: Duration) -> Self {
        self.with(|platform| platform.keep = keep)
    }

    /// Handles updates of a chat one at a time. The wait counts towards the
    /// [deadline](Webhook::deadline). Default: updates are handled as they come.
    #[must_use]
    pub fn in_chat_order(self, turns: ChatTurns) -> Self {
        self.with(|platform| platform.turns = Some(turns))
    }

    /// Sets how the call that a handler returns is written into the answer. A file makes it
    /// multipart. Default: JSON. An answer has no query, so `Query` is written as `Form`.
    #[must_use]
    pub fn reply_encoding(self, encoding: Encoding) -> Self {
        self.with(|platform| platform.reply_encoding = encoding)
    }

    /// Sets who is told what went wrong with an update. The response that it returns, if any, is the
    /// answer, unless there was one already. Default: the failure is told on the console.
    ///
    /// Without a response the answer is 500, so that the service delivers the update again, and its
    /// claim is released.
    #[must_use]
    pub fn on_error(self, told: impl Fn(&Failure) -> Option<Response> + 'static) -> Self {
        self.with(|platform| platform.on_error = Some(Rc::new(told)))
    }

    /// Sets who is told of each request that does not get to the handler. The request's URL holds the
    /// secret. Default: nobody.
    #[must_use]
    pub fn on_refusal(self, told: impl Fn(&Refusal, &Request) + 'static) -> Self {
        self.with(|platform| platform.on_refusal = Some(Rc::new(told)))
    }

    pub(super) fn claims(&self) -> Option<Rc<dyn AnyStore>> {
        match &self.platform.store {
            Store::Given(store) => Some(store.clone()),
            Store::OfIsolate => Some(Rc::new(MemoryStore::of_isolate(self.path.as_deref().unwrap_or_default()))),
            Store::None => None,
        }
    }

    fn with(mut self, set: impl FnOnce(&mut Platform)) -> Self {
        set(&mut self.platform);
        self
    }
}
