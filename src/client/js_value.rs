//! Values of JavaScript, and the types of this crate.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_wasm_bindgen::{Error, Serializer};
use wasm_bindgen::JsValue;

/// A typed value of a JavaScript one, such as an [`Update`](crate::types::Update) of what `await response.json()` gave.
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
/// It is `serde_wasm_bindgen::from_value`, which reads all types of this crate as well.
///
/// # Errors
/// If the value is not of the type; the text names the path.
pub fn from_js<T: DeserializeOwned>(value: impl Into<JsValue>) -> Result<T, Error> {
    serde_wasm_bindgen::from_value(value.into())
}

/// The JavaScript value of a typed one, such as the parameters of a call in JavaScript: plain objects with the names of
/// the wire, without what is absent. A file to upload cannot be in it.
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
/// It is `value.serialize(&serde_wasm_bindgen::Serializer::json_compatible())`. With `serde_wasm_bindgen::to_value`, in
/// contrast, objects become a `Map` and identifiers a `BigInt`.
///
/// # Errors
/// If there is a file to upload in it.
pub fn to_js<T: Serialize + ?Sized>(value: &T) -> Result<JsValue, Error> {
    value.serialize(&Serializer::json_compatible())
}
