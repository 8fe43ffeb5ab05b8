//! Sends a request and returns its response. Dropping it aborts the request.

// gloo-net has the headers. The rest of it is left out:
// - Its `RequestBuilder` adds 1,400 bytes (gzip) to each program. It makes each request twice to append query parameters,
//   which calls do not have, and it panics if the constructor throws an error of another realm.
// - Its `send` and its responses cast every rejection to an `Error` of this realm and every answer to a `Response` of it,
//   and otherwise hit `unreachable!`. That happens if a fetch is aborted with a string, a body fails with one, or a page
//   replaces `fetch`.

use gloo_net::http::Headers;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::{AbortController, AbortSignal, Request, RequestInit, RequestRedirect};

use super::body;
use super::guard::Guard;
use super::property::settled;
use super::response::Incoming;
use crate::request::Body;
use crate::request::stopped::Stopped;

#[wasm_bindgen]
extern "C" {
    // The global function is looked up at each call: a stored one throws "Illegal invocation".
    #[wasm_bindgen(catch)]
    fn fetch(request: &Request) -> Result<JsValue, JsValue>;
}

/// Sends the request, and returns when the response has begun.
pub(crate) async fn send(url: &str, is_get: bool, body: &Body) -> Result<Incoming, Stopped> {
    let controller = AbortController::new()?;
    let (content, content_type) = body::of(body)?;
    let request = request(url, is_get, &content, content_type, &controller.signal())?;
    let guard = Guard::new(controller);
    let answer = Incoming::of(settled(fetch(&request)?).await?, guard);
    answer.ok_or_else(|| Stopped::Failed("the answer is not a readable Response".to_owned()))
}

/// Redirects are not followed: the URL contains the token.
fn request(
    url: &str,
    is_get: bool,
    content: &JsValue,
    content_type: Option<&str>,
    signal: &AbortSignal,
) -> Result<Request, JsValue> {
    let init = RequestInit::new();
    init.set_method(if is_get { "GET" } else { "POST" });
    init.set_redirect(RequestRedirect::Manual);
    init.set_signal(Some(signal));
    init.set_body(content);
    if let Some(content_type) = content_type {
        let headers = Headers::new();
        headers.set("content-type", content_type);
        init.set_headers(&headers.into_raw());
    }
    Request::new_with_str_and_init(url, &init)
}
