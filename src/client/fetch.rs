//! One request and its response, ended by its time, by the caller's signal, or by being dropped.

// gloo-net builds the request; sending and reading are done here. Its `send` and its `text` take
// every rejection for an `Error` of this realm, and every answer for a `Response` of it, and hit
// `unreachable!` otherwise: a fetch aborted with a string, a body that breaks with one, and a page
// that puts its own `fetch` in place all do that. The constructor of a request throws real errors.

use std::time::Duration;

use gloo_net::http::{Method, RequestBuilder};
use js_sys::{Promise, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, AbortSignal, Request, Response};

use super::body::Body;
use super::interruption::{Stopped, within};

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
    timeout: Option<Duration>,
    signal: Option<&AbortSignal>,
) -> Result<Reply, Stopped> {
    within(timeout, signal, async {
        let (response, mut guard) = send(url, body).await?;
        let text = settled(response.text()?).await?;
        guard.release();
        let text = text.as_string().ok_or_else(|| Stopped::Failed("the body of the response is no text".to_owned()))?;
        Ok(Reply { status: status(&response), text })
    })
    .await
}

/// Sends the body; the response has begun, and is broken off when the guard is dropped.
pub(super) async fn send(url: &str, body: Body) -> Result<(Response, Guard), Stopped> {
    let controller = AbortController::new()?;
    let request = request(url, body, &controller.signal()).map_err(|error| Stopped::Failed(error.to_string()))?;
    let guard = Guard(Some(controller));
    let answer = settled(fetch(&request)?).await?;
    // Not told by its class: the answer may be of another realm.
    if !answer.is_object() || status(&answer) == 0 {
        return Err(Stopped::Failed("the answer is no readable Response".to_owned()));
    }
    Ok((answer.unchecked_into(), guard))
}

fn request(url: &str, body: Body, signal: &AbortSignal) -> Result<Request, gloo_net::Error> {
    let url = body.query.map_or_else(|| url.to_owned(), |query| [url, "?", &query].concat());
    let mut builder = RequestBuilder::new(url.trim_end_matches('?')).abort_signal(Some(signal));
    if let Some(content_type) = body.content_type {
        builder = builder.header("content-type", content_type);
    }
    match body.content {
        Some(content) => builder.method(Method::POST).body(content),
        None => builder.method(Method::GET).build(),
    }
    .map(Request::from)
}

fn status(response: &JsValue) -> u16 {
    let status = Reflect::get(response, &JsValue::from_str("status")).ok().and_then(|status| status.as_f64());
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    status.map_or(0, |status| status as u16)
}

/// Waits for a promise, and takes anything else as it is.
pub(super) async fn settled(promise: impl Into<JsValue>) -> Result<JsValue, JsValue> {
    JsFuture::from(Promise::resolve(&promise.into())).await
}
