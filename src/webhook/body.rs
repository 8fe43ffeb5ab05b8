//! Reading the body of a delivery, no more of it than a fair one has.

use std::time::Duration;

use js_sys::{Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ReadableStreamDefaultReader, Request};

use super::guard::Refusal;
use crate::platform::abort::within;
use crate::request::stopped::Stopped;

/// The bytes of the body; 413 if they are too many and 408 if they take too long: the rest is not
/// read then. 400 if it breaks off, 500 if something else in the program has read it.
pub(super) async fn read(request: &Request, most: usize, limit: Option<Duration>) -> Result<Vec<u8>, Refusal> {
    if request.body_used() {
        return Err(Refusal::new(500, "body", "a body that nobody has read", "one that was read before"));
    }
    let Some(stream) = request.body() else { return Ok(Vec::new()) };
    let reader = ReadableStreamDefaultReader::new(&stream).map_err(|_| Refusal::unreadable())?;
    let read = within(limit, async { Ok(read_all(&reader, most).await) }).await;
    let read = match (read, limit) {
        (Ok(read), _) => read,
        (Err(Stopped::Timeout), Some(limit)) => {
            let expected = format!("all of it within {} ms", limit.as_millis());
            Err(Refusal::new(408, "body", &expected, "less"))
        }
        (Err(_), _) => Err(Refusal::unreadable()),
    };
    if read.is_err() {
        // Nobody waits for it to be cancelled.
        spawn_local(async move { drop(JsFuture::from(reader.cancel()).await) });
    }
    read
}

async fn read_all(reader: &ReadableStreamDefaultReader, most: usize) -> Result<Vec<u8>, Refusal> {
    let unreadable = |_: JsValue| Refusal::unreadable();
    let mut bytes = Vec::new();
    loop {
        let result = JsFuture::from(reader.read()).await.map_err(unreadable)?;
        let value = Reflect::get(&result, &"value".into()).map_err(unreadable)?;
        let Ok(chunk) = value.dyn_into::<Uint8Array>() else { return Ok(bytes) };
        if bytes.len() + chunk.length() as usize > most {
            return Err(Refusal::too_large(most));
        }
        bytes.extend_from_slice(&chunk.to_vec());
    }
}
