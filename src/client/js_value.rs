//! Values of JavaScript, and the types of this crate.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_wasm_bindgen::{Error, Serializer};
use wasm_bindgen::JsValue;

/// Converts a JavaScript value to a type, such as the result of `await response.json()` to an [`Update`](crate::types::Update).
///
/// ```no_run
/// # fn example(value: wasm_bindgen::JsValue) -> Result<(), wasm_bindgen::JsValue> {
/// use botwire::client::from_js;
/// use botwire::types::Update;
///
/// let update: Update = from_js(value)?;
/// # Ok(())
/// # }
/// ```
///
/// This is the same as `serde_wasm_bindgen::from_value`, which also reads all types of this crate.
///
/// # Errors
/// Fails if the value does not have the type. The text names the path.
pub fn from_js<T: DeserializeOwned>(value: impl Into<JsValue>) -> Result<T, Error> {
    serde_wasm_bindgen::from_value(value.into())
}

/// Converts a value to JavaScript, such as the parameters of a call: plain objects with the names of the wire, without absent
/// fields. It must not contain a file to upload.
///
/// ```no_run
/// # fn example(function: js_sys::Function) -> Result<(), wasm_bindgen::JsValue> {
/// use botwire::client::to_js;
/// use botwire::methods::SendMessage;
///
/// // { chat_id: 42, text: "hi" }
/// function.call1(&wasm_bindgen::JsValue::NULL, &to_js(&SendMessage::new(42, "hi"))?)?;
/// # Ok(())
/// # }
/// ```
///
/// This is the same as `value.serialize(&serde_wasm_bindgen::Serializer::json_compatible())`. `serde_wasm_bindgen::to_value` would
/// convert objects to a `Map` and identifiers to a `BigInt`.
///
/// # Errors
/// Fails if the value contains a file to upload.
pub fn to_js<T: Serialize + ?Sized>(value: &T) -> Result<JsValue, Error> {
    value.serialize(&Serializer::json_compatible())
}
