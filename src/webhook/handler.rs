//! Answering a request of the platform in time: the guard, the handler, the deadline.

use std::cell::Cell;
use std::pin::Pin;
use std::rc::Rc;
use std::time::Duration;

use gloo_net::http::Response as Builder;
use js_sys::{Date, Function};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Request, Response, Url};

use super::delivery::{Delivery, Handler};
use super::options::Task;
use super::respond::{respond, status};
use super::{Cause, Refusal, Reply, Webhook, body};
use crate::platform::abort::{elapsed, within};
use crate::platform::timer::{pending, settle};
use crate::policy::webhook::time_to_answer;
use crate::request::read::Read;
use crate::request::stopped::Stopped;
use crate::types::{Update, UpdateKind};

/// Settles its promise when it is dropped.
struct SettleOnDrop(Function);

impl Drop for SettleOnDrop {
    fn drop(&mut self) {
        settle(&self.0);
    }
}

type Boxed<T> = Pin<Box<dyn Future<Output = T>>>;

impl Webhook {
    /// Answers a request that delivers an update. The handler gets the update; the call that it
    /// returns, if any, is checked and sent in the response.
    ///
    /// ```no_run
    /// # use botwire::{methods::SendMessage, types::Update, webhook::Webhook};
    /// # async fn example(request: web_sys::Request) -> web_sys::Response {
    /// Webhook::new("/hook/a-long-secret")
    ///     .handle(request, async |update: Update| {
    ///         let message = update.message?;
    ///         Some(SendMessage::new(message.chat.id, message.text?))
    ///     })
    ///     .await
    /// # }
    /// ```
    ///
    /// What is no POST, has another path or header, is not JSON, is too large, too slow or no update
    /// is answered with 405, 404, 401, 415, 413, 408 or 400, and the handler is not called; nor is it
    /// for an update that was handled already, which is answered with 200, nor if something else has
    /// read the body, which is answered with 500. Nothing but the handler makes a call.
    ///
    /// A handler may also return a `Result`: its error, like a call with a fault, goes to
    /// [`Webhook::on_error`] and is answered with 500, so that the service delivers the update again.
    /// It owns what it uses, since it goes on when its [deadline](Webhook::deadline) has passed.
    ///
    /// The call in the response costs three things: its result is not told, nor its failure, and it
    /// has no order among other calls. Nor is it told whether the service got the response. If that is
    /// lost on its way, the call is lost with it: the update was handled, so its next delivery is
    /// answered with 200 and without a call. It is not repeated, since the service may have made it.
    ///
    /// When the future is dropped before it is ready, the claim is released, so that the service's
    /// next delivery of the update is handled; unless [`Webhook::wait_until`] keeps the handler up.
    pub async fn handle<R: Reply>(
        &self,
        request: Request,
        handler: impl AsyncFnOnce(Update) -> R + 'static,
    ) -> Response {
        let handler: Handler = Box::new(move |update| Box::pin(async move { handler(update).await.into_call() }));
        match self.receive(&request).await {
            Ok((read, since)) => self.deliver(read, since, request, handler).await,
            Err(refusal) => self.refuse(&refusal, &request),
        }
    }

    /// The update, and when its request came, in milliseconds.
    async fn receive(&self, request: &Request) -> Result<(Read, f64), Refusal> {
        let since = Date::now();
        let path = Url::new(&request.url()).map(|url| url.pathname()).unwrap_or_default();
        self.check(&request.method(), &path)?;
        let headers = request.headers();
        self.check_headers(|name| headers.get(name).ok().flatten())?;
        let (most, limit) = (self.max_body_bytes, self.platform.deadline);
        let request = <Request as Clone>::clone(request);
        let read = self.kept(async move { body::read(&request, most, limit).await }).await;
        let bytes = read.unwrap_or_else(|| Err(Refusal::new(500, "body", "a host that ends its tasks", "another")))?;
        Ok((self.read(&bytes)?, since))
    }

    async fn deliver(&self, read: Read, since: f64, request: Request, handler: Handler) -> Response {
        let limit = self.limit(&read.update, since);
        let delivery = Rc::new(Delivery::new(self.clone(), &read, since, request));
        let (worker, watcher) = (delivery.clone(), delivery.clone());
        let kept = self.kept(async move { worker.work(read, handler).await });
        let mut work: Boxed<Response> = Box::pin(async move {
            match kept.await {
                Some(response) => response,
                None => watcher.failed(Cause::Host).unwrap_or_else(|| status(500)),
            }
        });
        let Some(limit) = limit else { return work.await };
        match within(Some(limit), async { Ok(work.as_mut().await) }).await {
            Ok(response) => response,
            Err(Stopped::Timeout) => match delivery.late() {
                Some(response) => {
                    spawn_local(async { drop(work.await) });
                    response
                }
                None => work.await,
            },
            // The host allows no timer.
            Err(_) => work.await,
        }
    }

    /// How much time the handler has left.
    fn limit(&self, update: &Update, since: f64) -> Option<Duration> {
        let is_pre_checkout = update.kind() == Some(UpdateKind::PreCheckoutQuery);
        let limit = time_to_answer(self.platform.deadline, is_pre_checkout);
        limit.map(|limit| limit.saturating_sub(elapsed(since)))
    }

    /// Lets the host keep the task up, also when whoever waits for its result is gone. There is no result if the host
    /// drops the task before it has ended.
    fn kept<T: 'static>(&self, task: impl Future<Output = T> + 'static) -> Boxed<Option<T>> {
        let Some(wait_until) = &self.platform.wait_until else { return Box::pin(async { Some(task.await) }) };
        let (promise, done) = pending();
        let result = Rc::new(Cell::new(None));
        let (place, done) = (result.clone(), SettleOnDrop(done));
        let whole: Task = Box::pin(async move {
            place.set(Some(task.await));
            drop(done);
        });
        wait_until(whole);
        Box::pin(async move {
            // It does not reject.
            let _ = JsFuture::from(promise).await;
            result.take()
        })
    }

    fn refuse(&self, refusal: &Refusal, request: &Request) -> Response {
        self.told(refusal, request);
        let builder = Builder::builder().status(refusal.status);
        respond(refusal.allow().into_iter().fold(builder, |builder, allow| builder.header("allow", allow)))
    }

    pub(super) fn told(&self, refusal: &Refusal, request: &Request) {
        if let Some(told) = &self.platform.on_refusal {
            told(refusal, request);
        }
    }
}
