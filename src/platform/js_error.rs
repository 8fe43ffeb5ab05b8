//! Describes a thrown or rejected JavaScript value as text.

use wasm_bindgen::JsValue;

use super::property::property;
use crate::request::stopped::CAUSE;

/// Deeper causes are omitted; a chain of causes may be circular.
const DEPTH: usize = 4;

/// Returns the name and message of an error and its causes, a string unchanged, and the type of anything else. Reading
/// a property may throw, and the class of an error is not checked: an error of another realm has a different class.
pub(crate) fn describe(value: &JsValue) -> String {
    describe_within(value, DEPTH)
}

fn describe_within(value: &JsValue, depth: usize) -> String {
    if let Some(text) = value.as_string() {
        return text;
    }
    let Some(message) = text_of(value, "message") else {
        return ["a thrown ", &value.js_typeof().as_string().unwrap_or_default()].concat();
    };
    let name = text_of(value, "name").filter(|name| !name.is_empty()).unwrap_or_else(|| "Error".to_owned());
    let mut text = if message.is_empty() { name } else { [&name, ": ", &message].concat() };
    // Node puts the reason of a refused connection only here.
    if let Some(code) = text_of(value, "code").filter(|code| !text.contains(code.as_str())) {
        text.push_str(&[" (", &code, ")"].concat());
    }
    let cause = property(value, "cause").filter(|cause| !cause.is_undefined() && !cause.is_null());
    if let Some(cause) = cause.filter(|_| depth > 1) {
        text.push_str(CAUSE);
        text.push_str(&describe_within(&cause, depth - 1));
    }
    text
}

fn text_of(value: &JsValue, name: &str) -> Option<String> {
    property(value, name)?.as_string()
}
