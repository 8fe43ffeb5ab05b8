//! Additional parts of the Rust toolchain.

use std::path::Path;

use crate::failure::{Failure, Outcome};
use crate::{process, screen};

/// The target of the npm package.
pub const WASM: &str = "wasm32-unknown-unknown";

/// The target of WASI components.
pub const WASI: &str = "wasm32-wasip2";

/// The target of programs for older hosts of WASI.
pub const WASI_P1: &str = "wasm32-wasip1";

/// Installs the standard library for a target. Asks rustc first, because rustup may not manage the toolchain.
pub fn target(name: &str) -> Outcome<()> {
    let folder = process::answer("rustc", &["--print", "target-libdir", "--target", name]);
    if folder.is_some_and(|folder| Path::new(&folder).is_dir()) {
        return Ok(());
    }
    screen::step(&format!("installing Rust's standard library for {name} (once) …"));
    rustup(&["target", "add", name])
}

/// Installs a component such as `clippy`, whose name is that of cargo's subcommand (`fmt` for `rustfmt`).
pub fn component(name: &str) -> Outcome<()> {
    let subcommand = if name == "rustfmt" { "fmt" } else { name };
    if process::answer("cargo", &[subcommand, "--version"]).is_some() {
        return Ok(());
    }
    screen::step(&format!("installing {name} (once) …"));
    rustup(&["component", "add", name])
}

/// Installs another version of Rust, with the standard libraries for wasm32.
pub fn toolchain(version: &str) -> Outcome<()> {
    let is_there = |target: &&str| {
        process::answer("rustup", &["run", version, "rustc", "--print", "target-libdir", "--target", target])
            .is_some_and(|folder| Path::new(&folder).is_dir())
    };
    if [WASM, WASI, WASI_P1].iter().all(is_there) {
        return Ok(());
    }
    screen::step(&format!("installing Rust {version} (once) …"));
    let targets = ["--target", WASM, "--target", WASI, "--target", WASI_P1];
    rustup(&[&["toolchain", "install", version, "--profile", "minimal", "--no-self-update"], &targets[..]].concat())
}

/// Returns the name of a nightly Rust: of that version, or else any installed one. Installs it if necessary.
pub fn nightly(version: &str) -> Outcome<String> {
    let is_there = |name: &&str| process::answer("rustup", &["run", name, "rustc", "--version"]).is_some();
    if let Some(name) = [version, "nightly"].iter().find(|name| is_there(name)) {
        return Ok((*name).to_owned());
    }
    screen::step(&format!("installing Rust {version} (once) …"));
    rustup(&["toolchain", "install", version, "--profile", "minimal", "--no-self-update"])?;
    Ok(version.to_owned())
}

fn rustup(arguments: &[&str]) -> Outcome<()> {
    process::quiet(process::command("rustup").args(arguments)).map(drop).map_err(|failure| {
        Failure::new(failure.to_string()).hint(format!(
            "`rustup {}` must succeed once; with a Rust that came another way, install the same from there",
            arguments.join(" ")
        ))
    })
}
