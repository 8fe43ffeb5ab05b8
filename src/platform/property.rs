//! Reads properties of arbitrary values, and awaits promises.

use js_sys::{Promise, Reflect};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

/// Returns a property if the value is an object and reading it does not throw.
pub(crate) fn property(value: &JsValue, name: &str) -> Option<JsValue> {
    if !value.is_object() && !value.is_function() {
        return None;
    }
    Reflect::get(value, &JsValue::from_str(name)).ok()
}

/// Awaits a promise, and returns any other value unchanged.
pub(crate) async fn settled(promise: impl Into<JsValue>) -> Result<JsValue, JsValue> {
    JsFuture::from(Promise::resolve(&promise.into())).await
}
