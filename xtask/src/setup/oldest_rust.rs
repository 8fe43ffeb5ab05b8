//! The oldest Rust that the crate promises to compile with, as `rust-version` says.

use std::fs;
use std::process::Command;

use crate::failure::{About, Failure, Outcome};
use crate::process;
use crate::repository::path;

/// A folder of its own, so that the other commands need not compile anew.
pub const TARGET: &str = "target/oldest";

pub fn version() -> Outcome<String> {
    let manifest = manifest()?;
    let version = manifest.lines().find_map(|line| line.strip_prefix("rust-version = \"")?.strip_suffix('"'));
    version.map(str::to_owned).ok_or_else(|| Failure::new("Cargo.toml has no rust-version"))
}

/// A command of the oldest Rust's cargo on the crate. What it depends on is compiled once for all of them, so they have one
/// environment.
pub fn cargo(command: &str) -> Outcome<Command> {
    let mut cargo = process::command("rustup");
    cargo.args(["run", &version()?, "cargo", command, "--quiet", "--package", "botwire", "--target-dir", TARGET]);
    // Less than half of the folder.
    cargo.env("CARGO_INCREMENTAL", "0").env("CARGO_PROFILE_DEV_DEBUG", "0").env("RUSTFLAGS", "-D warnings");
    // Lets rustdoc describe this crate, by an unstable option. Build scripts look at the variable, and run anew if it changes.
    cargo.env("RUSTC_BOOTSTRAP", "botwire");
    Ok(cargo)
}

/// The manifest of the crate.
pub fn manifest() -> Outcome<String> {
    let file = path("Cargo.toml");
    fs::read_to_string(&file).about("read", &file)
}
