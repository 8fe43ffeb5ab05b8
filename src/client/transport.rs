//! What carries requests to the service: the platform's fetch, the emulator, or something of the user's.

use std::fmt::{self, Debug, Formatter};
use std::future::Future;
use std::time::Duration;

use super::boxed::{BoxFuture, MaybeSend};
use super::response::Response;
use super::transport_error::TransportError;
use crate::request::Body;
use crate::request::stopped::Stopped;

/// Carries requests to the service, and lets time pass.
///
/// With `reqwest` and `tokio`:
///
/// ```
/// use std::time::Duration;
/// use botwire::client::{Request, Response, Transport, TransportError};
/// # mod reqwest {
/// #     #[derive(Clone)] pub struct Client;
/// #     impl Client {
/// #         pub fn get(&self, _: &str) -> Self { Self }
/// #         pub fn post(&self, _: &str) -> Self { Self }
/// #         pub fn header(self, _: &str, _: String) -> Self { self }
/// #         pub fn body(self, _: Vec<u8>) -> Self { self }
/// #         pub async fn send(self) -> Result<Self, std::io::Error> { Ok(self) }
/// #         pub fn status(&self) -> Self { Self }
/// #         pub fn as_u16(&self) -> u16 { 200 }
/// #         pub async fn bytes(self) -> Result<Vec<u8>, std::io::Error> { Ok(Vec::new()) }
/// #     }
/// # }
/// # mod tokio { pub mod time { pub async fn sleep(_: std::time::Duration) {} } }
///
/// /// Its client follows no redirects: a URL holds the token.
/// struct Http(reqwest::Client);
///
/// impl Transport for Http {
///     async fn send(&self, request: Request) -> Result<Response, TransportError> {
///         let client = if request.is_get { self.0.get(&request.url) } else { self.0.post(&request.url) };
///         let content_type = request.body.content_type().into_iter();
///         let client = content_type.fold(client, |client, content_type| client.header("content-type", content_type));
///         let body = request.body.into_bytes().unwrap_or_default();
///         let response = client.body(body).send().await.map_err(TransportError::new)?;
///         let status = response.status().as_u16();
///         Ok(Response::new(status, response.bytes().await.map_err(TransportError::new)?))
///     }
///
///     async fn sleep(&self, wait: Duration) -> Result<(), TransportError> {
///         tokio::time::sleep(wait).await;
///         Ok(())
///     }
/// }
/// ```
pub trait Transport: Send + Sync + 'static {
    /// Sends a request; the response has begun then. Redirects must not be followed, since the URL holds the token. The
    /// request is aborted when the future or the response is dropped.
    fn send(&self, request: Request) -> impl Future<Output = Result<Response, TransportError>> + MaybeSend;

    /// Waits, before a retry for instance.
    fn sleep(&self, wait: Duration) -> impl Future<Output = Result<(), TransportError>> + MaybeSend;

    /// Waits for the end of the time that something else may take. Default: [`Transport::sleep`].
    fn deadline(&self, limit: Duration) -> impl Future<Output = Result<(), TransportError>> + MaybeSend {
        self.sleep(limit)
    }
}

/// A request to the service. Printing it does not show the URL.
#[non_exhaustive]
pub struct Request {
    /// Whether it is a GET, and otherwise a POST.
    pub is_get: bool,
    /// The URL, which holds the token.
    pub url: String,
    /// The body.
    pub body: Body,
}

impl Request {
    pub(super) fn get(url: String) -> Self {
        Self { is_get: true, url, body: Body::Empty }
    }

    pub(super) fn post(url: String, body: Body) -> Self {
        Self { is_get: false, url, body }
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
}
