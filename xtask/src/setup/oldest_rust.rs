//! The oldest Rust version that the crate supports, `rust-version`.

use std::fs;
use std::process::Command;

use crate::failure::{About, Failure, Outcome};
use crate::process;
use crate::repository::path;

/// A separate folder, so that the other commands need not recompile.
pub const TARGET: &str = "target/oldest";

pub fn version() -> Outcome<String> {
    let manifest = manifest()?;
    let version = manifest.lines().find_map(|line| line.strip_prefix("rust-version = \"")?.strip_suffix('"'));
    version.map(str::to_owned).ok_or_else(|| Failure::new("Cargo.toml has no rust-version"))
}

/// Creates a command of the oldest Rust's cargo. All commands share one environment, so that dependencies are compiled
/// once.
pub fn cargo(command: &str) -> Outcome<Command> {
    let mut cargo = process::command("rustup");
    cargo.args(["run", &version()?, "cargo", command, "--quiet", "--package", "botwire", "--target-dir", TARGET]);
    process::not_incremental(&mut cargo).env("RUSTFLAGS", "-D warnings");
    // Enables the unstable rustdoc option for this crate. Build scripts read the variable, and run again if it changes.
    cargo.env("RUSTC_BOOTSTRAP", "botwire");
    Ok(cargo)
}

/// Returns the manifest of the crate.
pub fn manifest() -> Outcome<String> {
    let file = path("Cargo.toml");
    fs::read_to_string(&file).about("read", &file)
}
