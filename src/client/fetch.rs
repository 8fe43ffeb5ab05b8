//! One request and its response, ended by its time, by the caller's signal, or by being dropped.

// gloo-net builds the request; sending and reading are done here. Its `send` and its `text` take
// every rejection for an `Error` of this realm, and every answer for a `Response` of it, and hit
// `unreachable!` otherwise: a fetch aborted with a string, a body that breaks with one, and a page
// that puts its own `fetch` in place all do that. The constructor of a request throws real errors.

use std::time::Duration;

use gloo_net::http::{Method, RequestBuilder};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::{AbortController, AbortSignal, Request, RequestRedirect, Response};

use super::body::Body;
use super::interruption::{Stopped, within};
use super::response::{self, settled};

#[wasm_bindgen]
extern "C" {
    // The free function, found anew at each call: a stored one throws "Illegal invocation".
    #[wasm_bindgen(catch)]
    fn fetch(request: &Request) -> Result<JsValue, JsValue>;
}

/// A response that was read to its end.
#[derive(Debug)]
pub(super) struct Reply {
    pub status: u16,
    pub text: String,
    /// Whether the text ends where no more was read.
    pub is_cut: bool,
}

/// Aborts the request when it is dropped before the response has been read.
#[derive(Debug)]
pub(super) struct Guard(Option<AbortController>);

impl Guard {
    /// Lets the request be: its response was read, or handed out.
    pub fn release(&mut self) {
        self.0 = None;
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        if let Some(controller) = self.0.take() {
            controller.abort();
        }
    }
}

/// Sends the body and reads the response as text.
pub(super) async fn exchange(
    url: &str,
    body: Body,
    max_bytes: usize,
    timeout: Option<Duration>,
    signal: Option<&AbortSignal>,
) -> Result<Reply, Stopped> {
    within(timeout, signal, async {
        let (response, guard) = send(url, body).await?;
        read(&response, guard, max_bytes).await
    })
    .await
}

/// Reads a response as text, and breaks it off where the rest is not wanted.
pub(super) async fn read(response: &Response, mut guard: Guard, max_bytes: usize) -> Result<Reply, Stopped> {
    let (text, is_whole) = response::text(response, max_bytes).await?;
    if is_whole {
        guard.release();
    }
    Ok(Reply { status: response::status(response), text, is_cut: !is_whole })
}

/// Sends the body; the response has begun, and is broken off when the guard is dropped.
pub(super) async fn send(url: &str, body: Body) -> Result<(Response, Guard), Stopped> {
    let controller = AbortController::new()?;
    let request = request(url, body, &controller.signal()).map_err(|error| Stopped::Failed(error.to_string()))?;
    let guard = Guard(Some(controller));
    let answer = response::of(settled(fetch(&request)?).await?);
    let response = answer.ok_or_else(|| Stopped::Failed("the answer is no readable Response".to_owned()))?;
    Ok((response, guard))
}

/// A redirect is not followed: the URL holds the token.
fn request(url: &str, body: Body, signal: &AbortSignal) -> Result<Request, gloo_net::Error> {
    let mark = if body.query.is_empty() { "" } else { "?" };
    let mut builder = RequestBuilder::new(&[url, mark, &body.query].concat())
        .method(if body.get { Method::GET } else { Method::POST })
        .redirect(RequestRedirect::Manual)
        .abort_signal(Some(signal));
    if let Some(content_type) = body.content_type {
        builder = builder.header("content-type", content_type);
    }
    builder.body(body.content).map(Request::from)
}
