//! The exports of the npm package's wasm: conversions only, no logic.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::methods;
use crate::wire::{self, Attachments, CheckOptions, Fault, encode, json};

/// 2.6 kB of gzip smaller than the standard library's allocator.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// Checks parameters given as JSON text; the fault as JSON text, or nothing.
#[wasm_bindgen]
#[must_use]
pub fn check(method: &str, parameters: &str, prefix: &str, sizes: &[f64], limits: bool) -> Option<String> {
    let attachments = Attachments { prefix, sizes };
    let (name, outcome) = match methods::find(method) {
        Some(method) => (method.name, wire::check(method, parameters, &CheckOptions { limits, attachments })),
        None => (method, wire::check_unknown(parameters, attachments)),
    };
    outcome.err().map(|fault| report(name, &fault))
}

/// The parameters as urlencoded text.
#[wasm_bindgen(js_name = encodeForm)]
#[must_use]
pub fn encode_form(parameters: &str) -> String {
    encode::form(parameters)
}

/// The parameters as names and values of multipart fields, in turn, as the text of a JSON array.
#[wasm_bindgen(js_name = encodeParts)]
#[must_use]
pub fn encode_parts(parameters: &str) -> String {
    let mut text = String::from("[");
    for (name, value) in encode::parts(parameters) {
        text.push_str(if text.len() == 1 { "" } else { "," });
        text.push_str(&json::quote(&name));
        text.push(',');
        text.push_str(&json::quote(&value));
    }
    text.push(']');
    text
}

/// Checks an Update given as JSON text; the fault as JSON text, or nothing.
#[wasm_bindgen(js_name = checkUpdate)]
#[must_use]
pub fn check_update(update: &str) -> Option<String> {
    wire::check_update(update).err().map(|fault| report("Update", &fault))
}

/// Whether the method may be repeated after a fault of unknown outcome.
#[wasm_bindgen(js_name = isRepeatable)]
#[must_use]
pub fn is_repeatable(method: &str) -> bool {
    methods::find(method).is_some_and(|method| method.repeatable)
}

fn report(method: &str, fault: &Fault) -> String {
    let fields =
        [("method", method), ("path", &fault.path), ("expected", &fault.expected), ("received", &fault.received)];
    let mut report = String::from("{");
    for (index, (name, value)) in fields.into_iter().enumerate() {
        report.push_str(if index == 0 { "\"" } else { ",\"" });
        report.push_str(name);
        report.push_str("\":");
        report.push_str(&json::quote(value));
    }
    report.push('}');
    report
}
