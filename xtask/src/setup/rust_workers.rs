//! Compiles the Rust programs of suites before their first test, because tests have a time limit.

use crate::failure::Outcome;
use crate::repository::path;
use crate::setup::versions::{WASM_BINDGEN, WASM_PACK, WORKER_BUILD};
use crate::setup::{node, rust};
use crate::{process, screen};

/// Compiles the crate of the suite, if it has one. Its tests then find it compiled.
pub fn compiled(suite: &str) -> Outcome<()> {
    if suite == "rust-page" {
        // wasm-pack compiles it.
        rust::target(rust::WASM)?;
        WASM_BINDGEN.folder()?;
        return WASM_PACK.folder().map(drop);
    }
    let folder = path("js-tests").join(suite);
    let is_example = ["rust-stores", "rust-wasi", "rust-worker-example"].contains(&suite);
    if !is_example && !folder.join("Cargo.toml").is_file() {
        return Ok(());
    }
    match suite {
        "rust-stores" => {}
        "rust-wasi" => rust::target(rust::WASI)?,
        _ => {
            rust::target(rust::WASM)?;
            WASM_BINDGEN.folder()?;
        }
    }
    if suite == "rust-worker-example" {
        WORKER_BUILD.folder()?;
    }
    screen::step(&format!("{suite}: compiling its crate (up to 3 minutes the first time) …"));
    // Examples are built in the same way as by their users.
    let own = format!("js-tests/{suite}/build.mjs");
    let mut compile = node::script(if is_example { &own } else { "js-tests/support/compile-rust.mjs" });
    process::quiet(process::not_incremental(compile.arg(folder))).map(drop)
}
