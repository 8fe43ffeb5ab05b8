//! Reading a response: as text, or piece by piece.

// Duck-typed, not by classes: a response may be of another realm, or made by a test.

use js_sys::{Promise, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStreamDefaultReader, Response};

use super::interruption::Stopped;

/// Bytes that are read of what is no success; an envelope of a failure is far smaller.
const FAILURE_BYTES: usize = 1 << 16;

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

/// The body as text, of a failure only the beginning; and whether that was all.
pub(crate) async fn text(response: &Response) -> Result<(String, bool), Stopped> {
    let success = (200..300).contains(&status(response));
    let mut pieces = if success { None } else { Pieces::of(response)? };
    let Some(pieces) = &mut pieces else {
        let text = settled(response.text()?).await?.as_string();
        return text.map(|text| (text, true)).ok_or_else(|| Stopped::Failed("the body is no text".to_owned()));
    };
    let mut bytes = Vec::new();
    while bytes.len() < FAILURE_BYTES {
        match pieces.next().await? {
            Some(piece) => bytes.extend_from_slice(&piece),
            None => return Ok((String::from_utf8_lossy(&bytes).into_owned(), true)),
        }
    }
    Ok((String::from_utf8_lossy(&bytes).into_owned(), false))
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
        let piece = property(&step, "value").and_then(|piece| piece.dyn_into::<Uint8Array>().ok());
        piece.map(|piece| Some(piece.to_vec())).ok_or_else(|| Stopped::Failed("a piece that is no bytes".to_owned()))
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
