//! The client in a browser: `cargo xtask test browser`.
#![cfg(all(target_arch = "wasm32", feature = "client"))]
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod calls;
mod clock;
mod deliveries;
mod downloads;
#[cfg(feature = "emulator")]
mod emulated;
mod faults;
mod policy;
mod redaction;
mod repeats;
mod stand_in;
mod stopping;
mod updates;
mod uploads;
mod values;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

const BASE: &str = "https://service.example/api";
const TOKEN: &str = "123456:AAbb-cc_DD=ee~ff";

fn bot() -> botwire::client::Bot {
    botwire::client::Bot::new(BASE, TOKEN).unwrap().encoding(botwire::client::Encoding::Json)
}

/// A message as the service returns it.
const MESSAGE: &str = r#"{"message_id":7,"date":1,"chat":{"id":42,"type":"private"},"text":"hi"}"#;

fn ok(result: &str) -> String {
    format!("json(200, {{\"ok\":true,\"result\":{result}}})")
}
