//! The walk with real methods: each kind, limit, and rule, with the path of the error.
#![cfg(not(target_arch = "wasm32"))]
#![allow(missing_docs, clippy::expect_used)]

mod all_errors;
mod files;
mod prepared;
mod updates;
mod vectors;

use botwire::methods::find;
use botwire::wire::{Attachments, CheckOptions, check};

fn fault_with(method: &str, parameters: &str, limits: bool) -> Option<String> {
    let method = find(method).expect("a method of the spec");
    let attachments = Attachments { prefix: "attach://x7", sizes: "100,11000000,," };
    check(method, parameters, &CheckOptions { limits, attachments }).err().map(|error| error.to_string())
}
