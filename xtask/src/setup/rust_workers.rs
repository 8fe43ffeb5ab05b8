//! Workers written in Rust that a suite runs: compiled before its first test, whose time is limited.

use crate::failure::Outcome;
use crate::repository::path;
use crate::setup::versions::WORKER_BUILD;
use crate::setup::{cargo_tools, node, rust};
use crate::{process, screen};

/// The suite of `examples/worker-rust`, which is built as its users build it.
const EXAMPLE: &str = "rust-worker-example";
/// The suite of `examples/wasi`.
const WASI: &str = "rust-wasi";

/// Compiles the crate of the suite, if it has one. Its tests do the same again, in no time.
pub fn compiled(suite: &str) -> Outcome<()> {
    if suite == WASI {
        rust::target(rust::WASI)?;
        screen::step(&format!("{suite}: compiling its component (up to 3 minutes the first time) …"));
        return process::quiet(&mut node::script("js-tests/rust-wasi/build.mjs")).map(drop);
    }
    let folder = path("js-tests").join(suite);
    if suite != EXAMPLE && !folder.join("Cargo.toml").is_file() {
        return Ok(());
    }
    rust::wasm_target()?;
    cargo_tools::wasm_bindgen()?;
    let mut compile = if suite == EXAMPLE {
        WORKER_BUILD.folder()?;
        node::script("js-tests/rust-worker-example/build.mjs")
    } else {
        node::script("js-tests/support/compile-rust.mjs")
    };
    screen::step(&format!("{suite}: compiling its worker in Rust (up to 3 minutes the first time) …"));
    process::quiet(compile.arg(folder)).map(drop)
}
