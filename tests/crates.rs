//! The crates that each feature compiles, including this one. `cargo test --test crates -- --nocapture` prints them.
#![cfg(not(target_arch = "wasm32"))]
#![allow(missing_docs, clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::{Value, from_slice};

/// A feature, and its maximum number of crates natively and on wasm32 with JavaScript.
const MOST: [(&str, usize, usize); 9] = [
    ("", 15, 15),
    ("client", 16, 38),
    ("http", 21, 40),
    ("axum", 26, 45),
    ("reqwest-no-tls", 75, 39),
    ("reqwest", 87, 39),
    ("emulator", 17, 17),
    ("tower", 24, 42),
    ("tracing", 19, 40),
];

const NATIVE: &str = "x86_64-unknown-linux-gnu";

fn crates(feature: &str, target: &str) -> BTreeSet<String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["tree", "--quiet", "--locked", "--package", "botwire", "--edges", "normal", "--prefix", "none"]);
    cargo.args(["--format", "{p}", "--target", target, "--features", feature]).current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = cargo.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| line.split(" (").next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn no_feature_compiles_more_crates_than_listed() {
    for (feature, native, wasm) in MOST {
        let found = (crates(feature, NATIVE).len(), crates(feature, "wasm32-unknown-unknown").len());
        println!(
            "{:16} {:3} natively, {:3} on wasm32",
            if feature.is_empty() { "none" } else { feature },
            found.0,
            found.1
        );
        assert!(
            found.0 <= native && found.1 <= wasm,
            "{feature}: {found:?}, and at most {:?} is expected",
            (native, wasm)
        );
    }
}

#[test]
fn tls_needs_no_newer_rust() {
    let ours = env!("CARGO_PKG_RUST_VERSION");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--quiet", "--locked", "--all-features", "--format-version", "1"]);
    let metadata: Value = from_slice(&cargo.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap().stdout).unwrap();
    let compiled = crates("reqwest", NATIVE);
    let numbers = |version: &str| -> Vec<u32> { version.split('.').map(|part| part.parse().unwrap()).collect() };
    let mut compared = 0;
    for package in metadata["packages"].as_array().unwrap() {
        let name = format!("{} v{}", package["name"].as_str().unwrap(), package["version"].as_str().unwrap());
        let Some(theirs) = package["rust_version"].as_str().filter(|_| compiled.contains(&name)) else { continue };
        assert!(numbers(theirs) <= numbers(ours), "{name} needs Rust {theirs}, and this crate promises {ours}");
        compared += 1;
    }
    assert!(compared > compiled.len() / 2, "{compared} of {} crates say which Rust they need", compiled.len());
}
