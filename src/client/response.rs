//! A response: a status, and a body that arrives in chunks.

use std::fmt::{self, Debug, Formatter};
use std::future::poll_fn;
use std::pin::Pin;

use futures_core::Stream;

use super::boxed::MaybeSend;
use super::transport_error::TransportError;
#[cfg(web)]
use crate::platform::response::Incoming;
use crate::policy::MAX_FAILURE_BYTES;
use crate::request::stopped::Stopped;

/// A response of the service.
pub struct Response {
    status: u16,
    length: Option<u64>,
    body: ResponseBody,
}

type Chunk = Result<Vec<u8>, TransportError>;

#[cfg(not(target_arch = "wasm32"))]
type Chunks = Pin<Box<dyn Stream<Item = Chunk> + Send>>;
#[cfg(target_arch = "wasm32")]
type Chunks = Pin<Box<dyn Stream<Item = Chunk>>>;

enum ResponseBody {
    Bytes(Vec<u8>),
    Stream(Chunks),
    #[cfg(web)]
    Platform(Box<Incoming>),
}

impl Response {
    /// Creates a response from a body in memory.
    pub fn new(status: u16, body: impl Into<Vec<u8>>) -> Self {
        let bytes = body.into();
        Self { status, length: Some(bytes.len() as u64), body: ResponseBody::Bytes(bytes) }
    }

    /// Creates a response from a stream of chunks, with its length in bytes if it is known. At most the bytes that the bot
    /// [allows](super::Bot::max_response_bytes) are read.
    pub fn stream(
        status: u16,
        length: Option<u64>,
        chunks: impl Stream<Item = Result<Vec<u8>, TransportError>> + MaybeSend + 'static,
    ) -> Self {
        Self { status, length, body: ResponseBody::Stream(Box::pin(chunks)) }
    }

    #[cfg(web)]
    pub(super) fn platform(incoming: Incoming) -> Self {
        Self { status: incoming.status(), length: incoming.length(), body: ResponseBody::Platform(Box::new(incoming)) }
    }

    /// Returns the status, or 0 for a redirect that a browser hides.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.status
    }

    /// Returns the length of the body in bytes, if it is known.
    #[must_use]
    pub fn length(&self) -> Option<u64> {
        self.length
    }

    pub(super) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// Returns the next chunk of the body, or `None` at its end.
    pub(super) async fn next(&mut self) -> Result<Option<Vec<u8>>, Stopped> {
        match &mut self.body {
            ResponseBody::Bytes(bytes) if bytes.is_empty() => Ok(None),
            ResponseBody::Bytes(bytes) => Ok(Some(std::mem::take(bytes))),
            ResponseBody::Stream(chunks) => {
                Ok(poll_fn(|context| chunks.as_mut().poll_next(context)).await.transpose()?)
            }
            #[cfg(web)]
            ResponseBody::Platform(incoming) => incoming.next().await,
        }
    }

    /// Returns the body as text, up to a size limit that is lower for errors, and whether that was all.
    pub(super) async fn text(&mut self, max_bytes: usize) -> Result<(String, bool), Stopped> {
        let max_bytes = if self.is_success() { max_bytes } else { MAX_FAILURE_BYTES };
        if self.is_success() && self.length.is_some_and(|length| length > max_bytes as u64) {
            return Ok((String::new(), false));
        }
        let mut bytes = Vec::new();
        while bytes.len() <= max_bytes {
            match self.next().await? {
                Some(piece) => bytes.extend_from_slice(&piece),
                None => return Ok((decode(bytes), true)),
            }
        }
        Ok((decode(bytes), false))
    }

    /// Returns the response of the platform, to pass on.
    #[cfg(web)]
    pub(super) fn pass_on(self) -> Result<web_sys::Response, Stopped> {
        match self.body {
            ResponseBody::Platform(incoming) => Ok(incoming.pass_on(self.length)?),
            ResponseBody::Bytes(mut bytes) => Ok(web_sys::Response::new_with_opt_u8_array(Some(&mut bytes))?),
            ResponseBody::Stream(_) => {
                Err(Stopped::Failed("the transport's response is not one of the platform".to_owned()))
            }
        }
    }
}

impl Debug for Response {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("Response");
        shown.field("status", &self.status).field("length", &self.length).finish_non_exhaustive()
    }
}

/// Decodes UTF-8 as the platform does.
fn decode(mut bytes: Vec<u8>) -> String {
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
