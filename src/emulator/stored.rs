//! Objects that the state keeps as JSON text.

use serde_json::{Map, Value};

/// Parses an object that is stored as JSON text, which is empty if it has no members.
pub(crate) fn members(text: &str) -> Map<String, Value> {
    if text.is_empty() { Map::new() } else { serde_json::from_str(text).unwrap_or_default() }
}

/// Returns a value as JSON text. Its `to_string` would add a second serializer to the wasm.
pub(crate) fn json_text(value: &Value) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Returns the text of a stored object.
pub(crate) fn text(members: Map<String, Value>) -> String {
    if members.is_empty() { String::new() } else { json_text(&Value::Object(members)) }
}
