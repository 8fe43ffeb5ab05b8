//! Access to the host's bindings, and the results of their calls.

use js_sys::Reflect;
use wasm_bindgen::JsValue;

use super::BoxError;
use crate::platform::js_error::describe;
use crate::platform::property::settled;

/// Returns the binding of that name if it is an object with these functions.
pub(super) fn bound(env: &JsValue, name: &str, functions: &[&str]) -> Result<JsValue, BoxError> {
    let get = |object: &JsValue, name: &str| Reflect::get(object, &name.into()).unwrap_or_default();
    let binding = get(env, name);
    if binding.is_object() && functions.iter().all(|function| get(&binding, function).is_function()) {
        return Ok(binding);
    }
    Err(format!("env.{name}: expected a binding with {}, got something else", functions.join(" and ")).into())
}

/// Awaits a call of the host.
pub(super) async fn answered(promise: Result<JsValue, JsValue>) -> Result<JsValue, BoxError> {
    let answer = match promise {
        Ok(promise) => settled(promise).await,
        Err(thrown) => Err(thrown),
    };
    answer.map_err(|thrown| describe(&thrown).into())
}
