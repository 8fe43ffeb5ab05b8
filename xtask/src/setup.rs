//! What the commands need on a machine, each part installed once and only when a command asks for it.

pub mod browser;
mod cache;
pub mod cargo_tools;
pub mod node;
pub mod rust;

use crate::failure::Outcome;
use crate::{repository, screen};

/// `cargo xtask setup`: everything that any command needs.
pub fn command() -> Outcome<()> {
    let _lock = repository::lock()?;
    rust::wasm_target()?;
    rust::component("clippy")?;
    rust::component("rustfmt")?;
    let bindgen = cargo_tools::wasm_bindgen()?;
    let pack = cargo_tools::wasm_pack()?;
    node::packages()?;
    let browser = browser::find_or_install()?;
    screen::step(&format!("wasm-bindgen: {}", bindgen.display()));
    screen::step(&format!("wasm-pack: {}", pack.display()));
    screen::step(&format!("browser: {} with {}", browser.chrome.display(), browser.driver.display()));
    Ok(())
}
