//! Workers written in Rust that a suite runs: compiled before its first test, whose time is limited.

use crate::failure::Outcome;
use crate::repository::{path, target};
use crate::setup::{cargo_tools, rust};
use crate::{process, screen};

/// One folder for all of them: most of what they depend on is the same.
const TARGET: &str = "rust-suites";

/// Compiles the workspace of the suite's crate, if it has one, as `js-tests/support/rust.mjs` does again in no time.
pub fn compiled(suite: &str) -> Outcome<()> {
    let folder = path("js-tests").join(suite);
    if !folder.join("Cargo.toml").is_file() {
        return Ok(());
    }
    rust::wasm_target()?;
    cargo_tools::wasm_bindgen()?;
    screen::step(&format!("{suite}: compiling its worker in Rust (up to 3 minutes the first time) …"));
    let mut cargo = process::cargo();
    cargo.args(["build", "--workspace", "--release", "--quiet", "--locked", "--target", rust::WASM]);
    process::quiet(cargo.arg("--target-dir").arg(target(TARGET)).current_dir(&folder)).map(drop)
}
