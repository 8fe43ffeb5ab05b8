//! Reading the body of a delivery, no more of it than a fair one has.

use js_sys::{Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStreamDefaultReader, Request};

use super::guard::{LARGEST_BODY, Refusal};

/// The bytes of the body; 413 if they are too many, which are not read to their end, and 400 if it
/// breaks off.
pub(super) async fn read(request: &Request) -> Result<Vec<u8>, Refusal> {
    let unreadable = |_: JsValue| Refusal::new(400);
    let Some(stream) = request.body() else { return Ok(Vec::new()) };
    let reader = ReadableStreamDefaultReader::new(&stream).map_err(unreadable)?;
    let mut bytes = Vec::new();
    loop {
        let result = JsFuture::from(reader.read()).await.map_err(unreadable)?;
        let value = Reflect::get(&result, &"value".into()).map_err(unreadable)?;
        let Ok(chunk) = value.dyn_into::<Uint8Array>() else { return Ok(bytes) };
        if bytes.len() + chunk.length() as usize > LARGEST_BODY {
            // Nobody waits for it to be cancelled.
            let _ = reader.cancel();
            return Err(Refusal::new(413));
        }
        bytes.extend_from_slice(&chunk.to_vec());
    }
}
