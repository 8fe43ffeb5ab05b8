//! The rules that JavaScript has too, by the vectors of both.
#![cfg(not(target_arch = "wasm32"))]
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing)]

#[path = "vectors/run.rs"]
mod vectors;

#[test]
fn back_off() {
    vectors::back_off();
}

#[test]
fn retries() {
    vectors::retries();
}

#[test]
fn polls() {
    vectors::polls();
}

#[test]
fn envelopes() {
    vectors::envelopes();
}

#[test]
fn paths() {
    vectors::paths();
}

#[test]
fn deadlines() {
    vectors::deadlines();
}

#[test]
fn chats() {
    vectors::chats();
}

#[test]
fn claims() {
    vectors::claims();
}

#[test]
fn base_urls() {
    vectors::base_urls();
}

#[test]
fn addresses() {
    vectors::addresses();
}
