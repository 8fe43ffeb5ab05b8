//! What suites run that is written in Rust: compiled before their first test, whose time is limited.

use crate::failure::Outcome;
use crate::repository::path;
use crate::setup::versions::WORKER_BUILD;
use crate::setup::{cargo_tools, node, rust};
use crate::{process, screen};

/// Compiles the crate of the suite, if it has one. Its tests do the same again, in no time.
pub fn compiled(suite: &str) -> Outcome<()> {
    let folder = path("js-tests").join(suite);
    let is_example = ["rust-stores", "rust-wasi", "rust-worker-example"].contains(&suite);
    if !is_example && !folder.join("Cargo.toml").is_file() {
        return Ok(());
    }
    match suite {
        "rust-stores" => {}
        "rust-wasi" => rust::target(rust::WASI)?,
        _ => {
            rust::wasm_target()?;
            cargo_tools::wasm_bindgen()?;
        }
    }
    if suite == "rust-worker-example" {
        WORKER_BUILD.folder()?;
    }
    screen::step(&format!("{suite}: compiling its crate (up to 3 minutes the first time) …"));
    // Examples are built as their users build them.
    let own = format!("js-tests/{suite}/build.mjs");
    let mut compile = node::script(if is_example { &own } else { "js-tests/support/compile-rust.mjs" });
    process::quiet(compile.arg(folder)).map(drop)
}
