//! One request and its response, which is broken off when it is dropped.

// gloo-net builds the request; sending and reading are done here. Its `send` and its `text` take
// every rejection for an `Error` of this realm, and every answer for a `Response` of it, and hit
// `unreachable!` otherwise: a fetch aborted with a string, a body that breaks with one, and a page
// that puts its own `fetch` in place all do that. The constructor of a request throws real errors.

use gloo_net::http::{Method, RequestBuilder};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::{AbortController, AbortSignal, Request, RequestRedirect};

use super::body;
use super::guard::Guard;
use super::property::settled;
use super::response::Incoming;
use crate::request::Body;
use crate::request::stopped::Stopped;

#[wasm_bindgen]
extern "C" {
    // The free function, found anew at each call: a stored one throws "Illegal invocation".
    #[wasm_bindgen(catch)]
    fn fetch(request: &Request) -> Result<JsValue, JsValue>;
}

/// Sends the request; the response has begun then.
pub(crate) async fn send(url: &str, is_get: bool, body: &Body) -> Result<Incoming, Stopped> {
    let controller = AbortController::new()?;
    let (content, content_type) = body::of(body)?;
    let request = request(url, is_get, content, content_type, &controller.signal());
    let request = request.map_err(|error| Stopped::Failed(error.to_string()))?;
    let guard = Guard::new(controller);
    let answer = Incoming::of(settled(fetch(&request)?).await?, guard);
    answer.ok_or_else(|| Stopped::Failed("the answer is no readable Response".to_owned()))
}

/// A redirect is not followed: the URL holds the token.
fn request(
    url: &str,
    is_get: bool,
    content: JsValue,
    content_type: Option<&str>,
    signal: &AbortSignal,
) -> Result<Request, gloo_net::Error> {
    let builder = RequestBuilder::new(url)
        .method(if is_get { Method::GET } else { Method::POST })
        .redirect(RequestRedirect::Manual)
        .abort_signal(Some(signal));
    let builder = content_type.into_iter().fold(builder, |builder, kind| builder.header("content-type", kind));
    builder.body(content).map(Request::from)
}
