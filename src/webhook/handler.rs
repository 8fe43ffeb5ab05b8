//! Answering a request in time: the guard, the handler, the deadline.

use std::sync::Mutex;
use std::time::Duration;

use super::context::Context;
use super::delivery::{Handler, OngoingDelivery};
use super::options::Task;
use super::request::{HostRequest, Request};
use super::response::Response;
use super::shared::{Notice, Shared, lock, notice};
use super::{Cause, Rejection, Reply, Webhook, body};
use crate::client::clock::Moment;
use crate::client::{BoxFuture, MaybeSend};
use crate::policy::millis;
#[cfg(target_arch = "wasm32")]
use crate::policy::webhook::LATE_SIGNAL;
use crate::policy::webhook::time_to_answer;
use crate::request::read::Read;
use crate::request::stopped::Stopped;
use crate::types::{Update, UpdateKind};

impl Webhook {
    /// Answers a request that delivers an update. The handler gets the update and a [`Context`]; the call that it
    /// returns, if any, is checked and sent in the response.
    ///
    /// ```
    /// # use botwire::{methods::SendMessage, webhook::{Request, Response, Webhook}};
    /// # async fn example(request: Request) -> Response {
    /// Webhook::new("/hook/a-long-secret")
    ///     .handle(request, async |update, _| {
    ///         let message = update.message?;
    ///         Some(SendMessage::new(message.chat.id, message.text?))
    ///     })
    ///     .await
    /// # }
    /// ```
    ///
    /// The request is a `web_sys::Request` on wasm32, an `http::Request` with the feature `http`, or a [`Request`]; the
    /// response is of the same library.
    ///
    /// What is no POST, has another path or header, is not JSON, is too large, too slow or no update
    /// is answered with 405, 404, 401, 415, 413, 408 or 400, and the handler is not called; nor is it
    /// for an update that was handled already, which is answered with 200, nor if something else has
    /// read the body, which is answered with 500. Nothing but the handler makes a call.
    ///
    /// A handler may also return a `Result`: its error, like a call with an error, goes to
    /// [`Webhook::on_error`] and is answered with 500, so that the service delivers the update again.
    /// It owns what it uses, since it goes on when its [deadline](Webhook::deadline) has passed.
    ///
    /// The call in the response costs three things: its result and its failure stay unknown, and it
    /// has no order among other calls. It is also unknown whether the service got the response. If that is
    /// lost on its way, the call is lost with it: the update was handled, so its next delivery is
    /// answered with 200 and without a call. It is not repeated, since the service may have made it.
    ///
    /// When the future is dropped before it is ready, the claim is released, so that the service's
    /// next delivery of the update is handled; unless [`Webhook::wait_until`] keeps the handler up. Servers such as axum drop
    /// it when the client disconnects. What a [store](Webhook::store) has to await for the release is natively left to the next
    /// delivery of the update to this webhook, see [`ClaimStore`](super::stores::ClaimStore).
    pub async fn handle<Q, R, F>(
        &self,
        request: Q,
        handler: impl FnOnce(Update, Context) -> F + MaybeSend + 'static,
    ) -> Q::Response
    where
        Q: HostRequest,
        R: Reply,
        F: Future<Output = R> + MaybeSend + 'static,
    {
        self.handle_with(request, (), handler).await
    }

    /// As [`Webhook::handle`], with an `env` for the [`Context`], so that a handler can be a function of its own.
    ///
    /// ```
    /// # use botwire::{methods::SendMessage, types::Update, webhook::{Context, Request, Response, Webhook}};
    /// struct Env {
    ///     greeting: String,
    /// }
    ///
    /// async fn greet(update: Update, context: Context<Env>) -> Option<SendMessage> {
    ///     Some(SendMessage::new(update.message?.chat.id, context.env().greeting.as_str()))
    /// }
    ///
    /// # async fn example(request: Request) -> Response {
    /// let env = Env { greeting: "Hi".to_owned() };
    /// Webhook::new("/hook/a-long-secret").handle_with(request, env, greet).await
    /// # }
    /// ```
    pub async fn handle_with<Q, E, R, F>(
        &self,
        request: Q,
        env: E,
        handler: impl FnOnce(Update, Context<E>) -> F + MaybeSend + 'static,
    ) -> Q::Response
    where
        Q: HostRequest,
        E: MaybeSend + 'static,
        R: Reply,
        F: Future<Output = R> + MaybeSend + 'static,
    {
        let handler: Handler = Box::new(move |update, delivery| {
            let call = handler(update, Context::new(delivery, env));
            Box::pin(async move { call.await.into_call() })
        });
        Q::response(self.answer(request.into_request(), handler).await).await
    }

    async fn answer(&self, request: Request, handler: Handler) -> Response {
        let since = Moment::now();
        match self.receive(&request, since).await {
            Ok(read) => self.deliver(read, since, request, handler).await,
            Err(rejection) => {
                self.report_rejection(&rejection, &request);
                Response::new(rejection.status).allow(rejection.allow())
            }
        }
    }

