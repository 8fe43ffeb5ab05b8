//! The rules that JavaScript has too, on wasm32, with the vectors of both.

#[macro_use]
#[path = "../vectors/run.rs"]
mod vectors;

use wasm_bindgen_test::wasm_bindgen_test;

test_rules!(wasm_bindgen_test);
