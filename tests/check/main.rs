//! The walk on real methods: each kind, limit and rule, with the path of the error.
#![cfg(not(target_arch = "wasm32"))]
#![allow(missing_docs, clippy::expect_used)]

mod all_errors;
mod files;
mod kinds;
mod limits;
mod prepared;
mod unions;

use botwire::methods::find;
use botwire::wire::{Attachments, CheckOptions, check};

fn fault_with(method: &str, parameters: &str, limits: bool) -> Option<String> {
    let method = find(method).expect("a method of the spec");
    let attachments = Attachments { prefix: "attach://x7", sizes: "100,11000000,," };
    check(method, parameters, &CheckOptions { limits, attachments }).err().map(|error| error.to_string())
}

#[track_caller]
fn fine(method: &str, parameters: &str) {
    assert_eq!(fault_with(method, parameters, true), None, "{method} {parameters}");
}

#[track_caller]
fn faulty(method: &str, parameters: &str, expected: &str) {
    assert_eq!(fault_with(method, parameters, true).as_deref(), Some(expected), "{method} {parameters}");
}

/// A limit or rule: an error that goes away when limits are switched off.
#[track_caller]
fn limited(method: &str, parameters: &str, expected: &str) {
    faulty(method, parameters, expected);
    assert_eq!(fault_with(method, parameters, false), None, "without limits: {method} {parameters}");
}
