//! The clock of JavaScript that only goes forward.

#[wasm_bindgen::prelude::wasm_bindgen]
extern "C" {
    /// Milliseconds since the start of the page or isolate.
    #[wasm_bindgen(js_namespace = performance)]
    pub(crate) fn now() -> f64;
}