    async fn receive(&self, request: &Request, since: Moment) -> Result<Read, Rejection> {
        self.check(request.method(), request.path())?;
        self.check_headers(|name| request.get_header(name))?;
        let (body, most) = (request.take_body(), self.max_body_bytes);
        let webhook = self.clone();
        let read = self.kept(async move {
            let Some(limit) = webhook.options.deadline else { return body::read(body, most).await };
            let left = limit.saturating_sub(since.elapsed());
            let read = webhook.within(left, async { Ok(body::read(body, most).await) }).await;
            read.unwrap_or_else(|_| {
                let expected = format!("all of it within {} ms", millis(limit));
                Err(Rejection::new(408, "body", &expected, "less"))
            })
        });
        let bytes = read.await;
        let bytes =
            bytes.unwrap_or_else(|| Err(Rejection::new(500, "body", "a host that ends its tasks", "another")))?;
        self.read(&bytes)
    }

    async fn deliver(&self, read: Read, since: Moment, request: Request, handler: Handler) -> Response {
        let limit = self.limit(&read.update, since);
        let delivery = Shared::new(OngoingDelivery::new(self.clone(), &read, since, request));
        let (worker, watcher) = (delivery.clone(), delivery.clone());
        let kept = self.kept(async move { worker.work(read.update, handler).await });
        let mut work: BoxFuture<'static, Response> = Box::pin(async move {
            match kept.await {
                Some(response) => response,
                None => watcher.failed(Cause::Host).unwrap_or_else(|| Response::new(500)),
            }
        });
        let Some(limit) = limit.filter(|_| self.can_go_on()) else { return work.await };
        match self.within(limit, async { Ok(work.as_mut().await) }).await {
            Ok(response) => response,
            Err(Stopped::Timeout) => match delivery.late() {
                Some(response) => {
                    self.spawn(Box::pin(rest(delivery, work)));
                    response
                }
                None => work.await,
            },
            // The host allows no timer.
            Err(_) => work.await,
        }
    }

    /// How much time the handler has left.
    fn limit(&self, update: &Update, since: Moment) -> Option<Duration> {
        let is_pre_checkout = update.kind() == Some(UpdateKind::PreCheckoutQuery);
        let limit = time_to_answer(self.options.deadline, is_pre_checkout);
        limit.map(|limit| limit.saturating_sub(since.elapsed()))
    }

    /// Lets the host keep the task up, also when the request that waits for its result is gone. There is no result if the host
    /// drops the task before it has ended.
    fn kept<T: MaybeSend + 'static>(
        &self,
        task: impl Future<Output = T> + MaybeSend + 'static,
    ) -> BoxFuture<'static, Option<T>> {
        let Some(wait_until) = &self.options.wait_until else { return Box::pin(async { Some(task.await) }) };
        let (notice, over) = notice();
        let result = Shared::new(Mutex::new(None));
        let (place, notice): (_, Notice) = (result.clone(), notice);
        let whole: Task = Box::pin(async move {
            let value = task.await;
            *lock(&place) = Some(value);
            drop(notice);
        });
        wait_until(whole);
        Box::pin(async move {
            over.await;
            lock(&result).take()
        })
    }

    pub(super) fn report_rejection(&self, rejection: &Rejection, request: &Request) {
        if let Some(hook) = &self.options.on_reject {
            hook(rejection, request);
        }
    }
}

#[cfg(target_arch = "wasm32")]
impl Webhook {
    /// Whether a handler can go on after the response.
    #[allow(clippy::unused_self)] // as natively
    fn can_go_on(&self) -> bool {
        true
    }

    /// Runs the work until it ends or its time is over.
    #[allow(clippy::unused_self)] // as natively
    async fn within<T>(&self, limit: Duration, work: impl Future<Output = Result<T, Stopped>>) -> Result<T, Stopped> {
        crate::platform::abort::within(Some(limit), work).await
    }

    /// Does what nothing waits for.
    #[allow(clippy::unused_self)] // as natively
    pub(super) fn spawn(&self, task: Task) {
        wasm_bindgen_futures::spawn_local(task);
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Webhook {
    /// Whether a handler can go on after the response.
    fn can_go_on(&self) -> bool {
        self.options.wait_until.is_some()
    }

    /// Runs the work until it ends or, by the clock of the bot's transport, its time is over.
    async fn within<T>(&self, limit: Duration, work: impl Future<Output = Result<T, Stopped>>) -> Result<T, Stopped> {
        match &self.options.bot {
            Some(bot) => bot.within(limit, work).await,
            None => work.await,
        }
    }

    /// Does what nothing waits for: as far as it goes at once, where the host keeps nothing up.
    pub(super) fn spawn(&self, mut task: Task) {
        match &self.options.wait_until {
            Some(wait_until) => wait_until(task),
            None => {
                let _ = task.as_mut().poll(&mut std::task::Context::from_waker(std::task::Waker::noop()));
            }
        }
    }
}

/// What is left of a handler after the deadline.
#[cfg(target_arch = "wasm32")]
async fn rest(delivery: Shared<OngoingDelivery>, mut work: BoxFuture<'static, Response>) {
    let ended = crate::platform::abort::within(Some(LATE_SIGNAL), async { Ok(work.as_mut().await) }).await;
    if ended.is_err() {
        delivery.state().signal.abort();
        work.await;
    }
}

/// What is left of a handler after the deadline.
#[cfg(not(target_arch = "wasm32"))]
async fn rest(_: Shared<OngoingDelivery>, work: BoxFuture<'static, Response>) {
    work.await;
}
