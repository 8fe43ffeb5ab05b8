//! Deliveries to async code: a function, or a service of `tower` such as a router of axum.

use std::future::Future;

#[cfg(feature = "tower")]
use bytes::Bytes;
#[cfg(feature = "tower")]
use http_body_util::{BodyExt, Full};

use super::Emulator;
use super::world::WebhookResponse;
use crate::emulator::{Delivery, Service};

impl Emulator {
    /// Passes the deliveries of all webhooks to an async function, one after the other, while the future is polled. The
    /// future never ends: spawn it, or race it with the test. A runtime with one thread is enough. A function of
    /// [`Emulator::on_delivery`] takes precedence.
    ///
    /// ```
    /// use botwire::emulator::{Emulator, NewUser, WebhookResponse};
    /// use botwire::methods::{SendMessage, SetWebhook};
    /// use botwire::types::Update;
    ///
    /// # let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    /// # let local = tokio::task::LocalSet::new();
    /// # local.block_on(&runtime, async {
    /// let emulator = Emulator::new();
    /// let alice = emulator.user(NewUser::default())?;
    /// emulator.bot().call(SetWebhook::new("https://bot.example/hook"))?;
    /// tokio::task::spawn_local(emulator.on_delivery_async(async |delivery| {
    ///     match serde_json::from_str::<Update>(&delivery.body).ok().and_then(|update| update.message) {
    ///         Some(message) => WebhookResponse::call(SendMessage::new(message.chat.id, "Hello")),
    ///         None => WebhookResponse::new(200),
    ///     }
    /// }));
    /// alice.write("hi")?;
    /// assert_eq!(alice.wait_for_message().await?.message.text.as_deref(), Some("Hello"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn on_delivery_async<H, F>(&self, mut handler: H) -> impl Future<Output = ()> + use<H, F>
    where
        H: FnMut(Delivery) -> F,
        F: Future<Output = WebhookResponse>,
    {
        let world = self.world.clone();
        async move {
            loop {
                let due = || Some(world.look(Service::deliveries)).filter(|due| !due.is_empty());
                for delivery in world.wait(due).await {
                    let response = if delivery.arrives() { Some(handler(delivery.clone()).await) } else { None };
                    world.conclude(&delivery, response.as_ref());
                }
                world.settle();
            }
        }
    }

    /// Delivers updates to a service of `tower`, such as a router of axum, like [`Emulator::on_delivery_async`]:
    /// `tokio::spawn(emulator.serve(router))`. If the service fails, the response is 500. Needs the feature `tower`.
    ///
    /// ```
    /// use axum::{Router, extract::Request, response::IntoResponse, routing::post};
    /// use botwire::emulator::{Emulator, NewUser};
    /// use botwire::methods::SendMessage;
    /// use botwire::webhook::Webhook;
    ///
    /// async fn hook(request: Request) -> impl IntoResponse {
    ///     Webhook::new("/hook/secret")
    ///         .handle(request, async |update, _| {
    ///             let message = update.message?;
    ///             Some(SendMessage::new(message.chat.id, message.text?))
    ///         })
    ///         .await
    /// }
    ///
    /// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
    /// let emulator = Emulator::new();
    /// tokio::spawn(emulator.serve(Router::new().route("/hook/{secret}", post(hook))));
    /// emulator.client()?.set_webhook("https://bot.example/hook/secret").await?;
    ///
    /// let alice = emulator.user(NewUser::default())?;
    /// alice.write("Hello")?;
    /// assert_eq!(alice.wait_for_message().await?.message.text.as_deref(), Some("Hello"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "tower")]
    pub fn serve<S, B>(&self, service: S) -> impl Future<Output = ()> + use<S, B>
    where
        S: tower_service::Service<http::Request<Full<Bytes>>, Response = http::Response<B>> + Clone,
        B: http_body::Body,
    {
        self.on_delivery_async(move |delivery| answer(service.clone(), delivery))
    }
}

#[cfg(feature = "tower")]
async fn answer<S, B>(mut service: S, delivery: Delivery) -> WebhookResponse
where
    S: tower_service::Service<http::Request<Full<Bytes>>, Response = http::Response<B>>,
    B: http_body::Body,
{
    let request = http::Request::post(delivery.url).header("content-type", "application/json");
    let Ok(request) = request.body(Full::from(delivery.body)) else { return WebhookResponse::new(500) };
    if std::future::poll_fn(|context| service.poll_ready(context)).await.is_err() {
        return WebhookResponse::new(500);
    }
    let Ok(response) = service.call(request).await else { return WebhookResponse::new(500) };
    let (parts, body) = response.into_parts();
    let content_type = parts.headers.get("content-type").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let Ok(body) = body.collect().await else { return WebhookResponse::new(500) };
    WebhookResponse {
        status: parts.status.as_u16(),
        content_type: content_type.to_owned(),
        body: body.to_bytes().to_vec(),
    }
}
