//! Requests and responses of the platform.

use gloo_net::http::Headers;
use js_sys::{Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{FormData, ReadableStreamDefaultReader, ResponseInit};

use super::request::{HostRequest, Request};
use super::response::Response;
use crate::platform::body;
use crate::webhook::Rejection;

impl HostRequest for web_sys::Request {
    type Response = web_sys::Response;

    fn into_request(self) -> Request {
        Request::platform(self)
    }

    async fn response(response: Response) -> web_sys::Response {
        // Does not fail with the statuses, headers and bodies used here. The fallback is an error response.
        written(&response).unwrap_or_else(|_| web_sys::Response::error())
    }
}

fn written(response: &Response) -> Result<web_sys::Response, JsValue> {
    let (content, content_type) = body::of(response.body())?;
    let (init, headers) = (ResponseInit::new(), Headers::new());
    init.set_status(response.status());
    for (name, value) in response.headers() {
        // The platform sets the type of a form, with its boundary.
        if name != "content-type" || content_type.is_some() {
            headers.set(name, &value);
        }
    }
    init.set_headers(&headers.into_raw());
    // The declared type does not matter: the platform checks the value.
    let content = (!content.is_undefined()).then(|| content.unchecked_ref::<FormData>());
    web_sys::Response::new_with_opt_form_data_and_init(content, &init)
}

/// Cancels the rest of a body that was not read to its end.
struct UnreadBody(Option<ReadableStreamDefaultReader>);

impl Drop for UnreadBody {
    fn drop(&mut self) {
        if let Some(reader) = self.0.take() {
            // The promise is not awaited.
            spawn_local(async move { drop(JsFuture::from(reader.cancel()).await) });
        }
    }
}

/// Returns the bytes of the body.
pub(super) async fn read(request: &web_sys::Request, most: usize) -> Result<Vec<u8>, Rejection> {
    if request.body_used() {
        return Err(Rejection::read_before());
    }
    let unreadable = |_: JsValue| Rejection::unreadable();
    let Some(stream) = request.body() else { return whole(request, most).await };
    let reader = ReadableStreamDefaultReader::new(&stream).map_err(unreadable)?;
    let mut rest = UnreadBody(Some(reader.clone()));
    let mut bytes = Vec::new();
    loop {
        let result = JsFuture::from(reader.read()).await.map_err(unreadable)?;
        let value = Reflect::get(&result, &"value".into()).map_err(unreadable)?;
        let Ok(chunk) = value.dyn_into::<Uint8Array>() else { break };
        if bytes.len() + chunk.length() as usize > most {
            return Err(Rejection::too_large(most));
        }
        bytes.extend_from_slice(&chunk.to_vec());
    }
    rest.0 = None;
    Ok(bytes)
}

/// Returns the bytes of a request without a stream of its body: one that has no body, or any request in Firefox.
async fn whole(request: &web_sys::Request, most: usize) -> Result<Vec<u8>, Rejection> {
    let unreadable = |_: JsValue| Rejection::unreadable();
    let buffer = JsFuture::from(request.array_buffer().map_err(unreadable)?).await.map_err(unreadable)?;
    let bytes = Uint8Array::new(&buffer);
    if bytes.length() as usize > most { Err(Rejection::too_large(most)) } else { Ok(bytes.to_vec()) }
}
