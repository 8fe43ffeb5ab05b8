//! The rules that JavaScript has too, on wasm32, by the vectors of both.

#[path = "../vectors/run.rs"]
mod vectors;

use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn waits() {
    vectors::back_off();
    vectors::retries();
    vectors::polls();
    vectors::deadlines();
}

#[wasm_bindgen_test]
fn answers() {
    vectors::envelopes();
    vectors::migrations();
}

#[wasm_bindgen_test]
fn deliveries() {
    vectors::paths();
    vectors::kinds();
    vectors::chats();
    vectors::claims();
}

#[wasm_bindgen_test]
fn urls() {
    vectors::base_urls();
    vectors::addresses();
}
