//! Answers a request in time: the guard, the handler, and the deadline.

use super::context::Context;
use super::delivery::{Handler, OngoingDelivery};
use super::request::{HostRequest, Request};
use super::response::Response;
use super::shared::Shared;
use super::{Cause, Rejection, Reply, Webhook, body};
use crate::client::clock::Moment;
use crate::client::{BoxFuture, MaybeSend};
use crate::policy::millis;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
use crate::policy::webhook::LATE_SIGNAL;
use crate::policy::webhook::time_to_answer;
use crate::request::read::Read;
use crate::request::stopped::Stopped;
use crate::types::{Update, UpdateKind};

impl Webhook {
    /// Answers a request that delivers an update. The handler is called with the update and a [`Context`]. The call that it
    /// returns is checked and sent in the response.
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
    /// The request is a `web_sys::Request` on wasm32, an `http::Request` with the feature `http`, or a [`Request`]. The
    /// response comes from the same library.
    ///
    /// The handler is not called for a request that is refused: 405 for a method other than POST, 404 for another path, 401
    /// without the secret header, 415 for a type other than JSON, 413 for a body that is too large, 408 for one that is too
    /// slow, 400 for one that is not an update, and 500 if something else has read it. Nor is it called for an update that was
    /// handled before, to which the response is 200.
    ///
    /// A handler may also return a `Result`. Its error, or that of an invalid call, goes to [`Webhook::on_error`]. The response
    /// is then 500, and the service delivers the update again. A handler must own what it uses, since it goes on after its
    /// [deadline](Webhook::deadline).
    ///
    /// The service does not report whether a call in a response succeeded, and such a call has no order among other calls. If
    /// the response is lost on its way, so is the call: the update was handled, so its next delivery is answered with 200 and
    /// without a call. [`Returned::Call`](super::Returned) makes it an ordinary call.
    ///
    /// If the future is dropped before it is ready, the claim is released, and the next delivery of the update is handled.
    /// Servers such as axum drop it when the client disconnects. With [`Webhook::wait_until`] the handler goes on instead. Set it
    /// if the store needs more than one step to release a claim, such as a query to a database: otherwise the release is dropped
    /// too, and the next delivery waits until the lease of 15 seconds ends.
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

    /// Does the same as [`Webhook::handle`], with an `env` for the [`Context`], so that a handler can be a separate function.
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
        let bytes = self.run(async move {
            let Some(limit) = webhook.options.deadline else { return body::read(body, most).await };
            let remaining = limit.saturating_sub(since.elapsed());
            let read = webhook.within(remaining, async { Ok(body::read(body, most).await) }).await;
            read.unwrap_or_else(|_| {
                let expected = format!("all of it within {} ms", millis(limit));
                Err(Rejection::new(408, "body", &expected, "less"))
            })
        });
        let bytes = bytes.await;
        let bytes =
            bytes.unwrap_or_else(|| Err(Rejection::new(500, "body", "a host that ends its tasks", "another")))?;
        self.read(&bytes)
    }

    async fn deliver(&self, read: Read, since: Moment, request: Request, handler: Handler) -> Response {
        let is_pre_checkout = read.update.kind() == Some(UpdateKind::PreCheckoutQuery);
        let limit = time_to_answer(self.options.deadline, is_pre_checkout);
        let delivery = Shared::new(OngoingDelivery::new(self.clone(), &read, since, limit, request));
        let (worker, watcher) = (delivery.clone(), delivery.clone());
        let ended = self.run(async move { worker.work_in_span(read.update, handler).await });
        let mut work: BoxFuture<'static, Response> = Box::pin(async move {
            match ended.await {
                Some(response) => response,
                None => watcher.failed(Cause::Host).unwrap_or_else(|| Response::new(500)),
            }
        });
        let Some(limit) = limit.filter(|_| self.can_go_on()) else { return work.await };
        match self.within(limit.saturating_sub(since.elapsed()), async { Ok(work.as_mut().await) }).await {
            Ok(response) => response,
            Err(Stopped::Timeout) => match delivery.late() {
                Some(response) => {
                    self.in_background(Box::pin(go_on(delivery, work)));
                    response
                }
                None => work.await,
            },
            // The host does not allow timers.
            Err(_) => work.await,
        }
    }

    /// Returns true if a handler can continue after the response.
    fn can_go_on(&self) -> bool {
        cfg!(all(target_arch = "wasm32", target_os = "unknown")) || self.options.wait_until.is_some()
    }

    pub(super) fn report_rejection(&self, rejection: &Rejection, request: &Request) {
        if let Some(hook) = &self.options.on_reject {
            hook(rejection, request);
        }
    }
}

/// Waits for a handler after the deadline, and signals it to end in time.
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
async fn go_on(delivery: Shared<OngoingDelivery>, mut work: BoxFuture<'static, Response>) {
    let ended = crate::platform::abort::within(Some(LATE_SIGNAL), async { Ok(work.as_mut().await) }).await;
    if ended.is_err() {
        delivery.state().signal.abort();
        work.await;
    }
}

/// Waits for a handler after the deadline.
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
async fn go_on(_: Shared<OngoingDelivery>, work: BoxFuture<'static, Response>) {
    work.await;
}
