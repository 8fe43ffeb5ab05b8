//! A request of any host.

use std::borrow::Cow;
use std::fmt::{self, Debug, Formatter};
use std::pin::Pin;
use std::sync::Mutex;

use futures_core::Stream;

use super::response::Response;
use super::shared::lock;
use crate::client::MaybeSend;

/// A request of a host: a `web_sys::Request` on wasm32, an `http::Request` with the feature `http`, or a [`Request`] for
/// other hosts and for tests.
pub trait HostRequest {
    /// The host's response.
    type Response;

    /// Converts the host's request.
    fn into_request(self) -> Request;

    /// Converts a response to the host's type.
    fn response(response: Response) -> impl Future<Output = Self::Response> + MaybeSend;
}

/// A request to a webhook, from any host.
///
/// ```
/// # async fn example(webhook: botwire::webhook::Webhook, path: &str, bytes: Vec<u8>) {
/// use botwire::webhook::Request;
///
/// let request = Request::new("POST", path).header("content-type", "application/json").body(bytes);
/// let response = webhook.handle(request, async |update, _| println!("{:?}", update.kind())).await;
/// assert_eq!(response.status(), 200);
/// # }
/// ```
pub struct Request {
    method: String,
    path: String,
    headers: Headers,
    body: Mutex<RequestBody>,
    /// Set for a request of the platform.
    #[cfg(web)]
    platform: Option<web_sys::Request>,
}

enum Headers {
    /// Names in lower case.
    Given(Vec<(String, String)>),
    #[cfg(feature = "http")]
    Http(http::HeaderMap),
    #[cfg(web)]
    Platform(web_sys::Headers),
}

#[cfg(not(target_arch = "wasm32"))]
pub(super) type RequestChunks = Pin<Box<dyn Stream<Item = Result<Vec<u8>, ()>> + Send>>;
#[cfg(target_arch = "wasm32")]
pub(super) type RequestChunks = Pin<Box<dyn Stream<Item = Result<Vec<u8>, ()>>>>;

/// The source of a body.
#[derive(Default)]
pub(super) enum RequestBody {
    /// The body was already read.
    #[default]
    Read,
    Bytes(Vec<u8>),
    #[cfg_attr(not(feature = "http"), allow(dead_code))]
    Chunks(RequestChunks),
    #[cfg(web)]
    Platform(web_sys::Request),
}

impl Request {
    /// Creates a request without headers and body. A query after the path is ignored.
    #[must_use]
    pub fn new(method: impl Into<String>, path: &str) -> Self {
        let path = path.split(['?', '#']).next().unwrap_or_default().to_owned();
        Self {
            method: method.into(),
            path,
            headers: Headers::Given(Vec::new()),
            body: Mutex::new(RequestBody::Bytes(Vec::new())),
            #[cfg(web)]
            platform: None,
        }
    }

    /// Adds a header.
    #[must_use]
    pub fn header(mut self, name: impl AsRef<str>, value: impl Into<String>) -> Self {
        let (name, value) = (name.as_ref().to_ascii_lowercase(), value.into());
        match &mut self.headers {
            Headers::Given(headers) => headers.push((name, value)),
            #[cfg(feature = "http")]
            Headers::Http(headers) => {
                if let (Ok(name), Ok(value)) = (http::HeaderName::try_from(name), value.try_into()) {
                    headers.append(name, value);
                }
            }
            #[cfg(web)]
            Headers::Platform(_) => {}
        }
        self
    }

    /// Sets the body.
    #[must_use]
    pub fn body(self, bytes: impl Into<Vec<u8>>) -> Self {
        self.with_body(RequestBody::Bytes(bytes.into()))
    }

    pub(super) fn with_body(self, body: RequestBody) -> Self {
        Self { body: Mutex::new(body), ..self }
    }

    /// Wraps a request of the platform. Its headers are not copied.
    #[cfg(web)]
    pub(super) fn platform(request: web_sys::Request) -> Self {
        let path = web_sys::Url::new(&request.url()).map(|url| url.pathname()).unwrap_or_default();
        Self {
            headers: Headers::Platform(request.headers()),
            platform: Some(Clone::clone(&request)),
            ..Self::new(request.method(), &path).with_body(RequestBody::Platform(request))
        }
    }

    /// Returns the HTTP method.
    #[must_use]
    pub fn method(&self) -> &str {
        &self.method
    }

    /// Returns the path of the URL, which contains the secret.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Takes headers without copying them.
    #[cfg(feature = "http")]
    pub(super) fn with_headers(self, headers: http::HeaderMap) -> Self {
        Self { headers: Headers::Http(headers), ..self }
    }

    /// Returns a header by its name in lower case. If there are several of that name, their values are joined by `, `, as in
    /// the platform's `Headers`.
    #[must_use]
    pub fn get_header(&self, name: &str) -> Option<String> {
        match &self.headers {
            Headers::Given(headers) => {
                joined(headers.iter().filter(|(key, _)| key == name).map(|(_, value)| value.as_str().into()))
            }
            #[cfg(feature = "http")]
            Headers::Http(headers) => {
                joined(headers.get_all(name).iter().map(|value| String::from_utf8_lossy(value.as_bytes())))
            }
            #[cfg(web)]
            Headers::Platform(headers) => headers.get(name).ok().flatten(),
        }
    }

    /// Takes the body.
    pub(super) fn take_body(&self) -> RequestBody {
        std::mem::take(&mut *lock(&self.body))
    }

    /// Returns true if the service is known to have stopped waiting for the answer.
    #[cfg(web)]
    pub(super) fn is_gone(&self) -> bool {
        self.platform.as_ref().is_some_and(|request| request.signal().aborted())
    }

    /// Always false: other hosts drop the future instead.
    #[cfg(not(web))]
    #[allow(clippy::unused_self)] // as on wasm32
    pub(super) fn is_gone(&self) -> bool {
        false
    }

    /// Returns the signal of the platform, which is aborted when the service closes the connection.
    #[cfg(web)]
    pub(super) fn signal(&self) -> Option<web_sys::AbortSignal> {
        self.platform.as_ref().map(web_sys::Request::signal)
    }
}

/// Returns all values of a header, or `None` if there are none.
fn joined<'a>(mut values: impl Iterator<Item = Cow<'a, str>>) -> Option<String> {
    let first = values.next()?.into_owned();
    Some(values.fold(first, |joined, value| joined + ", " + &value))
}

// The path is a secret, so it is not shown.
impl Debug for Request {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Request").field("method", &self.method).finish_non_exhaustive()
    }
}

impl HostRequest for Request {
    type Response = Response;

    fn into_request(self) -> Self {
        self
    }

    async fn response(response: Response) -> Response {
        response
    }
}
