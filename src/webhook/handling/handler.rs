//! Answers a request in time: the guard, the handler, and the deadline.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;

use super::background::at_once;
use super::context::Context;
use super::delivery::{Delivery, Handler};
use super::driver::Driver;
use super::options::Task;
use super::record::Answer;
use super::request::{HostRequest, Request};
use super::response::Response;
use super::shared::Shared;
use super::{AfterError, Cause, body};
use crate::client::clock::Moment;
use crate::client::{MaybeSend, log};
use crate::policy::delivery::Event;
use crate::policy::millis;
#[cfg(web)]
use crate::policy::webhook::LATE_SIGNAL;
use crate::policy::webhook::time_to_answer;
use crate::request::read::Read;
use crate::types::{Update, UpdateId, UpdateKind};
use crate::webhook::{Rejection, Reply, Webhook};

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
    /// handled before, which gets the same response again.
    ///
    /// A handler may also return a `Result`. Its error, or that of an invalid call, goes to [`Webhook::on_error`], where a table
    /// says what happens. A handler must own what it uses, since it goes on after its [deadline](Webhook::deadline).
    ///
    /// The service does not report whether a call in a response succeeded, and such a call has no order among other calls. If
    /// the response is lost on its way, the service delivers the update again, and gets the same response
    /// ([`Webhook::remember_responses`]). [`Returned::Call`](super::Returned) makes it an ordinary call.
    ///
    /// If the future is dropped before it is ready, the handler is dropped too, its claim is released, and the next delivery of the
    /// update is handled. Servers such as axum drop it when the client disconnects, which the service does if the handler takes longer
    /// than it waits: such a handler would start again with each delivery. So on a server, let handlers go on with
    /// [`Webhook::wait_until`]. Without it, the first handler that is dropped is named on the console, and a store that needs more than
    /// one step to release a claim, such as a query to a database, holds the claim until its lease of 15 seconds ends.
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
            Box::pin(async move { handler(*update, Context::new(delivery, env)).await.into_call() })
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
        let bytes = self.run(Box::pin(async move {
            let Some(limit) = webhook.options.deadline else { return body::read(body, most).await };
            let remaining = limit.saturating_sub(since.elapsed());
            let read = webhook.within(remaining, async { Ok(body::read(body, most).await) }).await;
            read.unwrap_or_else(|_| {
                let expected = format!("all of it within {} ms", millis(limit));
                Err(Rejection::new(408, "body", &expected, "less"))
            })
        }));
        let bytes = bytes.await;
        let bytes =
            bytes.unwrap_or_else(|| Err(Rejection::new(500, "body", "a host that ends its tasks", "another")))?;
        self.read(&bytes)
    }

    async fn deliver(&self, read: Read, since: Moment, request: Request, handler: Handler) -> Response {
        let kind = read.update.kind();
        let limit = time_to_answer(self.options.deadline, kind == Some(UpdateKind::PreCheckoutQuery));
        let delivery = Shared::new(Delivery::new(self.clone(), &read, kind, since, limit, request));
        let mut driver = drive(&delivery, read.update, handler);
        let can_end = cfg!(not(web)) && self.options.wait_until.is_some();
        // A handler that does not wait needs no task of its own.
        let has_ended = can_end && at_once(&mut driver).await.is_some();
        let mut driver = Some(driver).filter(|_| !has_ended);
        if let Some(wait_until) = &self.options.wait_until {
            driver.take().into_iter().for_each(|driver| wait_until(driver));
        }
        // The response waits for the driver, unless that goes on elsewhere or the time is over.
        let limit = limit.filter(|_| self.can_go_on());
        let mut deadline = pin!(limit.map(|limit| self.timer(limit.saturating_sub(since.elapsed()))));
        let mut is_over = driver.is_none();
        let client = Client { delivery: &delivery, is_awaited: driver.is_none() };
        let answer = poll_fn(|context| {
            if driver.as_mut().is_some_and(|driver| driver.as_mut().poll(context).is_ready()) {
                (driver, is_over) = (None, true);
            }
            if is_over && let Poll::Ready(answer) = delivery.poll_answer(context) {
                return Poll::Ready(answer);
            }
            // A host that does not allow timers has no deadline.
            if let Some(timer) = deadline.as_mut().as_pin_mut()
                && let Poll::Ready(ended) = timer.poll(context)
            {
                deadline.set(None);
                if ended.is_ok() {
                    is_over = true;
                    delivery.feed(Event::Deadline);
                    return delivery.poll_answer(context);
                }
            }
            Poll::Pending
        });
        let answer = answer.await;
        drop(client);
        if let Some(driver) = driver {
            self.in_background(driver);
        }
        match answer {
            Answer::Response(response, refused) => {
                if let Some(expected) = refused {
                    let received = format!("{} again", delivery.update_id);
                    let rejection = Rejection::new(response.status(), "update_id", expected, &received);
                    self.report_rejection(&rejection, &delivery.request);
                }
                response
            }
            Answer::Dropped => match delivery.failed(Cause::Host) {
                AfterError::Respond(response) => response,
                _ => Response::new(500),
            },
        }
    }

    /// Returns true if a handler can continue after the response.
    fn can_go_on(&self) -> bool {
        cfg!(web) || self.options.wait_until.is_some()
    }

    pub(super) fn report_rejection(&self, rejection: &Rejection, request: &Request) {
        if let Some(hook) = &self.options.on_reject {
            hook(rejection, request);
        }
    }
}

/// The service that waits for the response to a delivery. A server drops it when the service breaks off.
struct Client<'a> {
    delivery: &'a Delivery,
    /// True if the driver goes on elsewhere.
    is_awaited: bool,
}

impl Drop for Client<'_> {
    fn drop(&mut self) {
        if self.is_awaited {
            self.delivery.gone();
        } else if cfg!(not(web)) && !self.delivery.is_ended() {
            warn_of_dropped(self.delivery.update_id);
        }
    }
}

/// Warns once of a server that should let handlers go on.
fn warn_of_dropped(update_id: UpdateId) {
    static HAS_WARNED: AtomicBool = AtomicBool::new(false);
    if !HAS_WARNED.swap(true, Ordering::Relaxed) {
        log(&format!(
            "botwire: the client left, so the handler of update {update_id} was dropped, and the update comes again; \
             webhook.wait_until(|task| drop(tokio::spawn(task))) lets handlers go on"
        ));
    }
}

/// Returns the work for an update, in a span with the feature `tracing`.
pub(super) fn drive(delivery: &Shared<Delivery>, update: Box<Update>, handler: Handler) -> Task {
    let driver = Driver::new(Shared::clone(delivery), update, handler);
    #[cfg(not(feature = "tracing"))]
    let task = driver;
    #[cfg(feature = "tracing")]
    let delivery = Shared::clone(delivery);
    #[cfg(feature = "tracing")]
    let task = async move {
        let kind = delivery.kind.clone();
        crate::client::spans::update(delivery.update_id, kind.as_ref(), driver, |()| delivery.record().status).await;
    };
    Box::pin(task)
}

impl Delivery {
    /// Asks the handler to end some time after the response. Natively, handlers have no signal.
    pub(super) async fn signal_later(self: Shared<Self>) {
        #[cfg(web)]
        if crate::platform::abort::sleep(LATE_SIGNAL).await.is_ok() {
            self.record().signal.abort();
        }
        std::future::pending::<()>().await;
    }
}
