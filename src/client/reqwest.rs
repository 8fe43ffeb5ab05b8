//! The transport of native programs: reqwest, on tokio.

use std::future::{Future, ready};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_core::Stream;
use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder, Error};

use super::response::Response;
use super::transport::{Request, Transport};
use super::transport_error::TransportError;
use super::upload::{Failure, Upload};
use crate::request::Body;
use crate::request::serialized_call::mismatch;

/// Sends requests with `reqwest` and waits with the timers of `tokio`, so calls need a tokio runtime.
///
/// ```no_run
/// # fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use botwire::client::{Bot, Reqwest};
///
/// let bot = Bot::new("https://service.example", "123:secret")?;
/// // With options of reqwest: a proxy, certificates, the time to connect.
/// let transport = Reqwest::build(reqwest::Client::builder().user_agent("my-bot"))?;
/// let the_same = Bot::with_transport("https://service.example", "123:secret", transport)?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Reqwest(Client);

impl Reqwest {
    /// Creates a transport with the default options of reqwest, without redirects.
    ///
    /// # Errors
    /// Fails if the system has no TLS.
    pub fn new() -> Result<Self, TransportError> {
        Self::build(Client::builder())
    }

    /// Creates a transport with these options. Redirects are not followed, because the URL contains the token. Set timeouts on the
    /// [bot](super::Bot::timeout) rather than here.
    ///
    /// # Errors
    /// Fails if reqwest refuses the options.
    pub fn build(options: ClientBuilder) -> Result<Self, TransportError> {
        options.redirect(Policy::none()).referer(false).build().map(Self).map_err(shown)
    }
}

impl Transport for Reqwest {
    async fn send(&self, request: Request) -> Result<Response, TransportError> {
        let is_https = request.url.starts_with("https:");
        let builder = if request.is_get { self.0.get(&request.url) } else { self.0.post(&request.url) };
        let content_type = request.body.content_type().into_iter();
        let builder = content_type.fold(builder, |builder, content_type| builder.header("content-type", content_type));
        let (body, failure) = match request.body {
            Body::Multipart { boundary, parts } => {
                let opened = Upload::open(&boundary, parts, request.on_progress).await;
                let upload = opened.map_err(TransportError::unfit)?;
                let failure = upload.failure();
                (reqwest::Body::wrap(upload), failure)
            }
            body => (body.into_bytes().unwrap_or_default().into(), Failure::default()),
        };
        let response = builder.body(body).send().await;
        if let Some(error) = failure.take() {
            return Err(TransportError::unfit(error));
        }
        let response =
            response.map_err(|error| if is_https && lacks_tls(&error) { without_tls() } else { shown(error) })?;
        let (status, length) = (response.status().as_u16(), response.content_length());
        Ok(Response::stream(status, length, ReqwestChunks(Box::pin(ready(Ok((Vec::new(), Some(response))))))))
    }

    async fn sleep(&self, wait: Duration) -> Result<(), TransportError> {
        tokio::time::sleep(wait).await;
        Ok(())
    }

    fn streams_files(&self) -> bool {
        true
    }
}

/// Returns true if only plain HTTP is supported. One of the sources is then this error of hyper's connector.
fn lacks_tls(error: &Error) -> bool {
    let first: &(dyn std::error::Error + 'static) = error;
    std::iter::successors(Some(first), |error| error.source())
        .any(|error| error.to_string().ends_with("scheme is not http"))
}

/// Returns the error for a program in which nothing enables TLS.
fn without_tls() -> TransportError {
    let expected =
        "a reqwest with TLS, by the feature `reqwest` of botwire or one of reqwest's own such as `native-tls`";
    let mut error = mismatch(expected, "one without it");
    "base_url".clone_into(&mut error.path);
    TransportError::unfit(error)
}

/// Removes the URL, which contains the token.
fn shown(error: Error) -> TransportError {
    TransportError::new(error.without_url())
}

/// A chunk, and the response to read the next ones from, or `None` at the end.
type ChunkStep = Result<(Vec<u8>, Option<reqwest::Response>), TransportError>;

/// The chunks of a body, in order. The first one is empty.
struct ReqwestChunks(Pin<Box<dyn Future<Output = ChunkStep> + Send>>);

impl Stream for ReqwestChunks {
    type Item = Result<Vec<u8>, TransportError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.as_mut().poll(context).map(|step| match step {
            Ok((_, None)) => {
                self.0 = Box::pin(ready(Ok((Vec::new(), None))));
                None
            }
            Ok((chunk, Some(response))) => {
                self.0 = Box::pin(next(response));
                Some(Ok(chunk))
            }
            Err(error) => {
                self.0 = Box::pin(ready(Ok((Vec::new(), None))));
                Some(Err(error))
            }
        })
    }
}

async fn next(mut response: reqwest::Response) -> ChunkStep {
    let chunk = response.chunk().await.map_err(shown)?;
    Ok(chunk.map_or((Vec::new(), None), |bytes| (bytes.to_vec(), Some(response))))
}
