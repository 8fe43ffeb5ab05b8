//! The table "What happens if …" of the documentation is what the rules say.
#![cfg(all(feature = "render", not(target_arch = "wasm32")))]
#![allow(missing_docs, clippy::unwrap_used)]

use std::path::Path;
use std::{env, fs};

#[test]
fn the_documentation_says_what_the_rules_do() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/parts/what-happens.md");
    let text = botwire::render::what_happens();
    if env::var_os("UPDATE").is_some() {
        fs::write(&file, &text).unwrap();
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), text, "UPDATE=1 cargo test --features render --test what_happens");
}
