//! Workers written in Rust that a suite runs: compiled before its first test, whose time is limited.

use crate::failure::Outcome;
use crate::repository::path;
use crate::setup::{cargo_tools, node, rust};
use crate::{process, screen};

/// Compiles the workspace of the suite's crate, if it has one, as its tests do again in no time.
pub fn compiled(suite: &str) -> Outcome<()> {
    let folder = path("js-tests").join(suite);
    if !folder.join("Cargo.toml").is_file() {
        return Ok(());
    }
    rust::wasm_target()?;
    cargo_tools::wasm_bindgen()?;
    screen::step(&format!("{suite}: compiling its worker in Rust (up to 3 minutes the first time) …"));
    process::quiet(node::script("js-tests/support/compile-rust.mjs").arg(folder)).map(drop)
}
