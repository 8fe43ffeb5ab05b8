//! The monotonic clock of JavaScript.

#[wasm_bindgen::prelude::wasm_bindgen]
extern "C" {
    /// Returns the milliseconds since the start of the page or isolate.
    #[wasm_bindgen(js_namespace = performance)]
    pub(crate) fn now() -> f64;
}
