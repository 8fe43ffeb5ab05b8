//! Runs in a headless browser: `wasm-pack test --headless --chrome`.
#![cfg(target_arch = "wasm32")]

use botwire::emulator::{Emulator, NewUser};
use botwire_example_browser::send;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
async fn a_message_arrives() {
    let emulator = Emulator::new();
    let alice = emulator.user(NewUser::default()).unwrap();
    alice.unblock().unwrap();
    let bot = emulator.client().unwrap();
    let message_id = send(&bot, &alice.id().to_string(), "hello").await.unwrap();
    let received = alice.next_message().unwrap().message;
    assert_eq!((received.message_id, received.text.as_deref()), (message_id, Some("hello")));
}

#[wasm_bindgen_test]
async fn a_text_that_is_too_long_is_an_error() {
    let bot = Emulator::new().client().unwrap();
    let error = send(&bot, "42", &"x".repeat(4097)).await.unwrap_err().to_string();
    assert!(error.starts_with("sendMessage: text: expected "), "{error}");
}
