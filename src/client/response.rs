//! Reading a response: as text, or piece by piece.

// Duck-typed, not by classes: a response may be of another realm, or made by a test.

use js_sys::{ArrayBuffer, Promise, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, ReadableStreamDefaultReader, Response};

use super::interruption::Stopped;
use crate::policy::MAX_FAILURE_BYTES;

/// The value as a response, if it is one that can be read, or a redirect that was not followed.
pub(crate) fn of(answer: JsValue) -> Option<Response> {
    let kind = property(&answer, "type").and_then(|kind| kind.as_string());
    let readable = status(&answer) != 0 || kind.as_deref() == Some("opaqueredirect");
    readable.then(|| answer.unchecked_into())
}

/// The status; 0 where there is none.
pub(crate) fn status(response: &JsValue) -> u16 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    property(response, "status").and_then(|status| status.as_f64()).map_or(0, |status| status as u16)
}

pub(crate) fn is_success(status: u16) -> bool {
    (200..300).contains(&status)
}

/// The body as text, at most so many bytes of a success and fewer of a failure; and whether that was all.
pub(crate) async fn text(response: &Response, max_bytes: usize) -> Result<(String, bool), Stopped> {
    let is_success = is_success(status(response));
    let max_bytes = if is_success { max_bytes } else { MAX_FAILURE_BYTES };
    if is_success && length(response).is_some_and(|length| length > max_bytes as u64) {
        return Ok((String::new(), false));
    }
    // The body may be no stream of the platform where a page has its own `fetch`.
    let Some(mut pieces) = Pieces::of(response).ok().flatten() else {
        let text = settled(response.text()?).await?.as_string();
        return text.map(|text| (text, true)).ok_or_else(|| Stopped::Failed("the body is no text".to_owned()));
    };
    let mut bytes = Vec::new();
    while bytes.len() <= max_bytes {
        match pieces.next().await? {
            Some(piece) => bytes.extend_from_slice(&piece),
            None => return Ok((decode(bytes), true)),
        }
    }
    Ok((decode(bytes), false))
}

/// As the platform decodes UTF-8.
fn decode(mut bytes: Vec<u8>) -> String {
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// The length that a response declares; that of an encoded body is another one.
pub(crate) fn length(response: &Response) -> Option<u64> {
    let headers = property(response, "headers")?.unchecked_into::<Headers>();
    let header = |name| headers.get(name).ok().flatten();
    let length = header("content-length").filter(|_| header("content-encoding").is_none())?;
    length.trim().parse().ok()
}

/// The pieces of a body, as they arrive.
#[derive(Debug)]
pub(crate) struct Pieces(ReadableStreamDefaultReader);

impl Pieces {
    /// Of the response, if it has a body that can be read in pieces.
    pub fn of(response: &Response) -> Result<Option<Self>, JsValue> {
        let body = property(response, "body").filter(JsValue::is_object);
        body.map(|body| ReadableStreamDefaultReader::new(body.unchecked_ref()).map(Self)).transpose()
    }

    /// The next piece, or nothing at the end.
    pub async fn next(&mut self) -> Result<Option<Vec<u8>>, Stopped> {
        let step = settled(self.0.read()).await?;
        if property(&step, "done").is_some_and(|done| done.is_truthy()) {
            return Ok(None);
        }
        // A copy of it is of this realm.
        let piece = property(&step, "value").filter(ArrayBuffer::is_view).map(|piece| Uint8Array::new(&piece).to_vec());
        piece.map(Some).ok_or_else(|| Stopped::Failed("a piece that is no bytes".to_owned()))
    }
}

/// A property, if the value is an object and reading it does not throw.
pub(crate) fn property(value: &JsValue, name: &str) -> Option<JsValue> {
    if !value.is_object() && !value.is_function() {
        return None;
    }
    Reflect::get(value, &JsValue::from_str(name)).ok()
}

/// Waits for a promise, and takes anything else as it is.
pub(crate) async fn settled(promise: impl Into<JsValue>) -> Result<JsValue, JsValue> {
    JsFuture::from(Promise::resolve(&promise.into())).await
}
