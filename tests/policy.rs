//! The rules that JavaScript has too, by the vectors of both.
#![cfg(not(target_arch = "wasm32"))]
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing)]

#[path = "vectors/run.rs"]
mod vectors;

use botwire::policy::webhook::{check_address, check_text};
use serde_json::Value;

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

/// The parts of a URL come from the platform, which other targets have: here they are cut out of the text.
#[test]
fn addresses() {
    let vectors: Vec<Value> = serde_json::from_str(include_str!("vectors/webhook-address.json")).unwrap();
    for vector in &vectors {
        let url = vector["url"].as_str().unwrap().to_ascii_lowercase();
        let (scheme, rest) = url.split_once("//").unwrap();
        let (_, port) = rest.trim_end_matches("/hook").rsplit_once(':').unwrap_or_default();
        let port = if port.contains(']') { "" } else { port };
        let is_allowed = check_text(&url).is_ok() && check_address(scheme, port).is_ok();
        assert_eq!(Some(is_allowed), vector["is_allowed"].as_bool(), "{vector}");
    }
}
