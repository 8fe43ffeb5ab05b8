//! `cargo xtask ci`: checks format, clippy, and rustdoc with warnings denied, then runs all suites.

use std::process::ExitCode;

use crate::failure::Outcome;
use crate::setup::rust::{WASI, WASM};
use crate::test::in_browser::FEATURES as IN_BROWSER;
use crate::test::runners::NATIVE;
use crate::test::selection::Selection;
use crate::test::suite::{self, Suite};
use crate::{repository, test};

/// The features with additional items, which are documented on every target.
const DOCUMENTED: &str =
    "botwire/render,botwire/axum,botwire/emulator,botwire/reqwest-no-tls,botwire/tower,botwire/tracing";

/// Runs the checks, and then the suites if `with_suites` is true.
pub fn command(with_suites: bool) -> Outcome<ExitCode> {
    let _lock = repository::lock()?;
    let mut suites = checks();
    if with_suites {
        suites.extend(suite::all());
    }
    Ok(test::conclude(&test::run(&suites.iter().collect::<Vec<_>>(), &Selection::default())?))
}

fn checks() -> Vec<Suite> {
    let mut checks = vec![Suite::check("format", Some("rustfmt"), &["fmt", "--all", "--check"], "")];
    let in_wasm = ["--package", "botwire", "--target", WASM];
    let clippy: [(&str, &[&str], &str); 6] = [
        ("native", &["--workspace", "--all-targets"], NATIVE),
        ("js", &in_wasm, "js"),
        ("client", &in_wasm, "client"),
        ("http", &in_wasm, "http"),
        ("emulator", &in_wasm, "emulator-js"),
        ("browser", &["--package", "botwire", "--target", WASM, "--tests"], IN_BROWSER),
    ];
    for (name, what, features) in clippy {
        let arguments = [&["clippy"], what, &["--features", features, "--", "-D", "warnings"]].concat();
        checks.push(Suite::check(&format!("clippy-{name}"), Some("clippy"), &arguments, ""));
    }
    // A project of its own, around `examples/stores-rust`. It shares compiled dependencies.
    let of_stores = ["clippy", "--manifest-path", "js-tests/rust-stores/Cargo.toml", "--all-targets", "--locked"];
    let shared =
        ["--config", "build.build-dir=\"target\"", "--target-dir", "target/rust-stores", "--", "-D", "warnings"];
    checks.push(Suite::check("clippy-stores", Some("clippy"), &[&of_stores[..], &shared].concat(), ""));
    let rustdoc: [(&str, &[&str]); 3] = [
        ("native", &["--workspace"]),
        ("wasm", &["--package", "botwire", "--lib", "--target", WASM]),
        ("wasi", &["--package", "botwire", "--lib", "--target", WASI]),
    ];
    for (name, what) in rustdoc {
        let arguments = [&["doc", "--no-deps"], what, &["--features", DOCUMENTED]].concat();
        checks.push(Suite::check(&format!("rustdoc-{name}"), None, &arguments, "-D warnings"));
    }
    checks
}
