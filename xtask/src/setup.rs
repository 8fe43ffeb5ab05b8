//! What the commands need on a machine, each part installed once and only when a command asks for it.

pub mod browser;
mod cache;
pub mod cargo_tools;
mod debian;
pub mod firefox;
pub mod node;
pub mod rust;
pub mod rust_workers;
pub mod versions;

pub use cache::cargo_home;

use crate::failure::Outcome;
use crate::test::{features, suite};
use crate::{repository, screen};

/// `cargo xtask setup`: everything that any command needs.
pub fn command() -> Outcome<()> {
    let _lock = repository::lock()?;
    rust::wasm_target()?;
    rust::component("clippy")?;
    rust::component("rustfmt")?;
    rust::toolchain(&features::oldest_rust()?)?;
    let bindgen = cargo_tools::wasm_bindgen()?;
    node::packages()?;
    for suite in suite::all() {
        node::packages_of(&suite.name)?;
    }
    node::packages_of("bench")?;
    node::packages_in("www-demo")?;
    node::packages_in("docs")?;
    let browser = browser::find_or_install()?;
    let firefox = firefox::find_or_install()?;
    screen::step(&format!("wasm-bindgen: {}", bindgen.display()));
    let browser::Browser { chrome, driver, shell } = browser;
    screen::step(&format!("Chromium: {}, {} and {}", chrome.display(), driver.display(), shell.display()));
    screen::step(&format!("Firefox: {}", firefox.display()));
    Ok(())
}
