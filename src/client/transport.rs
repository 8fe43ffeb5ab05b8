//! Transports carry requests to the service: the platform's `fetch`, the emulator, or your own.

use std::fmt::{self, Debug, Formatter};
use std::future::Future;
use std::time::Duration;

use super::boxed::{BoxFuture, MaybeSend};
use super::response::Response;
use super::transport_error::TransportError;
#[cfg(not(web))]
use super::upload_progress::UploadProgress;
use crate::request::Body;
use crate::request::stopped::Stopped;

/// Sends requests to the service, and waits.
///
/// This crate has `Fetch` on wasm32, `Reqwest` with the feature `reqwest`, and the emulator. You can implement your own, here over
/// a function that returns the response:
///
/// ```
/// use std::time::Duration;
/// use botwire::client::{Bot, Request, Response, Transport, TransportError};
///
/// struct Local(fn(&str, Vec<u8>) -> String);
///
/// impl Transport for Local {
///     async fn send(&self, request: Request) -> Result<Response, TransportError> {
///         let body = request.body.into_bytes().ok_or_else(|| TransportError::message("a file of the platform"))?;
///         Ok(Response::new(200, (self.0)(&request.url, body)))
///     }
///
///     async fn sleep(&self, wait: Duration) -> Result<(), TransportError> {
///         std::thread::sleep(wait);
///         Ok(())
///     }
///
///     // The calls take no time.
///     async fn deadline(&self, _: Duration) -> Result<(), TransportError> {
///         std::future::pending().await
///     }
/// }
///
/// let transport = Local(|_, _| r#"{"ok":true,"result":{"id":1,"is_bot":true,"first_name":"Echo"}}"#.to_owned());
/// let bot = Bot::with_transport("https://service.example", "123:secret", transport)?;
/// # let me = pollster::block_on(async { bot.get_me().await })?;
/// # assert_eq!(me.first_name, "Echo");
/// # Ok::<(), botwire::client::Error>(())
/// ```
pub trait Transport: Send + Sync + 'static {
    /// Sends a request, and returns when the response has begun. It must not follow redirects, since the URL contains the token.
    /// Dropping the future or the response must abort the request.
    fn send(&self, request: Request) -> impl Future<Output = Result<Response, TransportError>> + MaybeSend;

    /// Waits, for example before a retry.
    fn sleep(&self, wait: Duration) -> impl Future<Output = Result<(), TransportError>> + MaybeSend;

    /// Waits until the time limit of something else is over. Default: [`Transport::sleep`].
    fn deadline(&self, limit: Duration) -> impl Future<Output = Result<(), TransportError>> + MaybeSend {
        self.sleep(limit)
    }

    /// Returns true if [`Transport::send`] reads files from paths and streams while it sends them. Only `Reqwest` can, and a
    /// transport that passes requests on to it. Others get all files in memory. Default: false.
    #[cfg(not(web))]
    fn streams_files(&self) -> bool {
        false
    }

    /// Waits before the service is asked for updates again while others are being handled. The emulator waits until
    /// something happens instead, so that handlers are not late.
    #[doc(hidden)]
    fn look_again(&self, wait: Duration) -> impl Future<Output = Result<(), TransportError>> + MaybeSend {
        self.sleep(wait)
    }

    /// Returns the Unix time in seconds if it is not that of the machine. The emulator has its own.
    #[doc(hidden)]
    fn now(&self) -> Option<i64> {
        None
    }
}

/// A request to the service. Printing it does not show the URL.
///
/// A clone copies the text and shares the bytes of files. On wasm32, a clone has the same `Blob`s and streams. A stream can be read
/// only once, but streams in calls of a bot are converted to `Blob`s before.
///
/// Tests of a [`Transport`] can create a request:
///
/// ```
/// use botwire::client::{Encoding, Request};
/// use botwire::methods::SendMessage;
/// use botwire::request::prepare;
///
/// let body = prepare(&SendMessage::new(42, "hi"))?.body(Encoding::Json);
/// let request = Request::post("https://service.example/bot123:secret/sendMessage", body);
/// assert_eq!(request.clone().body.into_bytes().as_deref(), Some(&br#"{"chat_id":42,"text":"hi"}"#[..]));
/// # Ok::<(), botwire::client::Error>(())
/// ```
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct Request {
    /// True for a GET, false for a POST.
    pub is_get: bool,
    /// The URL, which contains the token.
    pub url: String,
    /// The body.
    pub body: Body,
    /// Called while files are sent.
    #[cfg(not(web))]
    pub(super) on_progress: Option<UploadProgress>,
}

impl Request {
    /// Creates a GET request.
    #[must_use]
    pub fn get(url: impl Into<String>) -> Self {
        Self { is_get: true, ..Self::post(url, Body::Empty) }
    }

    /// Creates a POST request.
    #[must_use]
    pub fn post(url: impl Into<String>, body: Body) -> Self {
        Self {
            is_get: false,
            url: url.into(),
            body,
            #[cfg(not(web))]
            on_progress: None,
        }
    }
}

impl Debug for Request {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("Request");
        shown.field("is_get", &self.is_get).field("body", &self.body).finish_non_exhaustive()
    }
}

/// A transport of any type.
pub(super) trait AnyTransport: Send + Sync {
    fn send(&self, request: Request) -> BoxFuture<'_, Result<Response, Stopped>>;
    fn sleep(&self, wait: Duration) -> BoxFuture<'_, Result<(), Stopped>>;
    fn deadline(&self, limit: Duration) -> BoxFuture<'_, Result<(), Stopped>>;
    fn look_again(&self, wait: Duration) -> BoxFuture<'_, Result<(), Stopped>>;
    fn now(&self) -> Option<i64>;
    #[cfg(not(web))]
    fn streams_files(&self) -> bool;
}

impl<T: Transport> AnyTransport for T {
    fn send(&self, request: Request) -> BoxFuture<'_, Result<Response, Stopped>> {
        Box::pin(async { Ok(Transport::send(self, request).await?) })
    }

    fn sleep(&self, wait: Duration) -> BoxFuture<'_, Result<(), Stopped>> {
        Box::pin(async move { Ok(Transport::sleep(self, wait).await?) })
    }

    fn deadline(&self, limit: Duration) -> BoxFuture<'_, Result<(), Stopped>> {
        Box::pin(async move { Ok(Transport::deadline(self, limit).await?) })
    }

    fn look_again(&self, wait: Duration) -> BoxFuture<'_, Result<(), Stopped>> {
        Box::pin(async move { Ok(Transport::look_again(self, wait).await?) })
    }

    fn now(&self) -> Option<i64> {
        Transport::now(self)
    }

    #[cfg(not(web))]
    fn streams_files(&self) -> bool {
        Transport::streams_files(self)
    }
}
